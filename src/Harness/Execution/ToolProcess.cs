using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>Runs a tool to its end for its output, in the environment of this program. None of its processes outlives the call.</summary>
internal static class ToolProcess
{
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static Task<ToolResult> RunAsync(string program, IReadOnlyList<string> arguments, string folder, Duration deadline, CancellationToken cancellation) =>
        RunAsync(new ToolCommand(program, arguments, folder), deadline, cancellation);

    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    /// <exception cref="System.ComponentModel.Win32Exception">There is no such program.</exception>
    public static async Task<ToolResult> RunAsync(ToolCommand command, Duration deadline, CancellationToken cancellation)
    {
        // Builds leave temporary files, which are deleted with the directory.
        using var temporary = PrivateDirectory.Create();
        using var process = Start(command, temporary);
        process.StandardInput.Close();
        var output = new ToolOutput(command.Whole);
        // Both streams in one: builds print errors on either.
        var errors = command.ErrorsApart ? new ToolOutput() : output;
        var reading = Task.WhenAll(output.ReadAsync(process.StandardOutput), errors.ReadAsync(process.StandardError));
        using var expiry = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        expiry.CancelAfter(deadline.Span);
        try
        {
            await process.WaitForExitAsync(expiry.Token);
            await ThisSystem.Offspring.EndAsync(process);
            await reading.WaitAsync(Spawn.OutputDeadline, cancellation).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            return new ToolResult(process.ExitCode, (process.ExitCode == 0 ? output : errors).ToString()) { Warned = command.ErrorsApart ? errors.ToString() : "" };
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return new ToolResult(null, output.ToString());
        }
        finally
        {
            await Spawn.EndAsync(process);
        }
    }

    private static Process Start(ToolCommand command, PrivateDirectory temporary)
    {
        var start = new ProcessStartInfo(command.Program, command.Arguments)
        {
            WorkingDirectory = command.Folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            // What git and dotnet write on every system; by default Windows reads the code page of the console.
            StandardOutputEncoding = Encoding.UTF8,
            StandardErrorEncoding = Encoding.UTF8,
        };
        // Its output is searched for English text, telemetry is unwanted, and a build server would outlive this program.
        start.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en";
        start.Environment["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1";
        start.Environment["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0";
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["DOTNET_NOLOGO"] = "1";
        foreach (var variable in ThisSystem.Files.TemporaryVariables) start.Environment[variable] = temporary.Path;
        foreach (var (name, value) in command.Environment ?? new Dictionary<string, string?>()) start.Environment[name] = value;
        return Offspring.Start(start, temporary);
    }
}

/// <summary>What to run.</summary>
/// <param name="Program">The program, by path or as the system finds it.</param>
/// <param name="Folder">Where it runs.</param>
/// <param name="Environment">Variables that differ from this program's; a null value removes one. Null for none.</param>
internal sealed record ToolCommand(string Program, IReadOnlyList<string> Arguments, string Folder, IReadOnlyDictionary<string, string?>? Environment = null)
{
    /// <summary>Whether only standard output is kept of a command that succeeds, and only standard error of one that fails.</summary>
    public bool ErrorsApart { get; init; }

    /// <summary>Whether all of its standard output is kept, to be parsed.</summary>
    public bool Whole { get; init; }
}

/// <summary>The output of a tool: all of it, or its first 20 lines and its last ones. Later errors of a build follow from the first.</summary>
/// <param name="whole">Whether all of it is kept.</param>
internal sealed class ToolOutput(bool whole = false)
{
    private const int Most = 20;

    private readonly BoundedLines bounded = new();
    private volatile string? all;

    /// <summary>Takes in a stream to its end.</summary>
    public async Task ReadAsync(TextReader source)
    {
        if (whole) all = await source.ReadToEndAsync();
        else await bounded.ReadAsync(source);
    }

    public override string ToString() => all ?? bounded.ToString();

    private sealed class BoundedLines
    {
        private readonly ConcurrentQueue<string> first = [];
        private readonly TailBuffer rest;

        public BoundedLines() => rest = new TailBuffer(IsFirst);

        public Task ReadAsync(TextReader source) => rest.ReadAsync(source);

        public override string ToString()
        {
            var last = rest.ToString();
            return string.Join('\n', last.Length == 0 ? first : first.Append(last));
        }

        // Lines come one at a time.
        private bool IsFirst(string line)
        {
            if (first.Count >= Most) return false;
            first.Enqueue(line);
            return true;
        }
    }
}

/// <summary>How a tool ended.</summary>
/// <param name="ExitCode">Its exit code; null when it took too long.</param>
/// <param name="Output">The first and the last lines of what it printed.</param>
internal sealed record ToolResult(int? ExitCode, string Output)
{
    /// <summary>What it wrote to standard error, where that is apart; empty otherwise.</summary>
    public string Warned { get; init; } = "";
}
