using System.Text.Json;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.Tests.Analysis;

public sealed class RunReaderTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-run-").FullName;

    public RunReaderTests()
    {
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()));
        var manifest = RunHashes.Over(evidence.Manifest with { Status = RunStatus.Running }, []);
        Write("manifest.json", JsonSerializer.Serialize(manifest, ModelJson.Indented.RunManifest));
        Write("catalogue.json", JsonSerializer.Serialize(evidence.Catalogue, ModelJson.Indented.Catalogue));
        Write("pairs.jsonl", Line(SyntheticRun.PairOf(1, 0.5)) + Line(SyntheticRun.TracedRun(new CellOutcome.CaptureLost("buffer"))) + Line(SyntheticRun.CrashedPair(2)));
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void A_whole_folder_is_read_without_a_problem()
    {
        var evidence = RunReader.Read(folder);
        Assert.Empty(evidence.Problems);
        Assert.Equal("test", evidence.Manifest.Plan.ProfileName);
        Assert.Equal(6, evidence.Manifest.Plan.Schedule.Count);
        Assert.Equal([typeof(JournalEntry.Pair), typeof(JournalEntry.TracedRun), typeof(JournalEntry.Pair)], evidence.Journal.Select(entry => entry.GetType()));
        var pair = Assert.Single(evidence.Of(evidence.Manifest.Plan.Comparisons[0]).Progress.Completed);
        Assert.Equal(200_000, pair.Candidate.Slices[0].Operations);
    }

    [Fault(5)]
    [Theory]
    [InlineData(1)]
    [InlineData(40)]
    [InlineData(1_000)]
    public void A_torn_last_line_is_stated_and_the_rest_is_kept(int kept)
    {
        Append(Line(SyntheticRun.PairOf(3, 0.5))[..kept]);
        var evidence = RunReader.Read(folder);
        Assert.Equal(3, evidence.Journal.Count);
        Assert.Contains("line, 4, is incomplete", Assert.Single(evidence.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public void A_last_line_that_lacks_only_its_end_is_whole()
    {
        Append(Line(SyntheticRun.PairOf(3, 0.5)).TrimEnd());
        var evidence = RunReader.Read(folder);
        Assert.Equal(4, evidence.Journal.Count);
        Assert.Empty(evidence.Problems);
    }

    [Theory]
    [InlineData("garbage")]
    [InlineData("null")]
    [InlineData("{\"kind\":\"pair\"}")]
    [InlineData("{\"kind\":\"unheard-of\"}")]
    [InlineData("{\"comparison\":\"no kind\"}")]
    public void A_damaged_line_in_between_is_stated_and_left_out(string line)
    {
        Append(line + "\n" + Line(SyntheticRun.PairOf(3, 0.5)));
        var evidence = RunReader.Read(folder);
        Assert.Equal(4, evidence.Journal.Count);
        Assert.Contains("line 4 is damaged", Assert.Single(evidence.Problems), StringComparison.Ordinal);
    }

    [Fault(25)]
    [Fact]
    public void A_journal_beyond_the_limit_is_refused_without_reading_it()
    {
        using (var journal = new FileStream(Path.Combine(folder, "pairs.jsonl"), FileMode.Open)) journal.SetLength(RunManifest.MostJournalBytes + 1);

        Assert.Contains("4.00 GB, and at most 4.00 GB can be read", Assert.Throws<UnreadableRunException>(() => RunReader.Read(folder)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_that_was_killed_before_its_first_pair_is_still_a_run()
    {
        File.Delete(Path.Combine(folder, "pairs.jsonl"));
        File.Delete(Path.Combine(folder, "catalogue.json"));
        var evidence = RunReader.Read(folder);
        Assert.Empty(evidence.Journal);
        Assert.Empty(evidence.Catalogue.Workloads);
        Assert.Equal(2, evidence.Problems.Count);
        Assert.StartsWith("catalogue.json could not be read, so published figures are missing: ", evidence.Problems[0], StringComparison.Ordinal);
        Assert.StartsWith("pairs.jsonl could not be read: ", evidence.Problems[1], StringComparison.Ordinal);
    }

    [Fact]
    public void A_journal_without_a_pair_yet_is_no_problem()
    {
        Write("pairs.jsonl", "");
        var evidence = RunReader.Read(folder);
        Assert.Empty(evidence.Journal);
        Assert.Empty(evidence.Problems);
    }

    [Fact]
    public void A_step_joins_its_sweep_among_others()
    {
        var first = SyntheticRun.ComparisonOf();
        Sweep Swept(string id) => new(id, "depth", AxisUnit.Number, new StepGrid(0, 1, null, null), 3, first, [new SweepStep(0, first.Id)]);
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], first) with { Sweeps = [Swept("other"), Swept("swept")] });
        Write("manifest.json", JsonSerializer.Serialize(RunHashes.Over(evidence.Manifest with { Status = RunStatus.Running }, []), ModelJson.Indented.RunManifest));
        Write("pairs.jsonl", Line(new JournalEntry.AddedStep("swept", 1, SyntheticRun.ComparisonOf("completed/step"))) + Line(SyntheticRun.PairOf(1, 0.5, "completed/step")));

        var read = RunReader.Read(folder);

        Assert.Empty(read.Problems);
        Assert.Equal([first.Id, "completed/step"], read.Manifest.Plan.Comparisons.Select(known => known.Id));
        Assert.Equal([1, 2], read.Manifest.Plan.Sweeps!.Select(sweep => sweep.Steps.Count));
    }

    [Fact]
    public void A_folder_without_a_manifest_is_no_run()
    {
        File.Delete(Path.Combine(folder, "manifest.json"));
        Assert.Contains("is not a run folder", Assert.Throws<UnreadableRunException>(() => RunReader.Read(folder)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "manifest.json")]
    [InlineData("[]", "could not be converted")]
    [InlineData("{}", "schemaVersion")]
    [InlineData("null", "holds null")]
    [InlineData("{\"schemaVersion\": 1, \"\\ud800aaaaaaaaaaaa\": 1}", "manifest.json")]
    [InlineData("{\"schemaVersion\": 3, \"new\": {}, \"list\": [null]}", "format 3, written by AsyncLoad of another version; this program reads format 2")]
    [InlineData("{\"schemaVersion\": 3, \"tool\": \"0.9.0\"}", "format 3, written by AsyncLoad 0.9.0; this program reads format 2: use the version that wrote it, or measure again")]
    [InlineData("{\"schemaVersion\": 1}", "manifest.json")]
    [InlineData("{\n\"schemaVersion\": 2,\n\"plan\": {", "manifest.json was cut off or changed in line 3: it ends too early. Take it from a copy of this run folder, or measure again")]
    [InlineData("", "manifest.json is empty")]
    public void A_manifest_of_another_making_is_refused_with_its_reason(string content, string reason)
    {
        Write("manifest.json", content);
        Assert.Contains(reason, Assert.Throws<UnreadableRunException>(() => RunReader.Read(folder)).Message, StringComparison.Ordinal);
    }

    private static string Line(JournalEntry entry) => JsonSerializer.Serialize(entry, ModelJson.Line.JournalEntry) + "\n";

    private void Write(string file, string content) => File.WriteAllText(Path.Combine(folder, file), content);

    private void Append(string content) => File.AppendAllText(Path.Combine(folder, "pairs.jsonl"), content);
}
