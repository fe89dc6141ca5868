using System.Text;
using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>One run of benchmarks that go wrong in every way there is.</summary>
public sealed class FaultyPluginRun : IAsyncLifetime
{
    private readonly Sandbox sandbox = new();

    internal RunFolder Folder => new(sandbox.At("run"));

    internal string Output { get; private set; } = "";

    public async ValueTask InitializeAsync()
    {
        var profile = sandbox.Write("faults.json", Profiles.Of("""
            {
              "name": "faults", "workload": "faults", "baseline": "fine",
              "candidates": ["set-up-throws", "throws", "clean-up-throws", "returns-other", "returns-object", "never-completes"]
            }
            """));
        // A refusal goes before a crash.
        var ended = (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--plugin", BuiltPlugins.Benchmarks, "--output", "run")).Expect(6);
        Output = ended.Output;
    }

    public ValueTask DisposeAsync()
    {
        sandbox.Dispose();
        return ValueTask.CompletedTask;
    }
}

/// <summary>docs/evidence/reliability.md, row 14: what goes wrong while a plug-in is measured.</summary>
[Fault(14)]
public class Fault14FaultyPluginTests(FaultyPluginRun run) : IClassFixture<FaultyPluginRun>
{
    [Theory]
    [InlineData("set-up-throws", "prepare", "set-up failed on purpose")]
    [InlineData("throws", "slice", "thrown on purpose")]
    [InlineData("clean-up-throws", "finish", "clean-up failed on purpose")]
    public void What_a_benchmark_throws_is_told_as_the_plug_in_s(string variant, string during, string message)
    {
        var crashed = Assert.IsType<CellOutcome.Crashed>(Pairs(variant)[0].Candidate);

        Assert.StartsWith(during, crashed.During, StringComparison.Ordinal);
        Assert.StartsWith($"plug-in Fixtures.Benchmarks.dll: the workload threw System.InvalidOperationException: {message}", crashed.Message, StringComparison.Ordinal);
        Assert.Contains("Fixtures.Faults", crashed.Message, StringComparison.Ordinal);
        Assert.Null(run.Folder.Results.Comparisons.Single(comparison => comparison.Candidate == variant).Verdict);
    }

    [Fact]
    public void Different_values_are_refused_with_both_and_with_what_to_do()
    {
        var pair = Assert.Single(Pairs("returns-other"));
        // Whichever side was asked last carries it.
        var refused = Assert.Single(new[] { pair.Baseline, pair.Candidate }.OfType<CellOutcome.Refused>());
        Assert.Equal(
            "the sides return different values: 'fine' returned 1, 'returns-other' returned 2; use --ignore-values to compare benchmark methods anyway",
            refused.Reason);
    }

    [Fact]
    public void Objects_are_not_held_against_numbers()
    {
        Assert.NotEmpty(Pairs("returns-object"));
        Assert.All(Pairs("returns-object"), pair => Assert.IsType<CellOutcome.Completed>(pair.Candidate));
    }

    [Fault(2)]
    [Fact]
    public void What_never_completes_is_killed_after_its_deadline()
    {
        Assert.NotEmpty(Pairs("never-completes"));
        Assert.All(Pairs("never-completes"), pair => Assert.StartsWith("slice", Assert.IsType<CellOutcome.TimedOut>(pair.Candidate).During, StringComparison.Ordinal));
    }

    [Fact]
    public void Others_go_on()
    {
        Assert.Equal(6, Pairs("returns-object").Count);
        Assert.NotNull(run.Folder.Results.Comparisons.Single(comparison => comparison.Candidate == "returns-object").Verdict);
        Assert.Contains("returns-object", run.Output, StringComparison.Ordinal);
    }

    private List<JournalEntry.Pair> Pairs(string candidate)
    {
        var id = run.Folder.Results.Comparisons.Single(comparison => comparison.Candidate == candidate).Id;
        return [.. run.Folder.Pairs.Where(pair => pair.Comparison == id)];
    }
}

/// <summary>docs/evidence/reliability.md, row 14: plug-ins that cannot be loaded, or not wholly.</summary>
[Fault(14)]
public sealed class Fault14UnfitPluginTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_missing_dependency_is_named_and_what_does_without_it_goes_on()
    {
        var plugin = BuiltPlugins.Benchmarks.CopyTo(sandbox, "Fixtures.Dependency.dll");
        var listed = (await Asyncload.RunAsync(sandbox, "list", "workloads", "--plugin", plugin)).Expect(0);
        var ended = (await Asyncload.RunAsync(sandbox, ["compare", "UsesDependency", "With", "--plugin", plugin, "--output", "run", .. Profiles.Short])).Expect(7);

        Assert.Contains(
            "a class that does not load cannot be measured: it needs Fixtures.Dependency, which is not beside it: name its project with --project, or publish it",
            listed.Error,
            StringComparison.Ordinal);
        Assert.Contains("uses-dependency: benchmark class", listed.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("derives-from-dependency", listed.Output, StringComparison.Ordinal);
        Assert.Contains("plug-in Fixtures.Benchmarks.dll: the workload threw System.IO.FileNotFoundException", ended.Error + ended.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(".NETCoreApp,Version=v10.0", ".NETCoreApp,Version=v99.0", "it is built for .NET 99.0, and this process runs .NET")]
    [InlineData(".NETCoreApp,Version=v10.0", ".NETFramework,Version=v4.", "it is built for .NETFramework,Version=v4.")]
    public async Task Another_framework_is_named(string from, string to, string message)
    {
        var plugin = BuiltPlugins.Sample.CopyTo(sandbox);
        var content = await File.ReadAllBytesAsync(plugin, TestContext.Current.CancellationToken);
        Encoding.UTF8.GetBytes(to).CopyTo(content, content.AsSpan().IndexOf(Encoding.UTF8.GetBytes(from)));
        await File.WriteAllBytesAsync(plugin, content, TestContext.Current.CancellationToken);

        await ExpectFailureAsync(plugin, message);
    }

    [Fact]
    public Task No_workloads_are_named() =>
        ExpectFailureAsync(BuiltPlugins.WithoutWorkloads, "it has neither a class with [Benchmark] methods nor [assembly: AsyncLoadWorkloads(…)]");

    [Fact]
    public Task A_file_that_is_no_assembly_is_called_so() => ExpectFailureAsync(sandbox.Write("text.dll", "just text"), "it is not a .NET assembly");

    [Fact]
    public Task One_that_ends_the_process_which_describes_it_is_found_among_others() =>
        ExpectFailureAsync(BuiltPlugins.Ending, "the process that describes it crashed during describe (SIGABRT)");

    [Fact]
    public async Task One_that_ends_the_process_on_loading_ends_none_that_measures_others()
    {
        var ended = await Asyncload.RunAsync(
            sandbox, ["compare", "greeting", "task", "value-task", "--plugin", BuiltPlugins.Ending, "--plugin", BuiltPlugins.Sample, "--output", "run", .. Profiles.Figures]);
        ended.Expect(0);

        Assert.Contains("warning: plug-in Fixtures.Ending.dll: the process that describes it crashed during describe (SIGABRT)", ended.Error, StringComparison.Ordinal);
        Assert.Equal(BuiltPlugins.Sample, Assert.Single(new RunFolder(sandbox.At("run")).Manifest.Plan.Plugins!.Files).Path);
    }

    [Fact]
    public async Task Nothing_of_it_is_needed_for_the_host_s_own()
    {
        var planned = (await Asyncload.RunAsync(sandbox, "plan", Repository.Smoke, "--plugin", BuiltPlugins.WithoutWorkloads)).Expect(0);
        Assert.Contains("warning: plug-in Fixtures.Dependency.dll:", planned.Error, StringComparison.Ordinal);
    }

    // Others are listed all the same, and a comparison of it ends before anything is measured.
    private async Task ExpectFailureAsync(string plugin, string message)
    {
        var listed = (await Asyncload.RunAsync(sandbox, "list", "workloads", "--plugin", plugin, "--plugin", BuiltPlugins.RealAttributes)).Expect(5);
        Assert.Contains($"error: plug-in {Path.GetFileName(plugin)}: {message}", listed.Error, StringComparison.Ordinal);
        Assert.Contains("sums: benchmark class", listed.Output, StringComparison.Ordinal);
        var compared = (await Asyncload.RunAsync(sandbox, "compare", "Greeting", "task", "value-task", "--plugin", plugin)).Expect(5);
        Assert.Contains(message, compared.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(sandbox.At("runs")));
    }
}
