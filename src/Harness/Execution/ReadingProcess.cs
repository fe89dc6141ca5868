using System.Diagnostics;
using System.Globalization;
using System.Text;
using AsyncLoad.Harness.Platform;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// Reads a trace that may be damaged or hostile in its own process: this program started again, with a limit on its heap and a deadline, so that
/// whatever stands in the file costs that process alone. It prints its answer, and on the error stream how far it is.
/// </summary>
internal sealed class ReadingProcess(ReadingLimits limits, IProgress<long>? progress = null)
{
    /// <summary>What such a process says when it has no memory left.</summary>
    public const string MemoryLine = "out of memory";

    private const string ProgressMark = "read ";
    private const string UnreadableMark = "unreadable: ";

    // Some hundred times the largest answer of a real trace.
    private const int LongestAnswer = 64 << 20;

    private string? reason;
    private long bytesRead;

    public static string ProgressLine(long bytes) => string.Create(CultureInfo.InvariantCulture, $"{ProgressMark}{bytes}");

    /// <summary>What it says when the file is not to be read.</summary>
    public static string UnreadableLine(string reason) => UnreadableMark + reason;

    /// <summary>The environment of such a process.</summary>
    public static Dictionary<string, string> SettingsOf(ReadingLimits limits)
    {
        var environment = HostEnvironment.Bare([]);
        environment["DOTNET_GCHeapHardLimit"] = HostEnvironment.Hex(limits.Heap.Bytes);
        environment["DOTNET_gcServer"] = "0";
        environment["DOTNET_gcConcurrent"] = "0";
        // It lives for seconds: to count what its code does, and compile it once more for that, takes longer than it saves.
        environment["DOTNET_TieredPGO"] = "0";
        // No tool is to attach to it, and its streams are in UTF-8 whatever the language here.
        environment["DOTNET_EnableDiagnostics"] = "0";
        environment["LC_ALL"] = "C.UTF-8";
        return environment;
    }

    // A program that has its runtime beside it is its own executable, and one that is a single file has no assembly that dotnet could run.
    private Process Start(IReadOnlyList<string> arguments, PrivateDirectory directory)
    {
        var assembly = Path.Combine(AppContext.BaseDirectory, "asyncload.dll");
        return HostFiles.Executable is not null && Environment.ProcessPath is { } self
            ? Spawn.Start(self, arguments, SettingsOf(limits), directory)
            : Spawn.Start(HostFiles.Muxer, [assembly, .. arguments], SettingsOf(limits), directory);
    }

    /// <summary>Runs this program with some arguments.</summary>
    /// <exception cref="OperationCanceledException">It was asked to end.</exception>
    public async Task<ReadingEnd> RunAsync(IReadOnlyList<string> arguments, CancellationToken cancellation)
    {
        using var directory = PrivateDirectory.Create();
        using var expiry = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        expiry.CancelAfter(limits.Deadline.Span);
        // Its input stays open: that it ends tells the process that this one is gone.
        using var process = Start(arguments, directory);
        var words = new TailBuffer(Take);
        var listening = words.ReadAsync(process.StandardError);
        try
        {
            var answer = await AnswerAsync(process.StandardOutput, expiry.Token);
            if (answer is not null) await process.WaitForExitAsync(expiry.Token);
            else await Spawn.EndAsync(process);
            await listening.WaitAsync(Spawn.OutputDeadline, expiry.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            return answer is null
                ? new ReadingEnd.Crashed(process.ExitCode, null, bytesRead, "its answer was without end")
                : Conclude(process.ExitCode, answer, words.ToString());
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return new ReadingEnd.TimedOut(limits.Deadline, bytesRead);
        }
        finally
        {
            await Spawn.EndAsync(process);
        }
    }

    private bool Take(string line)
    {
        if (line.StartsWith(UnreadableMark, StringComparison.Ordinal))
        {
            reason = line[UnreadableMark.Length..];
            return true;
        }

        if (!line.StartsWith(ProgressMark, StringComparison.Ordinal)
            || !long.TryParse(line.AsSpan(ProgressMark.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var bytes)) return false;
        bytesRead = bytes;
        progress?.Report(bytes);
        return true;
    }

    private ReadingEnd Conclude(int code, string answer, string words) => code switch
    {
        0 => new ReadingEnd.Answered(answer),
        _ when SaysNoMemory(words) => new ReadingEnd.OutOfMemory(limits.Heap, bytesRead),
        _ when reason is not null => new ReadingEnd.Unreadable(reason, code),
        _ => new ReadingEnd.Crashed(code, ThisSystem.Signals.EndName(code), bytesRead, words),
    };

    // The runtime says so itself where it cannot even throw, or not even start.
    private static bool SaysNoMemory(string words) =>
        words.Contains(MemoryLine, StringComparison.OrdinalIgnoreCase)
        || words.Contains(nameof(OutOfMemoryException), StringComparison.Ordinal)
        || words.Contains(CellProcess.NoHeap, StringComparison.Ordinal);

    // Null: it does not come to an end.
    private static async Task<string?> AnswerAsync(StreamReader output, CancellationToken token)
    {
        var answer = new StringBuilder();
        var piece = new char[1 << 16];
        while (await output.ReadAsync(piece, token) is > 0 and var length)
        {
            if (answer.Length + length > LongestAnswer) return null;
            answer.Append(piece, 0, length);
        }

        return answer.ToString();
    }
}
