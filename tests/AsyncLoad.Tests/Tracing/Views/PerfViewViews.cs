using System.Globalization;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Analysis;
using Microsoft.Diagnostics.Tracing.Analysis.GC;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using TraceLog = Microsoft.Diagnostics.Tracing.Etlx.TraceLog;

namespace AsyncLoad.Tests.Tracing.Views;

/// <summary>What PerfView fills its views from: a trace as TraceEvent, the library that PerfView is built on, reads it. It shares no code with the reader of this program.</summary>
internal sealed class PerfViewViews
{
    // Of the sampler: one byte in so many is drawn.
    private const double BytesPerSample = 102_400;

    private readonly List<TracedPhase> phases = [];
    private readonly List<DrawnObject> drawn = [];
    private readonly List<double> pauses = [];

    private PerfViewViews()
    {
    }

    /// <summary>Name and command line of the process, as the view Processes shows them.</summary>
    public required string ProcessName { get; init; }

    /// <inheritdoc cref="ProcessName"/>
    public required string CommandLine { get; init; }

    /// <summary>Rows of GCStats.</summary>
    public IReadOnlyList<TraceGC> Collections { get; private set; } = [];

    /// <summary>From the start of each suspension for a collection to the start of the restart, in ms.</summary>
    public IReadOnlyList<double> Pauses => pauses;

    /// <summary>Markers of the measured window, as the view Events shows them.</summary>
    public IReadOnlyList<TracedPhase> Phases => phases;

    /// <summary>Sampled objects with their stacks, as Any Stacks shows them.</summary>
    public IReadOnlyList<DrawnObject> Drawn => drawn;

    /// <summary>Reads a trace.</summary>
    /// <param name="trace">The file.</param>
    /// <param name="folder">Where the library may put its own form of it.</param>
    public static PerfViewViews Of(string trace, string folder)
    {
        var own = Path.Combine(folder, $"{Path.GetFileNameWithoutExtension(trace)}.etlx");
        using var log = new TraceLog(TraceLog.CreateFromEventPipeDataFile(trace, own));
        using var source = log.Events.GetSource();
        source.NeedLoadedDotNetRuntimes();
        var process = log.Processes.OrderByDescending(one => one.EventsInProcess.Count()).First();
        var views = new PerfViewViews { ProcessName = process.Name, CommandLine = process.CommandLine };
        views.Listen(source);
        source.Process();
        views.Collections = [.. source.Processes().SelectMany(one => one.LoadedDotNetRuntime()?.GC.GCs ?? []).Where(one => one.IsComplete)];
        return views;
    }

    /// <summary>Bytes of all sampled objects of a type, each weighted by how likely it was drawn.</summary>
    public double BytesOf(string type) => drawn.Where(one => one.Type == type).Sum(one => one.Bytes / (1 - Math.Pow(1 - (1 / BytesPerSample), one.Bytes)));

    private void Listen(TraceEventDispatcher source)
    {
        var (stopped, isForCollection) = (0.0, false);
        source.Clr.GCSuspendEEStart += data => (stopped, isForCollection) = (data.TimeStampRelativeMSec, data.Reason is GCSuspendEEReason.SuspendForGC or GCSuspendEEReason.SuspendForGCPrep);
        source.Clr.GCRestartEEStart += data =>
        {
            if (isForCollection) pauses.Add(data.TimeStampRelativeMSec - stopped);
        };
        source.Clr.AllocationSampling += data => drawn.Add(new DrawnObject(data.TimeStampRelativeMSec, data.TypeName, data.ObjectSize, [.. Frames(data.CallStack())]));
        source.Dynamic.All += data =>
        {
            if (data.ProviderName == "AsyncLoad-Phases" && data.PayloadNames.Contains("operations"))
                phases.Add(new TracedPhase(data.TimeStampRelativeMSec, data.EventName, Number(data, "operations"), Number(data, "allocatedBytes")));
        };
    }

    private static long Number(TraceEvent data, string member) => Convert.ToInt64(data.PayloadByName(member), CultureInfo.InvariantCulture);

    private static IEnumerable<string> Frames(TraceCallStack? stack)
    {
        for (var frame = stack; frame is not null; frame = frame.Caller) yield return frame.CodeAddress.FullMethodName;
    }
}

/// <summary>A marker of the measured window.</summary>
internal sealed record TracedPhase(double AtMs, string Name, long Operations, long AllocatedBytes);

/// <summary>A sampled object.</summary>
/// <param name="AtMs">When it was made, in milliseconds of the trace.</param>
/// <param name="Type">Its type.</param>
/// <param name="Bytes">What the sample stands for.</param>
/// <param name="Frames">Methods, innermost first; empty names for code without one.</param>
internal sealed record DrawnObject(double AtMs, string Type, long Bytes, IReadOnlyList<string> Frames);
