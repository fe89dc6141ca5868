using System.Collections.Concurrent;
using System.Diagnostics;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>A tool that is run to its end for what it prints, in the environment of this program. Nothing of it outlives the call.</summary>
internal static class ToolProcess
{
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static Task<ToolResult> RunAsync(string program, IReadOnlyList<string> arguments, string folder, Duration deadline, CancellationToken cancellation) =>
        RunAsync(new ToolCommand(program, arguments, folder), deadline, cancellation);

    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    /// <exception cref="System.ComponentModel.Win32Exception">There is no such program.</exception>
    public static async Task<ToolResult> RunAsync(ToolCommand command, Duration deadline, CancellationToken cancellation)
    {
        // Builds leave temporary files: there they go with the directory.
        using var temporary = PrivateDirectory.Create();
        using var process = Start(command, temporary);
        process.StandardInput.Close();
        var output = new ToolOutput(command.Whole);
        // Both streams in one: a build tells its errors on either.
        var errors = command.ErrorsApart ? new ToolOutput() : output;
        var reading = Task.WhenAll(output.ReadAsync(process.StandardOutput), errors.ReadAsync(process.StandardError));
        using var expiry = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        expiry.CancelAfter(deadline.Span);
        try
        {
            await process.WaitForExitAsync(expiry.Token);
            await Offspring.EndAsync(process);
            await reading.WaitAsync(Spawn.OutputDeadline, cancellation).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            return new ToolResult(process.ExitCode, (process.ExitCode == 0 ? output : errors).ToString());
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
        };
        // Its words are looked through; what it would send was not asked for; a server that it left behind would outlive this program.
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
/// <param name="Arguments">What it is told.</param>
/// <param name="Folder">Where it runs.</param>
/// <param name="Environment">What it sees otherwise than this program does; null as a value takes a variable away. Null for nothing.</param>
internal sealed record ToolCommand(string Program, IReadOnlyList<string> Arguments, string Folder, IReadOnlyDictionary<string, string?>? Environment = null)
{
    /// <summary>Whether a command that succeeds is heard on its standard output alone, and one that fails on its standard error.</summary>
    public bool ErrorsApart { get; init; }

    /// <summary>Whether all that it prints on its standard output is kept: for an answer that is read, and not shown.</summary>
    public bool Whole { get; init; }
}

/// <summary>What a tool prints: its first lines, since later errors of a build follow from the first, and its last ones. Bounded, unless it is kept whole.</summary>
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
internal sealed record ToolResult(int? ExitCode, string Output);
