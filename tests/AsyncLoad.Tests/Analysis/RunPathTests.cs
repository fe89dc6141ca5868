using AsyncLoad.Analysis;
using AsyncLoad.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Analysis;

/// <summary>Names in a run folder come from whoever made it.</summary>
[Fault(23)]
public sealed class RunPathTests : IDisposable
{
    private readonly string parent = Directory.CreateTempSubdirectory("asyncload-path-").FullName;

    private string Folder => Path.Combine(parent, "run");

    public RunPathTests()
    {
        Directory.CreateDirectory(Path.Combine(Folder, "traces"));
        Directory.CreateDirectory(Path.Combine(parent, "running"));
        foreach (var file in new[] { "secret", "run/traces/c001.nettrace", "running/secret" }) File.WriteAllText(Path.Combine(parent, file), "text");
    }

    public void Dispose() => Directory.Delete(parent, recursive: true);

    [Theory]
    [InlineData("traces/c001.nettrace")]
    [InlineData("traces/../traces/c001.nettrace")]
    [InlineData("not-there/yet")]
    public void What_lies_inside_is_a_path(string file) => Assert.Equal(Path.GetFullPath(Path.Combine(Folder, file)), RunPath.Inside(Folder + "/", file));

    [Theory]
    [InlineData("../secret")]
    [InlineData("traces/../../secret")]
    [InlineData("../running/secret")]
    [InlineData("/etc/passwd")]
    [InlineData(".")]
    [InlineData("")]
    [InlineData("a\0b")]
    public void What_leads_out_is_none(string file)
    {
        Assert.Null(RunPath.Inside(Folder, file));
        Assert.Throws<IOException>(() => RunPath.Of(Folder, file));
    }

    [Fact]
    public void A_link_on_the_way_is_not_followed_wherever_it_leads()
    {
        File.CreateSymbolicLink(Path.Combine(Folder, "link.nettrace"), Path.Combine(parent, "secret"));
        Directory.CreateSymbolicLink(Path.Combine(Folder, "linked"), parent);

        Assert.Null(RunPath.Inside(Folder, "link.nettrace"));
        Assert.Null(RunPath.Inside(Folder, "linked/secret"));
    }

    [Fact]
    public void A_link_anywhere_in_the_folder_is_found()
    {
        Assert.Null(RunPath.Link(Folder));
        File.CreateSymbolicLink(Path.Combine(Folder, "traces", ".hidden"), Path.Combine(parent, "secret"));

        Assert.Equal(Path.Combine("traces", ".hidden"), RunPath.Link(Folder));
    }

    [Fact]
    public void The_folder_itself_may_be_reached_through_a_link()
    {
        var link = Path.Combine(parent, "latest");
        Directory.CreateSymbolicLink(link, Folder);

        Assert.NotNull(RunPath.Inside(link, "traces/c001.nettrace"));
    }

    [Fact]
    public void A_trace_that_lies_outside_is_not_opened()
    {
        Assert.Contains("leads out of the run folder", TraceReader.Read(Folder, "../secret", "c001").Problem, StringComparison.Ordinal);
        Assert.Equal(0, TraceReader.EventsLost(Folder, "../secret"));
    }

    [Fact]
    public void A_manifest_that_is_a_link_is_no_run()
    {
        File.CreateSymbolicLink(Path.Combine(Folder, "manifest.json"), Path.Combine(parent, "secret"));

        Assert.Contains("a link", Assert.Throws<UnreadableRunException>(() => RunReader.Read(Folder)).Message, StringComparison.Ordinal);
    }
}
