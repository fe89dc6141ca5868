using AsyncLoad.Analysis;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Run folders of somebody else, in which any file may be a link.</summary>
[Fault(23)]
public sealed class ForeignFolderTests : IDisposable
{
    private readonly string parent = Directory.CreateTempSubdirectory("asyncload-foreign-").FullName;

    public void Dispose() => Directory.Delete(parent, recursive: true);

    [Fact]
    public void What_a_link_of_an_earlier_run_points_to_is_not_kept()
    {
        var earlier = ReferenceRun.Read(Run("earlier"));
        Link(earlier.Folder, "catalogue.json");
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()));
        RunWriter.Create(At("run"), evidence.Manifest, TestCatalogue.Own, Profiles.Good(Profiles.Smallest), earlier.Folder).Dispose();

        Assert.Equal(["manifest.json", "pairs.jsonl"], Directory.GetFiles(Path.Combine(At("run"), RunManifest.ReferenceFolder)).Select(file => Path.GetFileName(file)).Order());
    }

    [Fact]
    public void An_earlier_run_that_is_a_link_is_none()
    {
        var folder = Run("run");
        Directory.CreateSymbolicLink(Path.Combine(folder, RunManifest.ReferenceFolder), Run("other"));

        Assert.Contains("a link", Assert.Throws<UnreadableRunException>(() => ReferenceRun.KeptIn(folder)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_profile_that_is_a_link_is_not_read()
    {
        var folder = Run("run");
        Link(folder, "profile.resolved.json");

        Assert.Contains("leads out of the run folder", Assert.Throws<UnreadableRunException>(() => ResolvedProfile.Read(folder)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("pairs.jsonl")]
    [InlineData(".lock")]
    [InlineData("traces")]
    [InlineData("histograms/c001-await-task.hgrm")]
    public void A_run_does_not_go_on_in_a_folder_that_holds_a_link(string name)
    {
        var folder = Run("run");
        Directory.CreateDirectory(Path.Combine(folder, "histograms"));
        Link(folder, name);

        Assert.Contains($"{name}: a link", Assert.Throws<UnreadableRunException>(() => UnfinishedRun.Read(folder)).Message.Replace('\\', '/'), StringComparison.Ordinal);
    }

    private string At(string name) => Path.Combine(parent, name);

    private string Run(string name) => SyntheticFolder.Write(At(name), "abc", [0.5]);

    private void Link(string folder, string name)
    {
        File.WriteAllText(At("secret"), "text");
        File.Delete(Path.Combine(folder, name));
        File.CreateSymbolicLink(Path.Combine(folder, name), At("secret"));
    }
}
