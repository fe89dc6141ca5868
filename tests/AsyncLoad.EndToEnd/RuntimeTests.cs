using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>
/// One profile on every runtime. A run of its own: nothing else starts the builds for other runtimes, and which runtime starts is for the real
/// <c>dotnet</c> to decide. The runtimes come from packages; where no package source has them, the test is skipped and says so.
/// </summary>
public sealed class RuntimeTests : IDisposable
{
    private const string Absent = "net98.0";

    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Variants_are_compared_on_each_runtime_that_is_there_and_the_others_are_named()
    {
        var root = await LaidOutRuntimes.InAsync(sandbox);

        (await Asyncload.RunAsync(sandbox, "run", Profile(), "--dotnet-root", root, "--output", "run")).Expect(0);

        var results = Run.Results;
        Assert.Equal(["net8.0", "net9.0", "net10.0", "net10.0-runtime-async"], results.Comparisons.Select(comparison => comparison.Runtime));
        Assert.Equal(["8.0.33", "9.0.22", "10.0.14", "10.0.14", null], results.Runtimes!.Select(runtime => runtime.Version));
        // The bytes of the same code, compiled once, are the same on each; runtime async makes none of the Tasks between its methods.
        Assert.All(results.Comparisons.Take(3), comparison => Assert.Equal((504.0, 0.0), BytesOf(comparison)));
        Assert.True(results.Comparisons[3].Metrics.Baseline!.BytesPerOperation < 504);
        Assert.Equal([true, true, false, false], results.Comparisons.Select(comparison => comparison.Warnings.Contains("allocation-ticks")));
        var traces = results.Comparisons.SelectMany(comparison => new[] { comparison.Traces.Baseline, comparison.Traces.Candidate }).OfType<TraceResult>();
        Assert.DoesNotContain(traces.SelectMany(trace => trace.Checks), check => !check.Passed);
        Assert.DoesNotContain("trace-check-failed", results.Comparisons.SelectMany(comparison => comparison.Warnings));

        Assert.Contains($"there is no runtime for {Absent}", Assert.Single(results.Skipped!).Reason, StringComparison.Ordinal);
        Assert.Contains("Time and bytes per operation by runtime", Run.Text("report.md"), StringComparison.Ordinal);
        foreach (var outcome in Run.Pairs.SelectMany(pair => new[] { pair.Baseline, pair.Candidate })) Assert.IsType<CellOutcome.Completed>(outcome);
    }

    // Code that is compiled as today allocates there what it does on .NET 10. With runtime async one task is left, for the caller that is compiled without.
    [Fact]
    public async Task On_the_next_runtime_both_kinds_of_code_are_measured()
    {
        var root = await LaidOutRuntimes.NextInAsync(sandbox);
        var profile = sandbox.Write("next.json", Profiles.Of("""
            {
              "name": "chain", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"],
              "runtimes": ["net11.0", { "runtime": "net11.0", "compiler": "runtime-async" }]
            }
            """));

        (await Asyncload.RunAsync(sandbox, ["run", profile, "--dotnet-root", root, "--output", "run", .. Profiles.Figures])).Expect(0);

        Assert.Equal(["11.0.0", "11.0.0"], Run.Results.Runtimes!.Select(runtime => runtime.Version));
        Assert.Equal([(504.0, 0.0), (72.0, 0.0)], Run.Results.Comparisons.Select(BytesOf));
    }

    // The oldest runtime tells of them in its own way.
    [Theory]
    [InlineData("\"tieredPgo\": false, \"readyToRun\": false, \"gen0Size\": \"8MB\"", "gen0Size=8MB, readyToRun=false, tieredPgo=false")]
    [InlineData("\"tieredPgo\": true, \"readyToRun\": true", "readyToRun=true, tieredPgo=true")]
    [InlineData("\"tieredCompilation\": false", "tieredCompilation=false")]
    public async Task Settings_are_read_back_on_the_oldest_runtime(string asked, string found)
    {
        var root = await LaidOutRuntimes.InAsync(sandbox);
        var profile = sandbox.Write("settings.json", $$"""
            {
              "schemaVersion": 1, "name": "settings",
              "measure": { "looks": [1], "verdicts": false, "slices": 4, "slice": "5ms", "warmUpCap": "300ms" },
              "experiments": [{
                "name": "chain", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"],
                "runtimes": ["net8.0"], "gcSettings": [{ "name": "asked", {{asked}} }]
              }]
            }
            """);

        (await Asyncload.RunAsync(sandbox, "run", profile, "--dotnet-root", root, "--traces", "none", "--output", "run")).Expect(0);

        Assert.All(Run.Pairs.SelectMany(pair => new[] { pair.Baseline, pair.Candidate }), outcome =>
        {
            var readBack = Assert.IsType<CellOutcome.Completed>(outcome).Measurement.Settings.ReadBack;
            Assert.Equal(found, string.Join(", ", readBack.OrderBy(setting => setting.Key, StringComparer.Ordinal).Select(setting => $"{setting.Key}={setting.Value.Value}")));
        });
    }

    [Fact]
    public async Task Where_no_runtime_is_there_nothing_runs()
    {
        var ended = (await Asyncload.RunAsync(sandbox, "compare", "call-chain", "await-task", "await-value-task", "--runtime", Absent, "--output", "run")).Expect(8);

        Assert.Contains($"there is no runtime for {Absent}", ended.Error, StringComparison.Ordinal);
        Assert.Contains("--dotnet-root", ended.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(sandbox.At("run")));
    }

    [Fact]
    public async Task A_runtime_that_refuses_to_start_is_left_out_with_what_it_said_and_others_are_not()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a shell script stands for the runtime's dotnet");
        var root = sandbox.At("refusing");
        Directory.CreateDirectory(Path.Combine(root, "shared", "Microsoft.NETCore.App", "98.0.1"));
        var muxer = sandbox.Write(Path.Combine("refusing", "dotnet"), "#!/bin/sh\necho 'Failed to load libhostfxr' >&2\nexit 130\n");
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(muxer, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        var profile = sandbox.Write("two.json", Profiles.Of($$"""
            {
              "name": "chain", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"],
              "runtimes": ["net10.0", "{{Absent}}"]
            }
            """));

        var planned = (await Asyncload.RunAsync(sandbox, "plan", profile, "--dotnet-root", root)).Expect(0);

        Assert.Contains("its process did not describe itself: Failed to load libhostfxr", planned.Output, StringComparison.Ordinal);
        Assert.Contains("net10.0", planned.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_plug_in_that_ends_the_process_which_describes_it_costs_no_runtime()
    {
        var profile = sandbox.Write("one.json", Profiles.Of("""
            {
              "name": "chain", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"],
              "runtimes": ["net10.0"]
            }
            """));

        var planned = (await Asyncload.RunAsync(sandbox, "plan", profile, "--plugin", BuiltPlugins.Ending)).Expect(0);

        Assert.Contains("the process that describes it crashed during describe", planned.Error, StringComparison.Ordinal);
        Assert.Contains("net10.0", planned.Output, StringComparison.Ordinal);
    }

    private static (double, double) BytesOf(ComparisonResult comparison) =>
        (Math.Round(comparison.Metrics.Baseline!.BytesPerOperation!.Value, 1), Math.Round(comparison.Metrics.Candidate!.BytesPerOperation!.Value, 1));

    private string Profile() => sandbox.Write("runtimes.json", $$"""
        {
          "schemaVersion": 1, "name": "sides",
          "measure": { "looks": [1], "verdicts": false, "slices": 4, "slice": "5ms", "warmUpCap": "300ms" },
          "experiments": [{
            "name": "chain", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"],
            "runtimes": ["net8.0", "net9.0", "net10.0", { "runtime": "net10.0", "compiler": "runtime-async" }, "{{Absent}}"]
          }]
        }
        """);
}
