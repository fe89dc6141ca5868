using System.Text.Json.Nodes;
using Xunit;

namespace AsyncLoad.EndToEnd;

[Collection(typeof(CompleteRunReaders))]
public class ReportCommandTests(CompleteRun run)
{
    /// <summary>Languages that write numbers, dates or capitals in their own way, and time zones on both sides of Greenwich.</summary>
    public static TheoryData<string, string> Places => new()
    {
        { "tr_TR.UTF-8", "Europe/Istanbul" },
        { "de_DE.UTF-8", "Europe/Berlin" },
        { "ar_SA.UTF-8", "Pacific/Kiritimati" },
    };

    [Fact]
    public async Task Judgement_is_rebuilt_from_evidence_byte_for_byte()
    {
        using var sandbox = new Sandbox();
        var copy = new RunFolder(sandbox.Copy(run.Folder.Folder, "run", without: RunFolder.Judgement.Contains));

        (await Asyncload.RunAsync(sandbox, "report", "run")).Expect(0);

        AssertSameJudgement(copy);
        Assert.Equal(run.Folder.Files, copy.Files);
    }

    [Fault(24)]
    [Theory]
    [MemberData(nameof(Places))]
    public async Task Files_and_words_are_the_same_everywhere(string language, string timeZone)
    {
        using var sandbox = new Sandbox();
        var copy = new RunFolder(sandbox.Copy(run.Folder.Folder, "run"));

        var ended = await Asyncload.RunInAsync(sandbox, [("LANG", language), ("LC_ALL", language), ("TZ", timeZone)], "report", "run");

        Assert.Equal(run.Ended.Output, ended.Expect(0).Output);
        AssertSameJudgement(copy);
    }

    [Fact]
    public async Task For_programs_the_output_is_results_json()
    {
        using var sandbox = new Sandbox();
        sandbox.Copy(run.Folder.Folder, "run");

        var ended = await Asyncload.RunAsync(sandbox, "report", "run", "--format", "json");

        Assert.Equal(run.Folder.Text("results.json").Trim(), ended.Expect(0).Output.Trim());
    }

    [Fact]
    public async Task Files_for_other_programs_are_written_where_they_are_asked_for()
    {
        using var sandbox = new Sandbox();
        var copy = new RunFolder(sandbox.Copy(run.Folder.Folder, "run"));

        var ended = (await Asyncload.RunAsync(sandbox, "report", "run", "--export", "benchmarkdotnet", "--export", "openmetrics")).Expect(0);

        Assert.Equal(["benchmarkdotnet-report-full.json", "openmetrics.txt"], copy.Files.Except(run.Folder.Files).Order(StringComparer.Ordinal));
        Assert.Contains($"export   {Path.Combine("run", "openmetrics.txt")}", ended.Output, StringComparison.Ordinal);
        // Four comparisons of two sides, each a benchmark.
        var benchmarks = JsonNode.Parse(copy.Text("benchmarkdotnet-report-full.json"))!["Benchmarks"]!.AsArray();
        Assert.Equal(8, benchmarks.Count);
        Assert.All(benchmarks, benchmark => Assert.Equal(6, (int)benchmark!["Statistics"]!["N"]!));
        Assert.EndsWith("# EOF\n", copy.Text("openmetrics.txt"), StringComparison.Ordinal);
    }

    [Fault(5)]
    [Fact]
    public async Task A_torn_last_line_costs_that_line_only()
    {
        using var sandbox = new Sandbox();
        var copy = new RunFolder(sandbox.Copy(run.Folder.Folder, "run", without: RunFolder.Judgement.Contains));
        await File.AppendAllTextAsync(copy.At("pairs.jsonl"), """{"kind":"pair","compar""", TestContext.Current.CancellationToken);

        var ended = await Asyncload.RunAsync(sandbox, "report", "run");

        Assert.Contains("is incomplete", ended.Expect(0).Error, StringComparison.Ordinal);
        // What is wrong with the evidence stands beside the figures.
        var results = JsonNode.Parse(copy.Text("results.json"))!.AsObject();
        Assert.Contains(results["problems"]!.AsArray(), problem => problem!.GetValue<string>().Contains("is incomplete", StringComparison.Ordinal));
        results.Remove("problems");
        Assert.Equal(JsonNode.Parse(run.Folder.Text("results.json"))!.ToJsonString(), results.ToJsonString());
    }

    [Fact]
    public async Task Evidence_that_was_changed_is_named()
    {
        using var sandbox = new Sandbox();
        var copy = new RunFolder(sandbox.Copy(run.Folder.Folder, "run"));
        await File.AppendAllTextAsync(copy.At("pairs.jsonl"), "\n", TestContext.Current.CancellationToken);

        var ended = await Asyncload.RunAsync(sandbox, "report", "run");

        const string Problem = "pairs.jsonl was changed after measuring";
        Assert.Contains(Problem, ended.Expect(0).Error, StringComparison.Ordinal);
        Assert.Contains(Problem, copy.Text("report.md"), StringComparison.Ordinal);
        Assert.DoesNotContain("changed after measuring", run.Ended.Error, StringComparison.Ordinal);
    }

    [Fault(7)]
    [Fact]
    public async Task A_trace_that_is_none_is_named_and_costs_its_figures_only()
    {
        using var sandbox = new Sandbox();
        var copy = new RunFolder(sandbox.Copy(run.Folder.Folder, "run"));
        var trace = run.Folder.Results.Comparisons[0].Traces.Baseline!.File;
        await File.WriteAllTextAsync(copy.At(trace), "not a trace", TestContext.Current.CancellationToken);

        (await Asyncload.RunAsync(sandbox, "report", "run")).Expect(9);

        Assert.Equal(run.Folder.Results.Comparisons[0].Ratio, copy.Results.Comparisons[0].Ratio);
        Assert.Contains("unreadable", copy.Text("report.md"), StringComparison.Ordinal);
    }

    private void AssertSameJudgement(RunFolder copy) => Assert.All(
        RunFolder.Judgement,
        file => Assert.True(File.ReadAllBytes(run.Folder.At(file)).AsSpan().SequenceEqual(File.ReadAllBytes(copy.At(file))), $"{file} differs"));
}
