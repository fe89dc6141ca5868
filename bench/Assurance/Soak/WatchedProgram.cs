using System.Diagnostics;

namespace AsyncLoad.Assurance.Soak;

/// <summary>AsyncLoad started as a user starts it, in a process of its own, and looked at until it ends.</summary>
/// <param name="logs">The folder for what it prints.</param>
/// <param name="temporary">Its TMPDIR.</param>
internal sealed class WatchedProgram(string logs, string temporary)
{
    /// <summary>Runs it to its end.</summary>
    /// <param name="name">How the files are called that hold what it prints.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="every">How often to look.</param>
    /// <param name="look">Told its number and how long it has run.</param>
    public async Task<Ended> RunAsync(string name, IEnumerable<string> arguments, TimeSpan every, Action<int, TimeSpan> look)
    {
        await using var output = File.Create(Path.Combine(logs, $"{name}.out"));
        await using var errors = File.Create(Path.Combine(logs, $"{name}.err"));
        var began = Stopwatch.GetTimestamp();
        using var process = Start(arguments);
        try
        {
            var printed = Task.WhenAll(process.StandardOutput.BaseStream.CopyToAsync(output), process.StandardError.BaseStream.CopyToAsync(errors));
            var ended = process.WaitForExitAsync();
            var peak = 0L;
            while (!ended.IsCompleted)
            {
                look(process.Id, Stopwatch.GetElapsedTime(began));
                peak = ProcessReader.PeakBytes(process.Id) ?? peak;
                await Task.WhenAny(ended, Task.Delay(every));
            }

            var took = Stopwatch.GetElapsedTime(began);
            await printed;
            return new Ended(process.ExitCode, took, peak);
        }
        finally
        {
            if (!process.HasExited) process.Kill(entireProcessTree: true);
        }
    }

    private Process Start(IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo("dotnet", [Clone.Program, .. arguments]) { RedirectStandardOutput = true, RedirectStandardError = true };
        start.Environment["TMPDIR"] = temporary;
        return Process.Start(start) ?? throw new InvalidOperationException("asyncload did not start");
    }
}
