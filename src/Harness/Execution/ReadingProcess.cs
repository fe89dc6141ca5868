using System.Diagnostics;
using System.Globalization;
using System.Text;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// Reads a trace that may be damaged or crafted, in a separate process that the file alone can harm. It is this program again, with a heap limit
/// and a deadline. It prints its answer, and on the error stream its progress.
/// </summary>
internal sealed class ReadingProcess(ReadingLimits limits, IProgress<long>? progress = null)
{
    /// <summary>What such a process says when it has no memory left.</summary>
    public const string MemoryLine = "out of memory";

    private const string ProgressMark = "read ";
    private const string UnreadableMark = "unreadable: ";

    // About a hundred times the largest answer for a real trace.
    private const int LongestAnswer = 64 << 20;

    private string? reason;
    private long bytesRead;

    public static string ProgressLine(long bytes) => string.Create(CultureInfo.InvariantCulture, $"{ProgressMark}{bytes}");

    /// <summary>The line that says why the file cannot be read.</summary>
    public static string UnreadableLine(string reason) => UnreadableMark + reason;

    /// <summary>The environment of such a process.</summary>
    public static Dictionary<string, string> SettingsOf(ReadingLimits limits)
    {
        var environment = HostEnvironment.Bare([]);
        environment["DOTNET_GCHeapHardLimit"] = HostEnvironment.Hex(limits.Heap.Bytes);
        environment["DOTNET_gcServer"] = "0";
        environment["DOTNET_gcConcurrent"] = "0";
        // The process lives for seconds: instrumenting and recompiling its code takes longer than it saves.
        environment["DOTNET_TieredPGO"] = "0";
        // Tools must not attach to it, and its streams are UTF-8 in any locale.
        environment["DOTNET_EnableDiagnostics"] = "0";
        environment["LC_ALL"] = "C.UTF-8";
        return environment;
    }

    // A self-contained program is its own executable, and a single-file one has no assembly that dotnet could run.
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
        // Its input stays open: when it ends, the process knows that this one is gone.
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
                ? new ReadingEnd.Crashed(process.ExitCode, null, bytesRead, "its answer was longer than 64 MiB")
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

    // The runtime prints this when it cannot throw, or cannot even start.
    private static bool SaysNoMemory(string words) =>
        words.Contains(MemoryLine, StringComparison.OrdinalIgnoreCase)
        || words.Contains(nameof(OutOfMemoryException), StringComparison.Ordinal)
        || words.Contains(CellProcess.NoHeap, StringComparison.Ordinal);

    // Null when the answer is too long.
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

/// <summary>Limits of a process that reads a trace.</summary>
/// <param name="Heap">Its managed heap; what the runtime itself needs comes on top.</param>
internal sealed record ReadingLimits(ByteSize Heap, Duration Deadline)
{
    // Low enough for a slow machine: the deadline is for readers that hang.
    private const long SlowestBytesPerSecond = 4 << 20;
    private const long FixedSeconds = 60;

    // The TraceEvent library keeps memory in proportion to the trace, and converts it before it reads.
    private const long LibrarySlowdown = 8;

    /// <summary>Limits for a trace of this size. With what the runtime itself needs, 50 to 70 MB for small traces, the process stays below 600 MB.</summary>
    public static ReadingLimits For(long traceBytes) =>
        new(ByteSize.FromMegabytes(450), Duration.FromSeconds(FixedSeconds + (traceBytes / SlowestBytesPerSecond)));

    /// <summary>Limits where the TraceEvent library reads it.</summary>
    public static ReadingLimits ForLibrary(long traceBytes) =>
        new(ByteSize.FromMegabytes(2_000), Duration.FromSeconds(LibrarySlowdown * (FixedSeconds + (traceBytes / SlowestBytesPerSecond))));
}

/// <summary>How a process that reads a trace ended.</summary>
internal abstract record ReadingEnd
{
    private ReadingEnd()
    {
    }

    /// <summary>It answered.</summary>
    public sealed record Answered(string Text) : ReadingEnd;

    /// <summary>It reports that the file cannot be read.</summary>
    /// <param name="ExitCode">Its exit code, which tells a trace that cannot be read from a file that cannot be written.</param>
    public sealed record Unreadable(string Reason, int ExitCode) : ReadingEnd;

    /// <summary>It needed more memory than it may have.</summary>
    public sealed record OutOfMemory(ByteSize Heap, long BytesRead) : ReadingEnd;

    /// <summary>It was not done in time, and was killed.</summary>
    public sealed record TimedOut(Duration Deadline, long BytesRead) : ReadingEnd;

    /// <summary>It died.</summary>
    public sealed record Crashed(int ExitCode, string? Signal, long BytesRead, string StandardError) : ReadingEnd;
}

/// <summary>Reports progress at once, on the calling thread and in order.</summary>
internal sealed class ByteProgress(Action<long> tell) : IProgress<long>
{
    public void Report(long value) => tell(value);
}
