using AsyncLoad.Tests.Tracing.Runs;
using AsyncLoad.Tracing.Nettrace;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Xunit;
using TraceLog = Microsoft.Diagnostics.Tracing.Etlx.TraceLog;

namespace AsyncLoad.Tests.Tracing.Nettrace;

/// <summary>Real traces, read by ours and by TraceEvent, which shares no code with it.</summary>
public class NettraceOracleTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const int AllocationSampled = 303;
    private const int DynamicEvent = 39;
    private const int LibrarysOwn = 65_000;

    private static readonly string[] Providers = [Runtime, "Microsoft-Windows-DotNETRuntimeRundown", "AsyncLoad-Phases", "Microsoft-DotNETCore-EventPipe"];

    public static TheoryData<string> Whole =>
        [TraceFixture.BackgroundCollection, TraceFixture.Tasks, TraceFixture.ValueTasks, TraceFixture.WithoutPhases, TraceFixture.WithoutSuspensions];

    [Theory]
    [MemberData(nameof(Whole))]
    public void Both_read_the_same_events(string file)
    {
        var bytes = TraceFixture.Bytes(file);
        var ours = ReadTrace.Of(bytes, Providers);
        var theirs = TheirEvents(bytes, out var lost);

        Assert.IsType<NettraceEnding.Whole>(ours.Ending);
        Assert.Equal(bytes.Length, ours.Summary.Bytes);
        Assert.Equal(lost, ours.Summary.EventsLost);
        Assert.Equal(theirs.Count, ours.Summary.Events);
        Assert.NotEmpty(theirs);
        // Events at the same time are in no order of their own.
        Assert.Equal(theirs.Order(), ours.Events.Select(read => new Event(read.AtMs, read.Kind.Provider, read.Kind.Id, read.Kind.Version, read.ThreadId, read.Payload.Length)).Order());
        Assert.Equal(ours.Times.Order(), ours.Times);
    }

    [Theory]
    [MemberData(nameof(Whole))]
    public void Both_read_the_same_head(string file)
    {
        var bytes = TraceFixture.Bytes(file);
        using var source = new EventPipeEventSource(new MemoryStream(bytes));
        source.Process();
        var header = ReadTrace.Of(bytes).Summary.Header!;

        Assert.Equal(
            (source.PointerSize, source.NumberOfProcessors, source.SessionStartTime.ToUniversalTime()),
            (header.PointerBytes, header.Processors, header.StartedUtc!.Value.UtcDateTime));
        Assert.Equal(source.SessionEndTimeRelativeMSec, header.DurationMs, 1e-6);
    }

    [Theory]
    [InlineData(TraceFixture.BackgroundCollection)]
    [InlineData(TraceFixture.Tasks)]
    public void Both_read_the_same_stacks_of_allocation_samples(string file)
    {
        var bytes = TraceFixture.Bytes(file);
        var theirs = TheirStacks(bytes);
        var ours = ReadTrace.Of(bytes, Runtime).Events.Where(read => read.Kind.Id == AllocationSampled)
            .Select(read => string.Join(' ', read.Stack)).ToList();

        Assert.NotEmpty(theirs);
        Assert.Contains(theirs, stack => stack.Length > 0);
        Assert.Equal(theirs.Order(StringComparer.Ordinal), ours.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void A_gap_is_the_same_for_both()
    {
        foreach (var bytes in new[] { TraceFixture.WithLateGap(TraceFixture.BackgroundCollection), TraceFixture.WithoutStartMarker(TraceFixture.BackgroundCollection) })
        {
            TheirEvents(bytes, out var lost);
            Assert.NotEqual(0, lost);
            Assert.Equal(lost, ReadTrace.Of(bytes).Summary.EventsLost);
        }
    }

    [Fact]
    public void Loss_is_never_overstated_and_understated_less_than_by_the_library()
    {
        // So many events its process wrote: on four threads, and a hundred each on some hundred threads of which few events arrived or none.
        const long Written = 10_047_300;
        var bytes = TraceFixture.Bytes(TraceFixture.Lossy);
        TheirEvents(bytes, out var lost);
        var ours = ReadTrace.Of(bytes).Summary;

        Assert.InRange(ours.Events + ours.EventsLost!.Value, (long)(Written * 0.997), Written);
        Assert.InRange(lost, 1, ours.EventsLost.Value);
    }

    private static List<Event> TheirEvents(byte[] trace, out long lost)
    {
        var events = new List<Event>();
        using var source = new EventPipeEventSource(new MemoryStream(trace));
        // Known by name from now on.
        _ = (source.Clr, new ClrRundownTraceEventParser(source));
        source.Dynamic.All += _ => { };
        source.AllEvents += data => events.Add(new Event(data.TimeStampRelativeMSec, data.ProviderName, IdOf(data), data.Version, data.ThreadID, data.EventDataLength));
        source.Process();
        lost = source.EventsLost;
        return events;
    }

    // The library gives events whose name stands in their payload numbers of its own.
    private static int IdOf(TraceEvent data) => (int)data.ID < LibrarysOwn ? (int)data.ID : DynamicEvent;

    private static List<string> TheirStacks(byte[] trace)
    {
        var folder = Directory.CreateTempSubdirectory("asyncload-oracle-");
        try
        {
            var file = Path.Combine(folder.FullName, "trace.nettrace");
            File.WriteAllBytes(file, trace);
            using var log = new TraceLog(TraceLog.CreateFromEventPipeDataFile(file));
            return [.. log.Events.ByEventType<AllocationSampledTraceData>().Select(sample => string.Join(' ', Addresses(sample)))];
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static IEnumerable<ulong> Addresses(TraceEvent data)
    {
        for (var frame = data.CallStack(); frame is not null; frame = frame.Caller) yield return frame.CodeAddress.Address;
    }

    private readonly record struct Event(double AtMs, string Provider, int Id, int Version, long ThreadId, int PayloadLength) : IComparable<Event>
    {
        public int CompareTo(Event other) =>
            (AtMs, Provider, Id, ThreadId, PayloadLength).CompareTo((other.AtMs, other.Provider, other.Id, other.ThreadId, other.PayloadLength));
    }
}
