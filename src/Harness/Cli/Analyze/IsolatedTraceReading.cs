using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Digests;
using AsyncLoad.Tracing.Files;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Analyze;

/// <summary>Reads a trace of unknown origin in another process, and shows progress on a terminal.</summary>
internal sealed class IsolatedTraceReading(Terminal terminal, OutputStyle style)
{
    private const string Taken = "analyze takes a .nettrace, .netperf or .etlx file";

    /// <summary>Reads it.</summary>
    /// <param name="file">Path of the trace.</param>
    /// <param name="options">How advice is made.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="CommandFailedException">It cannot be read.</exception>
    public async Task<TraceDigest> ReadAsync(string file, AdviceOptions options, CancellationToken cancellation)
    {
        var (bytes, library) = Measure(file);
        var answer = await AskAsync(file, library ? ReadingLimits.ForLibrary(bytes) : ReadingLimits.For(bytes), AdviceArguments.Line(options), cancellation);
        return TraceDigestJson.Read(answer) with { File = file };
    }

    /// <summary>Converts it.</summary>
    /// <param name="file">Path of the trace.</param>
    /// <param name="conversion">What it becomes.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>What was not converted; empty when all was.</returns>
    /// <exception cref="CommandFailedException">It cannot be converted, or the file cannot be written.</exception>
    public async Task<string> ConvertAsync(string file, Conversion conversion, CancellationToken cancellation)
    {
        var limits = ReadingLimits.ForLibrary(Measure(file).Bytes);
        var remark = "";
        await conversion.WriteAsync(async into => remark = await AskAsync(file, limits, conversion.Line(into), cancellation));
        return remark;
    }

    private async Task<string> AskAsync(string file, ReadingLimits limits, IEnumerable<string> options, CancellationToken cancellation)
    {
        var bytes = new FileInfo(file).Length;
        ReadingEnd? end = null;
        var line = new LiveLine(terminal, style);
        var progress = new ByteProgress(read => line.Write(Line(file, read, bytes)));
        await line.ShowAsync(async () => end = await new ReadingProcess(limits, progress).RunAsync(
            [AnalyzeChildCommand.Name, "--no-color", .. options, "--", file], cancellation));
        return end switch
        {
            ReadingEnd.Answered answered => answered.Text,
            ReadingEnd.Unreadable { ExitCode: (int)ExitCode.OutputUnwritable } unwritable => throw new IOException(unwritable.Reason),
            _ => throw Unreadable($"{file}: {Why(end!, bytes)}"),
        };
    }

    private static (long Bytes, bool Library) Measure(string file)
    {
        try
        {
            if (Directory.Exists(file)) throw Unreadable(GivenPath.Told(file) ?? $"{file} is a folder: {Taken}");
            if (!File.Exists(file)) throw Unreadable($"there is no file {file}: {Taken}");
            // Opening a pipe waits for its other end: only the process that can be stopped may do that.
            if (!RegularFile.Is(file)) return (0, false);
            using var stream = File.Open(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            return (stream.Length, stream.CanSeek && TraceDigester.NeedsLibrary(stream));
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw Unreadable($"{file} cannot be opened: {problem.Message}");
        }
    }

    private static CommandFailedException Unreadable(string message) => new(ExitCode.TraceUnreadable, message);

    private static string Line(string file, long read, long bytes) =>
        $"reading {Printable.Shorten(Path.GetFileName(file))}  {Figures.Size(read)} of {Figures.Size(bytes)}";

    private static string Why(ReadingEnd end, long bytes) => end switch
    {
        ReadingEnd.Unreadable unreadable => unreadable.Reason,
        ReadingEnd.OutOfMemory memory =>
            $"reading it needed more than {memory.Heap} of memory, {At(memory.BytesRead, bytes)}: the file is damaged or crafted; record it again, or for a shorter time",
        ReadingEnd.TimedOut late =>
            $"reading it took more than {late.Deadline} and was stopped {At(late.BytesRead, bytes)}: the file is damaged, or this machine is overloaded; try again on a quiet machine, or record it again",
        ReadingEnd.Crashed crashed => Died(crashed, bytes),
        var other => throw new InvalidOperationException($"no words for {other}"),
    };

    private static string Died(ReadingEnd.Crashed crashed, long bytes)
    {
        var how = crashed.Signal ?? string.Create(CultureInfo.InvariantCulture, $"exit code {crashed.ExitCode}");
        var last = crashed.StandardError.Split('\n').LastOrDefault(line => line.Length > 0);
        // The runtime does not always report that it ran out of memory.
        var memory = crashed.Signal is null ? "" : ", perhaps because it had no memory left";
        return $"the process that read it died ({how}) {At(crashed.BytesRead, bytes)}{memory}{(last is null ? "" : $": {last}")}; the file is damaged, or asyncload has a bug: record it again, and report the file if that fails too";
    }

    private static string At(long read, long bytes) => read == 0 ? "at its beginning" : $"after {Figures.Size(read)} of {Figures.Size(bytes)}";
}
