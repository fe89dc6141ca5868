using AsyncLoad.Tracing.Advisor;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Libraries that are built for less than they run on: a remedy must compile for that.</summary>
public sealed class TargetTests
{
    private const string Source = """
        public static class Page
        {
            public static Task<string> MadeAsync(int id) => Task.FromResult(id < 0 ? "" : "made");
            public static async Task<string> WaitAsync(int id) { await Task.Yield(); return id < 0 ? "" : "wait"; }
            public static async Task<int> AllAsync(int id) => (await MadeAsync(id)).Length + (await WaitAsync(id)).Length;
        }
        """;

    [Theory]
    [InlineData(".NETCoreApp,Version=v8.0", AdviceWeight.Recommended, "ValueTask.FromResult(value)", null)]
    [InlineData(".NETCoreApp,Version=v3.1", AdviceWeight.Recommended, "new ValueTask<string>(value)", null)]
    [InlineData(".NETStandard,Version=v2.1", AdviceWeight.Recommended, "new ValueTask<string>(value)", null)]
    [InlineData(".NETStandard,Version=v2.0", AdviceWeight.Conditional, "new ValueTask<string>(value)", "Service.dll is built for .NET Standard 2.0, where ValueTask comes with the package System.Threading.Tasks.Extensions (CS0246 without).")]
    public void A_value_task_is_made_as_the_target_allows(string target, AdviceWeight weight, string made, string? check)
    {
        using var service = Built(target);

        var advice = service.OnTasks("Page", "MadeAsync");

        Assert.Equal(weight, advice.Weight);
        Assert.Contains($"made with {made}", advice.Remedy, StringComparison.Ordinal);
        Assert.Equal(check, advice.Check.SingleOrDefault());
    }

    [Theory]
    [InlineData(".NETCoreApp,Version=v6.0", null)]
    [InlineData(".NETStandard,Version=v2.1", "Service.dll is built for .NET Standard 2.1, which has no PoolingAsyncValueTaskMethodBuilder (CS0246): build it for net6.0 or later as well.")]
    [InlineData(".NETCoreApp,Version=v3.1", "Service.dll is built for .NET Core 3.1, which has no PoolingAsyncValueTaskMethodBuilder (CS0246): build it for net6.0 or later as well.")]
    public void The_pooling_builder_needs_net_6(string target, string? check)
    {
        using var service = Built(target);

        Assert.Equal(check, service.OnBoxes("Page", "WaitAsync").Check.SingleOrDefault(told => told.StartsWith("Service.dll", StringComparison.Ordinal)));
    }

    private static WrittenService Built(string target) => new($"[assembly: System.Runtime.Versioning.TargetFramework(\"{target}\")]\n{Source}");
}
