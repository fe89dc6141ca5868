using System.Security.Cryptography;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Storage;

/// <summary>What a run leaves in its folder, and what it says where it cannot.</summary>
public sealed class WrittenRunTests : IDisposable
{
    private readonly string parent = Directory.CreateTempSubdirectory("asyncload-written-").FullName;

    private string Folder => Path.Combine(parent, "run");

    public void Dispose() => Directory.Delete(parent, recursive: true);

    [Fact]
    public void A_run_that_ended_lists_every_file_of_its_evidence_with_its_hash()
    {
        using (var writer = Create())
        {
            writer.Append(Pair(1, Report(1_000, null)));
            Directory.CreateDirectory(Path.Combine(Folder, "traces"));
            foreach (var name in new[] { "c002.nettrace", "c001.nettrace", "c003.partial" }) File.WriteAllText(Path.Combine(Folder, "traces", name), name);
            Directory.CreateDirectory(Path.Combine(Folder, "histograms"));
            foreach (var name in new[] { "notes.txt", "histograms/notes.txt" }) File.WriteAllText(Path.Combine(Folder, name), "not part of it");
            writer.Finish(RunStatus.Complete, SyntheticRun.Noon);
        }

        var manifest = RunReader.Read(Folder).Manifest;
        Assert.Equal(
            ["catalogue.json", "profile.resolved.json", "pairs.jsonl", "traces/c001.nettrace", "traces/c002.nettrace", "histograms/c001-await-task.hgrm", "histograms/c001-await-value-task.hgrm"],
            manifest.Files.Select(file => file.Path));
        Assert.All(manifest.Files, file =>
        {
            var bytes = File.ReadAllBytes(Path.Combine(Folder, file.Path));
            Assert.Equal((bytes.Length, Convert.ToHexStringLower(SHA256.HashData(bytes))), (file.Bytes, file.Sha256));
        });
        Assert.Equal((RunStatus.Complete, SyntheticRun.Noon), (manifest.Status, manifest.Finished));
        Assert.Null(manifest.Reference);
        Assert.False(File.Exists(Path.Combine(Folder, ".lock")));
        File.Open(Path.Combine(Folder, "pairs.jsonl"), FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose();
    }

    [Fact]
    public void The_reference_run_is_kept_without_its_traces_and_with_hashes()
    {
        var earlier = Path.Combine(parent, "earlier");
        Directory.CreateDirectory(Path.Combine(earlier, "traces"));
        foreach (var (name, text) in new[] { ("manifest.json", "{}"), ("pairs.jsonl", ""), ("report.html", "x"), ("traces/c001.nettrace", "x") }) File.WriteAllText(Path.Combine(earlier, name), text);

        Create(earlier).Dispose();

        Assert.Equal(["manifest.json", "pairs.jsonl"], Directory.GetFileSystemEntries(Path.Combine(Folder, "reference")).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal));
        Assert.Equal(["reference/manifest.json", "reference/pairs.jsonl"], RunReader.Read(Folder).Manifest.Reference!.Select(file => file.Path));
        Assert.Equal("", File.ReadAllText(Path.Combine(Folder, "reference/pairs.jsonl")));
    }

    [Fact]
    public void Latencies_of_all_pairs_of_a_cell_are_one_file_and_service_times_another()
    {
        using (var writer = Create())
        {
            writer.Append(Pair(1, Report(1_000, 2_000)));
            writer.Append(Pair(2, Report(1_000, 2_000)));
            writer.Append(SyntheticRun.CrashedPair(3));
            writer.Append(Pair(3, Report(1_000, 2_000), "unheard-of"));
            writer.Finish(RunStatus.Complete, SyntheticRun.Noon);
        }

        Assert.Equal(
            ["c001-await-task-service.hgrm", "c001-await-task.hgrm", "c001-await-value-task-service.hgrm", "c001-await-value-task.hgrm"],
            Directory.GetFiles(Path.Combine(Folder, "histograms")).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal));
        Assert.Contains("#[Max     =       0.002000, Total count    =            4]\n", File.ReadAllText(Path.Combine(Folder, "histograms/c001-await-task.hgrm")), StringComparison.Ordinal);
        Assert.Contains("#[Max     =       0.001000, Total count    =            4]\n", File.ReadAllText(Path.Combine(Folder, "histograms/c001-await-task-service.hgrm")), StringComparison.Ordinal);
    }

    [Fact]
    public void A_step_that_a_sweep_adds_has_files_of_its_own()
    {
        var step = SyntheticRun.ComparisonOf("swept/1");
        using (var writer = Create())
        {
            writer.Append(new JournalEntry.AddedStep("swept", 1, step with { Baseline = step.Baseline with { Name = "c003-added" }, Candidate = step.Candidate with { Name = "c004-added" } }));
            writer.Append(Pair(1, Report(1_000, null), "swept/1"));
            writer.Finish(RunStatus.Complete, SyntheticRun.Noon);
        }

        Assert.Equal(["c003-added.hgrm", "c004-added.hgrm"], Directory.GetFiles(Path.Combine(Folder, "histograms")).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Files_that_cannot_be_written_at_the_end_leave_what_was_measured()
    {
        using var writer = Create();
        writer.Append(Pair(1, Report(1_000, null)));
        File.WriteAllText(Path.Combine(Folder, "histograms"), "x");

        var failure = Assert.Throws<OutputUnwritableException>(() => writer.Finish(RunStatus.Complete, SyntheticRun.Noon));

        Assert.StartsWith($"cannot write to {Folder}: ", failure.Message, StringComparison.Ordinal);
        Assert.EndsWith("; everything measured before is kept: make room and continue with --resume, or rebuild the reports with \"asyncload report\"", failure.Message, StringComparison.Ordinal);
        Assert.StartsWith($"{failure.Cause}; everything measured before", failure.Message, StringComparison.Ordinal);
        Assert.Empty(RunReader.Read(Folder).Manifest.Files);
    }

    [Fact]
    public void Without_latencies_there_is_no_folder_for_them()
    {
        using (var writer = Create())
        {
            writer.Append(SyntheticRun.PairOf(1, 0.5));
            writer.Finish(RunStatus.Complete, SyntheticRun.Noon);
        }

        Assert.False(Directory.Exists(Path.Combine(Folder, "histograms")));
    }

    [Fact]
    public void A_histogram_ends_with_mean_deviation_and_maximum() => Assert.Equal(
        """
                 Value     Percentile TotalCount 1/(1-Percentile)

              0.001000 0.000000000000          1           1.00
              0.001000 0.100000000000          1           1.11
              0.001000 0.200000000000          1           1.25
              0.001000 0.300000000000          1           1.43
              0.001000 0.400000000000          1           1.67
              0.001000 0.500000000000          1           2.00
              0.002000 0.550000000000          2           2.22
              0.002000 1.000000000000          2
        #[Mean    =       0.001500, StdDeviation   =       0.000500]
        #[Max     =       0.002000, Total count    =            2]
        #[Buckets =           32, SubBuckets     =         2048]

        """,
        PercentileText.Of(Latencies(1_000, 2_000)),
        ignoreLineEndingDifferences: true);

    [Fact]
    public void A_journal_that_was_removed_takes_nothing_more_and_says_so()
    {
        using var writer = Create();
        File.Delete(Path.Combine(Folder, "pairs.jsonl"));

        var message = Assert.Throws<OutputUnwritableException>(() => writer.Append(SyntheticRun.PairOf(1, 0.5))).Message;

        Assert.Equal($"{Path.Combine(Folder, "pairs.jsonl")} was removed or renamed during the run, and its data is lost: measure again into a folder that stays (--output)", message);
    }

    [Fact]
    public void A_place_that_is_taken_or_cannot_be_made_is_refused_with_what_to_do()
    {
        File.WriteAllText(Folder, "x");
        Assert.Equal($"{Folder} is a file; a run needs an absent or empty folder (--output DIR)", Refused(() => RunWriter.RequireEmpty(Folder)));
        Assert.Equal($"{parent} is not empty; a run needs an absent or empty folder (--output DIR)", Refused(() => RunWriter.RequireEmpty(parent)));
        Assert.Equal($"{parent} is not empty; a run needs an absent or empty folder (--output DIR)", Refused(() => Create(null, parent).Dispose()));
        var below = Path.Combine(Folder, "below");
        var message = Refused(() => Create(null, below).Dispose());
        Assert.StartsWith($"cannot write to {below}: ", message, StringComparison.Ordinal);
        Assert.EndsWith("; choose another folder with --output", message, StringComparison.Ordinal);
        Assert.Contains("cannot be written", Refused(() => RunLock.Take(below).Dispose()), StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_that_goes_on_is_running_again_and_keeps_its_doubts()
    {
        using (var writer = Create()) writer.Finish(RunStatus.Interrupted, SyntheticRun.Noon);

        RunWriter.Resume(Folder, () => new([], ["a line was changed"]), SyntheticRun.Noon).Dispose();
        RunWriter.Resume(Folder, () => new([], ["a line was changed"]), SyntheticRun.Noon.AddHours(1)).Dispose();

        var manifest = RunReader.Read(Folder).Manifest;
        Assert.Equal((RunStatus.Running, null), (manifest.Status, manifest.Finished));
        Assert.Empty(manifest.Files);
        Assert.Equal([SyntheticRun.Noon, SyntheticRun.Noon.AddHours(1)], manifest.Resumed!);
        Assert.Equal(["a line was changed"], manifest.Doubts!);
    }

    [Fact]
    public void Latencies_from_before_a_run_went_on_are_in_its_files()
    {
        using (var writer = Create()) writer.Append(Pair(1, Report(1_000, null)));
        using (var writer = RunWriter.Resume(Folder, () => new(RunReader.Read(Folder).Journal, []), SyntheticRun.Noon))
        {
            writer.Append(Pair(2, Report(1_000, null)));
            writer.Finish(RunStatus.Complete, SyntheticRun.Noon);
        }

        Assert.Contains("Total count    =            4]\n", File.ReadAllText(Path.Combine(Folder, "histograms/c001-await-task.hgrm")), StringComparison.Ordinal);
    }

    [Fact]
    public void A_line_that_was_cut_short_is_gone_before_anything_follows()
    {
        var journal = Path.Combine(Folder, "pairs.jsonl");
        using (var writer = Create()) writer.Append(SyntheticRun.PairOf(1, 0.5));
        var whole = File.ReadAllText(journal);
        File.AppendAllText(journal, whole[..^2]);

        RunWriter.Resume(Folder, () => new([], []), SyntheticRun.Noon).Dispose();

        Assert.Equal(whole, File.ReadAllText(journal));
    }

    [Fact]
    public void A_run_that_cannot_go_on_leaves_its_folder_free()
    {
        Create().Dispose();
        File.Delete(Path.Combine(Folder, "manifest.json"));

        Assert.StartsWith($"cannot resume {Folder}: ", Refused(() => RunWriter.Resume(Folder, () => new([], []), SyntheticRun.Noon).Dispose()), StringComparison.Ordinal);
        RunLock.Take(Folder).Dispose();
        Assert.Throws<InvalidOperationException>(() => RunWriter.Resume(Folder, () => throw new InvalidOperationException(), SyntheticRun.Noon).Dispose());
        RunLock.Take(Folder).Dispose();
    }

    [Fact]
    public void A_file_of_another_folder_is_taken_where_it_is_there_and_holds_something()
    {
        using var writer = Create();
        var from = Path.Combine(parent, "a.nettrace");
        Assert.False(writer.Take(from, "traces/a.nettrace"));
        File.WriteAllText(from, "");
        Assert.False(writer.Take(from, "traces/a.nettrace"));
        File.WriteAllText(from, "Nettrace");
        Assert.True(writer.Take(from, "traces/a.nettrace"));
        Assert.Equal("Nettrace", File.ReadAllText(Path.Combine(Folder, "traces/a.nettrace")));
        Assert.StartsWith($"cannot copy {from} to {Folder}: ", Refused(() => writer.Take(from, "traces/a.nettrace")), StringComparison.Ordinal);
    }

    private static string Refused(Action action) => Assert.Throws<OutputUnwritableException>(action).Message;

    private static Latencies Latencies(params long[] times)
    {
        var counts = new long[AsyncLoad.Model.Measurements.Latencies.BucketCount];
        foreach (var time in times) counts[AsyncLoad.Model.Measurements.Latencies.IndexOf(time)]++;
        return AsyncLoad.Model.Measurements.Latencies.Of(counts, new Nanoseconds(times.Max()), new Nanoseconds(times.Sum()));
    }

    // Two calls of the same time.
    private static LatencyReport Report(long service, long? response) => new(
        Latencies(service, service), response is { } time ? Latencies(time, time) : null, AsyncLoad.Model.Measurements.Latencies.None, null);

    private static JournalEntry.Pair Pair(int index, LatencyReport report, string comparison = SyntheticRun.Id) =>
        SyntheticRun.PairOf(index, SyntheticRun.Side(100) with { Latency = report }, SyntheticRun.Side(100) with { Latency = report }, comparison);

    private RunWriter Create(string? reference = null, string? folder = null)
    {
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()));
        return RunWriter.Create(folder ?? Folder, evidence.Manifest, TestCatalogue.Own, Profiles.Good(Profiles.Smallest), reference);
    }
}
