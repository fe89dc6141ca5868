using System.Runtime.Versioning;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Storage;

public sealed class RunWriterTests : IDisposable
{
    private const UnixFileMode Private = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    private readonly string parent = Directory.CreateTempSubdirectory("asyncload-writer-").FullName;

    private string Folder => Path.Combine(parent, "runs", "mine");

    public void Dispose() => Directory.Delete(parent, recursive: true);

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public void A_folder_that_it_makes_is_for_nobody_else()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Unix modes");
        Create().Dispose();

        Assert.Equal(Private, File.GetUnixFileMode(Folder));
        // Folders above it get the user's usual rights.
        var usual = Directory.CreateDirectory(Path.Combine(parent, "usual")).UnixFileMode;
        Assert.Equal(usual, File.GetUnixFileMode(Path.GetDirectoryName(Folder)!));
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public void A_folder_that_was_there_keeps_its_mode()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Unix modes");
        Directory.CreateDirectory(Folder);
        File.SetUnixFileMode(Folder, Private | UnixFileMode.GroupRead | UnixFileMode.GroupExecute);
        Create().Dispose();

        Assert.Equal(Private | UnixFileMode.GroupRead | UnixFileMode.GroupExecute, File.GetUnixFileMode(Folder));
    }

    [Fault(20)]
    [Fact]
    public void A_folder_that_is_held_is_refused_and_stays_as_it_is()
    {
        using (Create())
        {
            var files = Directory.GetFiles(Folder);
            Assert.Contains("--output", Assert.Throws<OutputUnwritableException>(() => Create().Dispose()).Message, StringComparison.Ordinal);
            Assert.Contains("in use by another run", Assert.Throws<OutputUnwritableException>(() => RunWriter.Resume(Folder, () => new([], []), SyntheticRun.Noon).Dispose()).Message, StringComparison.Ordinal);
            Assert.Equal(files, Directory.GetFiles(Folder));
        }
    }

    [Fault(23)]
    [Fact]
    public void A_link_under_a_temporary_name_is_replaced_not_followed()
    {
        Create().Dispose();
        var outside = Path.Combine(parent, "outside");
        File.WriteAllText(outside, "untouched");
        File.CreateSymbolicLink(Path.Combine(Folder, "manifest.json.partial"), outside);

        RunWriter.Resume(Folder, () => new([], []), SyntheticRun.Noon).Dispose();

        Assert.Equal("untouched", File.ReadAllText(outside));
        Assert.Equal(1, RunReader.Read(Folder).Manifest.Resumed?.Count);
    }

    [Fact]
    public void A_manifest_that_an_editor_gave_a_byte_order_mark_is_taken_up()
    {
        Create().Dispose();
        var manifest = Path.Combine(Folder, "manifest.json");
        File.WriteAllText(manifest, "\uFEFF" + File.ReadAllText(manifest));

        RunWriter.Resume(Folder, () => new([], []), SyntheticRun.Noon).Dispose();

        Assert.Equal(1, RunReader.Read(Folder).Manifest.Resumed?.Count);
    }

    [Theory]
    [InlineData(0, 2)]
    [InlineData(1, 2)]
    [InlineData(2, 1)]
    public void A_last_line_that_lacks_only_its_end_gets_it_and_a_torn_one_goes(int cut, int kept)
    {
        using (var writer = Create())
        {
            writer.Append(SyntheticRun.PairOf(1, 0.5));
            writer.Append(SyntheticRun.PairOf(2, 0.5));
        }

        var journal = Path.Combine(Folder, "pairs.jsonl");
        File.WriteAllText(journal, File.ReadAllText(journal)[..^cut]);
        var soFar = RunReader.Read(Folder).Journal;
        using (var writer = RunWriter.Resume(Folder, () => new(soFar, []), SyntheticRun.Noon)) writer.Append(SyntheticRun.PairOf(3, 0.5));

        Assert.Equal(kept, soFar.Count);
        var after = RunReader.Read(Folder);
        Assert.Empty(after.Problems);
        Assert.Equal([.. Enumerable.Range(1, kept), 3], after.Journal.Cast<JournalEntry.Pair>().Select(pair => pair.Index));
    }

    [Fact]
    public void The_journal_is_read_once_nobody_else_writes_to_it()
    {
        Create().Dispose();
        var refused = "";
        using (RunWriter.Resume(Folder, () =>
        {
            refused = Assert.Throws<OutputUnwritableException>(() => RunLock.Take(Folder).Dispose()).Message;
            return new([], []);
        }, SyntheticRun.Noon))
        {
            Assert.Contains("in use by another run", refused, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void What_limits_the_trust_in_a_run_that_goes_on_stands_in_the_manifest_at_once()
    {
        Create().Dispose();
        RunWriter.Resume(Folder, () => new([], []), SyntheticRun.Noon, "another machine").Dispose();
        RunWriter.Resume(Folder, () => new([], []), SyntheticRun.Noon, "another machine", "another version").Dispose();

        Assert.Equal(["another machine", "another version"], RunReader.Read(Folder).Manifest.Warnings);
    }

    [Fault(29)]
    [Fact]
    public void What_is_found_out_on_the_way_stands_in_the_manifest()
    {
        using (var writer = Create())
        {
            writer.Warn("somebody came");
            writer.Finish(RunStatus.Complete, SyntheticRun.Noon);
        }

        Assert.Equal(["somebody came"], RunReader.Read(Folder).Manifest.Warnings);
    }

    [Fact]
    public void A_folder_whose_writing_fails_is_not_kept_in_use()
    {
        var manifest = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf())).Manifest with { Plan = null! };
        Assert.ThrowsAny<Exception>(() => RunWriter.Create(Folder, manifest, TestCatalogue.Own, Profiles.Good(Profiles.Smallest)).Dispose());

        RunLock.Take(Folder).Dispose();
    }

    private RunWriter Create()
    {
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()));
        return RunWriter.Create(Folder, evidence.Manifest, TestCatalogue.Own, Profiles.Good(Profiles.Smallest));
    }
}
