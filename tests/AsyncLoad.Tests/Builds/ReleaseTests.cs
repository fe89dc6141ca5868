using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Builds;

/// <summary>What a release takes from the tag and the changelog, before anything is built.</summary>
public sealed class ReleaseTests
{
    private static readonly string Newest = Repository.Lines("CHANGELOG.md").First(line => line.StartsWith("## [", StringComparison.Ordinal) && line != "## [Unreleased]");

    [Fact]
    public async Task Notes_are_the_section_of_the_version()
    {
        var version = Newest[4..Newest.IndexOf(']', StringComparison.Ordinal)];

        // Long output of a tool is kept in part, so it goes to a file.
        var file = Path.GetTempFileName();
        try
        {
            Assert.Equal(0, (await RunAsync("GITHUB_REPOSITORY= .ci/notes", $"{version} > '{file}'")).ExitCode);

            var notes = await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken);
            Assert.Contains(notes.Trim(), Repository.Text("CHANGELOG.md"), StringComparison.Ordinal);
            Assert.Contains("### ", notes, StringComparison.Ordinal);
            Assert.DoesNotContain("## [", notes, StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(file);
        }
    }

    // The page of a release is no folder of the repository.
    [Fact]
    public async Task On_a_code_host_their_links_lead_to_the_files_of_the_tag()
    {
        var notes = (await RunAsync("GITHUB_SERVER_URL=https://code.example GITHUB_REPOSITORY=owner/name .ci/notes", "0.1.0 | grep -F docs/scale.md")).Output;

        Assert.Contains("](https://code.example/owner/name/blob/v0.1.0/docs/scale.md)", notes, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(".ci/notes", "99.0.0", "CHANGELOG.md has no section [99.0.0]")]
    [InlineData(".ci/release", "v99.0.0", "tag v99.0.0 is not v")]
    public async Task What_does_not_agree_is_refused(string script, string argument, string reason)
    {
        var said = await RunAsync(script, argument);

        Assert.Equal(1, said.ExitCode);
        Assert.Contains(reason, said.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Releases_in_the_changelog_have_a_date() =>
        Assert.All(
            Repository.Lines("CHANGELOG.md").Where(line => line.StartsWith("## [", StringComparison.Ordinal)).Skip(1),
            line => Assert.Matches(@"^## \[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$", line));

    private static Task<ToolResult> RunAsync(string script, string argument)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a script for shells of Unix");
        return ToolProcess.RunAsync("/bin/bash", ["-c", $"{script} {argument} 2>&1"], Repository.Root, Duration.FromSeconds(60), TestContext.Current.CancellationToken);
    }
}
