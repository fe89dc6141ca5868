using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Sides that differ in anything a process is started with, by real processes and real builds.</summary>
public sealed class SideTests : IDisposable
{
    private const string Bench = """
        #:package BenchmarkDotNet.Annotations@0.15.8
        using System;
        using BenchmarkDotNet.Attributes;

        public class Buffers
        {
            private int size;

            [Params(8)] public int Base { get; set; }
            [GlobalSetup] public void SetUp() => size = Base + int.Parse(Environment.GetEnvironmentVariable("MORE") ?? "0");
            [Benchmark] public int Rent() => new byte[size] is null ? 0 : 1;
            [Benchmark] public int Same() => size;
        }
        """;

    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Settings_variables_and_parameters_make_sides_of_one_variant()
    {
        sandbox.Write("bench.cs", Bench);
        (await CompareAsync("bench.cs", "Rent", "--candidate", "env.MORE=16", "--candidate", "parameter.Base=8,gc.tieredPgo=false,name=unguided")).Expect(0);

        var run = new RunFolder(sandbox.At("run"));
        Assert.Equal(["compare/rent-MORE=16-vs-no-MORE/sequential/calm/default/Base=8", "compare/rent-unguided-vs-default/sequential/calm/no-tieredPgo/Base=8"], run.Results.Comparisons.Select(one => one.Id));
        var (variable, setting) = (run.Results.Comparisons[0], run.Results.Comparisons[1]);
        Assert.Equal([new SideDifference(CellPart.Variables, "no MORE", "MORE=16")], variable.Differences);
        Assert.Equal([32, 48], variable.Metrics.Each().Select(side => Math.Round(side!.BytesPerOperation!.Value)));
        Assert.Equal([new SideDifference(CellPart.Gc, "default", "no-tieredPgo")], setting.Differences);
        // Read back of each side, since a process cannot see this of itself.
        var pair = Assert.Single(run.Pairs, pair => pair.Comparison == setting.Id);
        Assert.Equal([false, true], new[] { pair.Baseline, pair.Candidate }.Select(side => Assert.IsType<CellOutcome.Completed>(side).Measurement.Settings.ReadBack.ContainsKey("tieredPgo")));
        Assert.Equal([32, 32], setting.Metrics.Each().Select(side => Math.Round(side!.BytesPerOperation!.Value)));
    }

    [Fact]
    public async Task Every_method_of_a_class_is_compared_with_itself_at_another_commit()
    {
        sandbox.Write("bench.cs", Bench);
        await GitAsync("init", "--quiet");
        await CommitAsync("first");
        sandbox.Write("bench.cs", Bench.Replace("new byte[size]", "new byte[size + 24]", StringComparison.Ordinal).Replace("public int Same", "public int Newer() => 1;\n    [Benchmark] public int Same", StringComparison.Ordinal));
        await CommitAsync("heavier");
        sandbox.Write(".gitignore", "run/\n");
        var before = await StateAsync();
        var ended = (await CompareAsync("bench.cs", "--baseline", "commit=HEAD~1", "--candidate", "commit=HEAD")).Expect(0);

        var run = new RunFolder(sandbox.At("run"));
        Assert.Equal(["rent", "same"], run.Results.Comparisons.Select(one => one.Id.Split('/')[1].Split('-')[0]));
        Assert.All(run.Results.Comparisons, one => Assert.Equal(("HEAD~1", "HEAD"), (one.Baseline, one.Candidate)));
        Assert.Equal([24, 0], run.Results.Comparisons.Select(one => Math.Round(one.BytesDifference!.Value)));
        Assert.Contains("\"newer\" is not there in \"HEAD~1\"", ended.Error, StringComparison.Ordinal);
        Assert.Equal(before, (await StateAsync()).Replace("!! run/\n", "", StringComparison.Ordinal));

        // The same once more takes what was built; a commit beside itself is refused, and so is one that is not there.
        Assert.Contains("both sides are the same build", (await CompareAsync("bench.cs", "--baseline", "commit=HEAD", "--candidate", "commit=WORKTREE", "--output", "other")).Expect(8).Error, StringComparison.Ordinal);
        Assert.Contains("there is no commit \"mian\"", (await CompareAsync("bench.cs", "--baseline", "commit=mian", "--candidate", "commit=HEAD")).Expect(5).Error, StringComparison.Ordinal);
    }

    private async Task<string> StateAsync() =>
        await GitAsync("status", "--porcelain", "--ignored") + await GitAsync("for-each-ref") + await GitAsync("worktree", "list") + await GitAsync("count-objects");

    private async Task CommitAsync(string message)
    {
        await GitAsync("add", "--all");
        await GitAsync("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", message);
    }

    private async Task<string> GitAsync(params string[] arguments)
    {
        using var git = RunningProgram.Start(sandbox, "git", arguments);
        return (await git.EndAsync()).Expect(0).Output;
    }

    private Task<EndedProgram> CompareAsync(params string[] words) => Asyncload.RunAsync(sandbox, ["compare", .. words.Contains("--output") ? words : [.. words, "--output", "run"], .. Profiles.Figures]);
}
