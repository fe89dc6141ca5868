using System.Diagnostics;
using System.Globalization;

namespace AsyncLoad.Assurance.Recording;

/// <summary>A shell in a terminal of its own, by tmux, in which a command is typed and watched to its end.</summary>
internal sealed class TerminalSession : IDisposable
{
    private const string Prompt = "$ ";

    // Below what an eye tells apart in a table that fills.
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(250);

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-recording-").FullName;

    /// <summary>Types a command, and returns every change of the screen until its prompt is back.</summary>
    /// <exception cref="InvalidOperationException">tmux failed, or the command ended with another code than 0.</exception>
    public async Task<IReadOnlyList<TerminalFrame>> RecordAsync(string command, int columns, int rows)
    {
        await TmuxAsync("-f", "/dev/null", "new-session", "-d", "-x", Text(columns), "-y", Text(rows), $"env PS1='{Prompt}' bash --norc --noprofile");
        var (frames, clock) = (new List<TerminalFrame>(), Stopwatch.StartNew());
        // What is typed before the shell asks for it is shown twice.
        while (!await ShowsPromptAsync(frames, clock)) await Task.Delay(Step);
        await TmuxAsync("send-keys", "-l", command);
        // A slow shell shows it later: until then its prompt would be taken for the one after the command.
        while (await ShowsPromptAsync(frames, clock)) await Task.Delay(Step);
        await TmuxAsync("send-keys", "Enter");
        while (!await ShowsPromptAsync(frames, clock)) await Task.Delay(Step);
        await ExpectSuccessAsync();
        return frames;
    }

    public void Dispose()
    {
        Start(["-S", Path.Combine(folder, "tmux"), "kill-server"]).WaitForExit();
        Directory.Delete(folder, recursive: true);
    }

    // A prompt with nothing behind it, on the last line that holds something.
    private async Task<bool> ShowsPromptAsync(List<TerminalFrame> frames, Stopwatch clock)
    {
        await KeepAsync(frames, clock);
        var shown = frames[^1].Lines.Where(line => line.Trim().Length > 0).ToList();
        return shown.Count > 0 && shown[^1].TrimEnd() == Prompt.TrimEnd();
    }

    private async Task ExpectSuccessAsync()
    {
        await TmuxAsync("send-keys", "-l", $"echo $? > {Path.Combine(folder, "code")}");
        await TmuxAsync("send-keys", "Enter");
        var file = Path.Combine(folder, "code");
        while (!File.Exists(file) || (await File.ReadAllTextAsync(file)).Length == 0) await Task.Delay(Step);
        var code = (await File.ReadAllTextAsync(file)).Trim();
        if (code != "0") throw new InvalidOperationException($"the command ended with {code}");
    }

    private async Task KeepAsync(List<TerminalFrame> frames, Stopwatch clock)
    {
        var lines = (await TmuxAsync("capture-pane", "-p", "-e")).Split('\n');
        if (frames.Count == 0 || !frames[^1].Lines.SequenceEqual(lines)) frames.Add(new TerminalFrame(clock.Elapsed, lines));
    }

    private async Task<string> TmuxAsync(params string[] arguments)
    {
        using var tmux = Start(["-S", Path.Combine(folder, "tmux"), .. arguments]);
        var output = await tmux.StandardOutput.ReadToEndAsync();
        await tmux.WaitForExitAsync();
        return tmux.ExitCode == 0 ? output : throw new InvalidOperationException($"tmux {arguments[0]} ended with {tmux.ExitCode}");
    }

    private static Process Start(IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo("tmux", arguments) { RedirectStandardOutput = true };
        start.Environment["LC_ALL"] = "C.UTF-8";
        start.Environment.Remove("CI");
        return Process.Start(start)!;
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
