using AsyncLoad.Assurance.Recording;
using Xunit;

namespace AsyncLoad.Tests.Recording;

/// <summary>What a recording shows of a command that is typed.</summary>
public sealed class TerminalSessionTests
{
    [Fact]
    public async Task A_command_is_typed_behind_the_prompt_and_its_output_follows()
    {
        Assert.SkipUnless(File.Exists("/usr/bin/tmux"), "there is no /usr/bin/tmux");
        using var session = new TerminalSession();

        var frames = await session.RecordAsync("echo one", columns: 40, rows: 6);

        Assert.Contains(frames, frame => Shown(frame) is ["$"]);
        Assert.Equal(["$ echo one", "one", "$"], Shown(frames[^1]));
    }

    [Fact]
    public async Task A_command_that_fails_is_no_picture()
    {
        Assert.SkipUnless(File.Exists("/usr/bin/tmux"), "there is no /usr/bin/tmux");
        using var session = new TerminalSession();

        var failure = await Assert.ThrowsAsync<InvalidOperationException>(() => session.RecordAsync("(exit 3)", columns: 40, rows: 6));

        Assert.Equal("the command ended with 3", failure.Message);
    }

    private static List<string> Shown(TerminalFrame frame) => [.. frame.Lines.Select(line => line.TrimEnd()).Where(line => line.Length > 0)];
}
