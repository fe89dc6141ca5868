using AsyncLoad.Tracing.Nettrace;
using Microsoft.Diagnostics.Symbols;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Universal.Events;
using Microsoft.Diagnostics.Tracing.Stacks;
using Microsoft.Diagnostics.Tracing.Stacks.Formats;
using TraceLog = Microsoft.Diagnostics.Tracing.Etlx.TraceLog;

namespace AsyncLoad.Tracing.Library;

/// <summary>What a trace can be converted to.</summary>
public enum TraceTarget
{
    /// <summary>Processor samples for speedscope.app.</summary>
    Speedscope,

    /// <summary>The whole trace for PerfView, with stacks and names resolved.</summary>
    Etlx,

    /// <summary>Processor samples for the tracing page of a Chromium browser.</summary>
    Chromium,
}

/// <summary>Converts traces of any format that can be read, with the TraceEvent library and its writers.</summary>
public static class TraceConverter
{
    /// <summary>Converts a trace.</summary>
    /// <param name="trace">The trace, from its beginning.</param>
    /// <param name="into">Path of the new file.</param>
    /// <param name="progress">Receives the bytes read so far.</param>
    /// <returns>What was not converted because the trace is damaged or was cut; null when all of it was.</returns>
    /// <exception cref="InvalidDataException">It is not a trace, or holds nothing to convert. The message says what was expected.</exception>
    /// <exception cref="IOException">The trace cannot be read, or the file cannot be written.</exception>
    public static string? Convert(FileStream trace, TraceTarget target, string into, IProgress<long>? progress, CancellationToken cancellation)
    {
        var format = FormatOf(trace);
        if (format == FileStart.Etlx && target == TraceTarget.Etlx) throw new InvalidDataException("it is already an .etlx file");
        using var library = new LibraryTrace();
        try
        {
            library.Open(trace, format, progress, cancellation);
            if (library.Log.EventCount == 0) throw new InvalidDataException("it holds no events: nothing to convert");
            if (target == TraceTarget.Etlx) File.Copy(library.Log.FilePath, into, overwrite: true);
            else WriteSamples(library.Log, target, into);
        }
        catch (Exception failure) when (failure is not InvalidDataException && LibraryTrace.TellsOfDamage(failure))
        {
            throw new InvalidDataException(LibraryTrace.Unreadable(failure), failure);
        }

        return Ending(library, trace, cancellation) switch
        {
            NettraceEnding.Damaged damaged => $"{damaged.Place}: what came before was converted",
            NettraceEnding.Early => "it ends early: what it holds was converted",
            _ => null,
        };
    }

    // The library ends at the first end mark, even where another trace follows.
    private static NettraceEnding Ending(LibraryTrace library, FileStream trace, CancellationToken cancellation) =>
        library.Ending is NettraceEnding.Whole && NettraceReader.Recognise(trace).Format is not null ? new NettraceReader().Read(trace, progress: null, cancellation).Ending : library.Ending;

    private static string FormatOf(FileStream trace) => NettraceReader.Recognise(trace) switch
    {
        { Format: { } own } => own,
        { Refusal: NettraceEnding.Foreign { ForLibrary: { } other } } => other,
        { Refusal: NettraceEnding.Foreign foreign } => throw new InvalidDataException(foreign.Message),
        { Refusal: NettraceEnding.Damaged damaged } => throw new InvalidDataException(damaged.Place),
        _ => throw new InvalidDataException("it ends before its header does"),
    };

    private static void WriteSamples(TraceLog log, TraceTarget target, string into)
    {
        var samples = Samples(log);
        if (samples.SampleIndexLimit == 0)
            throw new InvalidDataException("it holds no processor samples: record with 'dotnet-trace collect', or with --cpu-samples of run and compare");
        if (target == TraceTarget.Speedscope) SpeedScopeStackSourceWriter.WriteStackViewAsJson(samples, into);
        else ChromiumStackSourceWriter.WriteStackViewAsJson(samples, into, compress: false);
    }

    // Samples of the runtime cover every thread; samples of the system only threads that ran.
    private static StackSource Samples(TraceLog log)
    {
        var universal = log.Events.Filter(data => data is SampleTraceData { EventName: "cpu" });
        if (universal.Any()) return new TraceEventStackSource(universal);
        // No path: symbols come from the trace alone, and nothing is fetched.
        using var symbols = new SymbolReader(TextWriter.Null, "");
        var samples = new MutableTraceEventStackSource(log) { OnlyManagedCodeStacks = true };
        new SampleProfilerThreadTimeComputer(log, symbols) { IncludeEventSourceEvents = false }.GenerateThreadTimeStacks(samples);
        return samples;
    }
}
