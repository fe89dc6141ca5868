using Xunit;

namespace AsyncLoad.EndToEnd.Advice;

/// <summary>Advice on a process of .NET 11, whose framework is compiled with runtime async. Skipped where no package source has that runtime.</summary>
public sealed class NextRuntimeTests : IDisposable
{
    private const int Calls = 1_000_000;

    private readonly Sandbox sandbox = new();
    private readonly Sandbox elsewhere = new();

    public void Dispose()
    {
        sandbox.Dispose();
        elsewhere.Dispose();
    }

    [Fact]
    public async Task Code_that_is_compiled_as_today_is_advised_there_as_before()
    {
        var root = await LaidOutRuntimes.NextInAsync(sandbox);
        var load = new BlameLoad(WarmUp: 5_000, Calls, Session: "8s") { Dotnet = Path.Combine(root, "dotnet") };

        var run = await BlamedServices.RecordAsync("orders", load, Repository.CountedServices, sandbox, elsewhere);

        Assert.Equal(
            ["OrderStore.GetAsync(int)", "OrderStore.SaveAsync(Order)", "OrderStore.ValidateAsync(Order)", "Orders.ProcessAsync(Order)"],
            run.Advice.Methods.Select(advice => advice.Method).Order(StringComparer.Ordinal));
        Assert.All(run.Advice.Methods, advice => Assert.Equal(("completesSynchronously", "recommended"), (advice.Finding, advice.Weight)));
        Assert.Equal(296.0 * Calls, run.Bytes, 0.01 * run.Bytes);
        Assert.All(run.Advice.Methods, advice => Assert.InRange((advice.Method == "OrderStore.ValidateAsync(Order)" ? 80.0 : 72.0) * Calls, advice.Allocated.Low * 0.9, advice.Allocated.High * 1.1));
    }
}
