using System.Text.Json;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Model;
using AsyncLoad.Model.Results;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class DiffCommandTests : IDisposable
{
    private static readonly double[] Steady = [0.400, 0.402, 0.398, 0.401, 0.399, 0.403];

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-diff-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task A_ratio_that_changed_is_named_with_its_interval()
    {
        var run = await CommandRun.Of("diff", Write("a", Steady), Write("b", [.. Steady.Select(ratio => ratio * 1.2)]));
        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        Assert.EndsWith(
            $"The ratio changed: {SyntheticRun.Id} up by 20 % [+19 %, +21 %]; bytes are the same everywhere.{Environment.NewLine}", run.Output, StringComparison.Ordinal);
        Assert.Contains("0.400 → 0.481", run.Output, StringComparison.Ordinal);
        Assert.Contains("changed up", run.Output, StringComparison.Ordinal);
        Assert.Contains("100 → 100 ns/op", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Ratios_that_could_not_be_decided_are_counted_apart()
    {
        double[] wild = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
        var run = await CommandRun.Of("diff", Write("a", wild, "x", "y"), Write("b", wild, "x", "y"));
        Assert.Contains("None of 2 ratios changed for certain: 2 inconclusive; bytes are the same everywhere.", run.Output, StringComparison.Ordinal);
        var few = await CommandRun.Of("diff", Write("c", [0.4, 0.4], "x"), Write("d", Steady, "x"));
        Assert.Contains("The ratio is not compared; bytes are the same everywhere.", few.Output, StringComparison.Ordinal);
        Assert.Contains("n/a (2 pairs before and 6 after: too few", few.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_one_run_lacks_is_listed_and_other_machines_give_no_times()
    {
        var run = await CommandRun.Of("diff", Write("a", Steady, "x", "old"), Write("b", Steady, "x", "new"));
        Assert.Equal(ExitCode.Ok, run.Code);
        Assert.Contains($"only before: old{Environment.NewLine}only after: new{Environment.NewLine}", run.Output, StringComparison.Ordinal);
        Assert.Contains("The ratio is unchanged; bytes are the same everywhere.", run.Output, StringComparison.Ordinal);
        var elsewhere = await CommandRun.Of("diff", Path.Combine(folder, "a"), WriteAt("else", "c", Steady, "x"));
        Assert.Contains("Times are not compared: the runs come from two machines (abc and else).", elsewhere.Output, StringComparison.Ordinal);
        Assert.Contains("measure both builds on one machine: asyncload compare CLASS --project PROJECT --baseline commit=BEFORE --candidate commit=AFTER", elsewhere.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("asyncload compare", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("ns/op", elsewhere.Output, StringComparison.Ordinal);
        Assert.StartsWith("warning: Machine: abc → else.", elsewhere.Error, StringComparison.Ordinal);
        var nothing = await CommandRun.Of("diff", Write("d", Steady, "p"), Write("e", Steady, "q"));
        Assert.Equal(ExitCode.Ok, nothing.Code);
        Assert.EndsWith($"The runs have no comparison in common.{Environment.NewLine}", nothing.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task For_programs_the_output_is_json_with_a_reason_for_every_null()
    {
        var run = await CommandRun.Of("diff", Write("a", [0.4, 0.4]), Write("b", Steady), "--format", "json");
        Assert.Equal(ExitCode.Ok, run.Code);
        var diff = JsonSerializer.Deserialize(run.Output, ModelJson.Line.RunDiff)!;
        Assert.Equal(RunDiff.CurrentSchemaVersion, diff.SchemaVersion);
        var comparison = Assert.Single(diff.Comparisons);
        Assert.Equal((null, null, null), (comparison.Change, comparison.RatioChange, comparison.Before));
        Assert.Equal(["before", "change", "peak.baseline", "peak.candidate", "ratioChange", "retained.baseline", "retained.candidate"], comparison.Missing.Keys);
        Assert.DoesNotContain("NaN", run.Output, StringComparison.Ordinal);
        Assert.Contains("\"state\": \"same\"", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_folder_that_holds_no_run_exits_4(bool first)
    {
        var (there, nowhere) = (Write("a", Steady), Path.Combine(folder, "none"));
        var run = await CommandRun.Of(first ? ["diff", nowhere, there] : ["diff", there, nowhere]);
        Assert.Equal((ExitCode.BadArguments, ""), (run.Code, run.Output));
        Assert.Contains("manifest.json does not exist, so this is not a run folder", run.Error, StringComparison.Ordinal);
    }

    private string Write(string name, double[] ratios, params string[] ids) => WriteAt("abc", name, ratios, ids);

    private string WriteAt(string machine, string name, double[] ratios, params string[] ids) => SyntheticFolder.Write(Path.Combine(folder, name), machine, ratios, ids);
}
