using System.Diagnostics;
using System.Globalization;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Digests;
using AsyncLoad.Tracing.Nettrace;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using TraceLog = Microsoft.Diagnostics.Tracing.Etlx.TraceLog;

namespace AsyncLoad.Calibration;

/// <summary>
/// Reads one trace in four ways, each in a new process: with our reader, as all of <c>analyze</c> with its advice, with TraceEvent as a stream (which gives no stacks),
/// and with TraceEvent's TraceLog (which writes a file of its own first). All take in collections, and allocation samples of either kind, with their stacks where there are any.
/// Bars: our reader and <c>analyze</c> need 600 MB at most; our reader takes no longer than TraceEvent as a stream.
/// </summary>
internal sealed class TraceReaders(string file)
{
    private const int Rounds = 3;
    private const double BarMegabytes = 600;
    private const double Mega = 1e6;
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const string By = "--by";
    private const string Reader = "NettraceReader";
    private const string Analysis = "analyze";
    private const string Stream = "TraceEvent, streaming";
    private const int CollectionStarted = 1;
    private const int AllocationTicked = 10;
    private const int AllocationSampled = 303;

    private static readonly Dictionary<string, Func<string, Figures>> Ways = new()
    {
        [Reader] = Ours,
        [Analysis] = Analyze,
        [Stream] = Streaming,
        ["TraceLog"] = Log,
    };

    /// <summary>Measures and prints a table, or does one reading of it.</summary>
    /// <param name="args">The file; or what this class started itself with.</param>
    /// <returns>The exit code: 2 when the bar is missed.</returns>
    public static int Run(string[] args) => args switch
    {
        [var file] => new TraceReaders(file).PrintTable(),
        [var file, By, var way] => ReadOnce(file, way),
        _ => 4,
    };

    private int PrintTable()
    {
        var megabytes = new FileInfo(file).Length / Mega;
        var figures = Ways.Keys.ToDictionary(way => way, _ => new List<Figures>());
        for (var round = 0; round < Rounds; round++)
        {
            foreach (var way in Ways.Keys) figures[way].Add(ReadApart(way));
        }

        Output.Print($"{megabytes:0} MB, median of {Rounds} readings, largest memory of them");
        Output.Print($"| reader | s | MB/s | peak MB | file MB | events of use | frames |");
        Output.Print($"| --- | --: | --: | --: | --: | --: | --: |");
        foreach (var (way, readings) in figures)
        {
            var seconds = Seconds(readings);
            Output.Print($"| {way} | {seconds:0.00} | {megabytes / seconds:0} | {Peak(readings):0} | {readings[0].FileBytes / Mega:0} | {readings[0].Events} | {readings[0].Frames} |");
        }

        return Math.Max(Peak(figures[Reader]), Peak(figures[Analysis])) <= BarMegabytes && Seconds(figures[Reader]) <= Seconds(figures[Stream]) ? 0 : 2;
    }

    private static double Seconds(List<Figures> readings) => readings.Select(reading => reading.Seconds).Order().ElementAt(Rounds / 2);

    private static double Peak(List<Figures> readings) => readings.Max(reading => reading.PeakBytes) / Mega;

    private Figures ReadApart(string way)
    {
        Output.Progress($"{way}");
        var start = new ProcessStartInfo(Environment.ProcessPath!, ["traces", file, By, way]) { RedirectStandardOutput = true };
        if (way == Analysis) SetAsWhenAnalyzing(start);
        using var process = Process.Start(start) ?? throw new InvalidOperationException("the reading did not start");
        var told = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? Figures.Parse(told) : throw new InvalidOperationException($"{way} ended with {process.ExitCode}");
    }

    // As the program has it read.
    private void SetAsWhenAnalyzing(ProcessStartInfo start)
    {
        start.Environment.Clear();
        foreach (var (name, value) in ReadingProcess.SettingsOf(ReadingLimits.For(new FileInfo(file).Length))) start.Environment[name] = value;
    }

    private static int ReadOnce(string file, string way)
    {
        var clock = Stopwatch.GetTimestamp();
        var read = Ways[way](file);
        using var process = Process.GetCurrentProcess();
        Console.WriteLine((read with { Seconds = Stopwatch.GetElapsedTime(clock).TotalSeconds, PeakBytes = process.PeakWorkingSet64 }).ToLine());
        return 0;
    }

    private static Figures Ours(string file)
    {
        var (events, frames) = (0L, 0L);
        var reader = new NettraceReader();
        foreach (var id in new[] { CollectionStarted, AllocationTicked, AllocationSampled }) reader.On(Runtime, id, Count);
        using var stream = File.OpenRead(file);
        var ending = reader.Read(stream).Ending;
        return ending is NettraceEnding.Whole ? new Figures(events, frames) : throw new InvalidDataException(ending.ToString());

        void Count(in NettraceEvent traced)
        {
            events++;
            if (traced.Kind.Id != CollectionStarted) frames += traced.Stack.Length;
        }
    }

    private static Figures Analyze(string file)
    {
        using var stream = File.OpenRead(file);
        var digest = TraceDigester.Digest(stream, file, AdviceOptions.Default);
        return TraceDigestJson.Write(digest).Length > 0 ? new Figures(digest.Allocation?.Total.Samples ?? 0, 0) : throw new InvalidDataException("there is no answer");
    }

    private static Figures Streaming(string file)
    {
        var events = 0L;
        using var source = new EventPipeEventSource(File.OpenRead(file));
        source.Clr.GCStart += _ => events++;
        source.Clr.GCAllocationTick += _ => events++;
        source.Clr.AllocationSampling += _ => events++;
        source.Process();
        return new Figures(events, 0);
    }

    private static Figures Log(string file)
    {
        var written = Path.GetTempFileName();
        try
        {
            using var log = new TraceLog(TraceLog.CreateFromEventPipeDataFile(file, written));
            var (events, frames) = (0L, 0L);
            foreach (var data in log.Events)
            {
                if (data is not (GCStartTraceData or GCAllocationTickTraceData or AllocationSampledTraceData)) continue;
                events++;
                if (data is GCStartTraceData) continue;
                for (var frame = data.CallStack(); frame is not null; frame = frame.Caller) frames++;
            }

            return new Figures(events, frames) { FileBytes = new FileInfo(written).Length };
        }
        finally
        {
            File.Delete(written);
        }
    }

    /// <summary>What one reading found, and what it took.</summary>
    private sealed record Figures(long Events, long Frames)
    {
        public long FileBytes { get; init; }

        public double Seconds { get; init; }

        public long PeakBytes { get; init; }

        public static Figures Parse(string line)
        {
            var parts = line.Split(' ', StringSplitOptions.TrimEntries);
            return new Figures(Whole(parts[0]), Whole(parts[1]))
            {
                FileBytes = Whole(parts[2]),
                PeakBytes = Whole(parts[3]),
                Seconds = double.Parse(parts[4], CultureInfo.InvariantCulture),
            };
        }

        public string ToLine() => string.Create(CultureInfo.InvariantCulture, $"{Events} {Frames} {FileBytes} {PeakBytes} {Seconds:R}");

        private static long Whole(string digits) => long.Parse(digits, CultureInfo.InvariantCulture);
    }
}
