using System.Globalization;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>A terminal of a width of its own, by tmux, with the program at work in it. Disposal ends both.</summary>
internal sealed class Screen : IDisposable
{
    // Printed when the program has ended; its exit code follows.
    private const string Ended = "ended with ";

    private const string Tmux = "/usr/bin/tmux";

    private readonly Sandbox sandbox;
    private readonly string socket;

    private Screen(Sandbox sandbox) => (this.sandbox, socket) = (sandbox, sandbox.At("tmux.socket"));

    /// <summary>Whether this machine has such terminals.</summary>
    public static bool IsThere => File.Exists(Tmux);

    /// <summary>Starts the program with words that need no quoting.</summary>
    public static async Task<Screen> ShowAsync(Sandbox sandbox, int width, string environment, params string[] arguments)
    {
        var screen = new Screen(sandbox);
        // Without the sockets of other tests: that another run is at work is told in the middle of what is looked at here.
        var alone = Confined.NoNetwork is { } words ? $"unshare {string.Join(' ', words)}" : "";
        // The tests themselves may run on a build server; the person at this terminal does not.
        var command = $"{alone} env -u CI {environment} {Repository.Muxer} {Path.Combine(Repository.ProgramFolder, "asyncload.dll")} {string.Join(' ', arguments)}; echo {Ended}$?; cat";
        await screen.TmuxAsync("-f", "/dev/null", "new-session", "-d", "-x", width.ToString(CultureInfo.InvariantCulture), "-y", "200", command);
        return screen;
    }

    /// <summary>What stands on it, lines that the terminal broke joined again.</summary>
    public Task<string> TextAsync() => TmuxAsync("capture-pane", "-p", "-J");

    /// <summary>The same with the codes of bold, dim and coloured text.</summary>
    public Task<string> DecoratedAsync() => TmuxAsync("capture-pane", "-p", "-e", "-J");

    /// <summary>Waits until the program has ended well, and returns what stands there then.</summary>
    public async Task<string> EndAsync()
    {
        await UntilAsync(Ended);
        var text = await TextAsync();
        Assert.Contains(Ended + "0", text, StringComparison.Ordinal);
        return text[..text.IndexOf(Ended, StringComparison.Ordinal)];
    }

    /// <summary>Waits until a text stands on it.</summary>
    public async Task UntilAsync(string text)
    {
        for (var attempt = 0; attempt < 3_000; attempt++)
        {
            if ((await TextAsync()).Contains(text, StringComparison.Ordinal)) return;
            await Task.Delay(TimeSpan.FromMilliseconds(100), TestContext.Current.CancellationToken);
        }

        Assert.Fail($"after five minutes the screen does not show \"{text}\":\n{await TextAsync()}");
    }

    public void Dispose()
    {
        using (var ending = RunningProgram.Start(sandbox, Tmux, ["-S", socket, "kill-server"])) ending.EndAsync().GetAwaiter().GetResult();
        // tmux answers before its server, the shell on the screen and what keeps the list of logins have gone; what stays is the sandbox's to report.
        SpinWait.SpinUntil(() => !HostProcesses.All(sandbox).Any(), TimeSpan.FromSeconds(10));
    }

    private async Task<string> TmuxAsync(params string[] arguments)
    {
        using var tmux = RunningProgram.Start(sandbox, Tmux, ["-S", socket, .. arguments], ("LC_ALL", "C.UTF-8"));
        return (await tmux.EndAsync()).Expect(0).Output;
    }
}
