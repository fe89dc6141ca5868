using AsyncLoad.Tracing.Nettrace;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Traces of this very runtime, read by ours and by TraceEvent, which shares no code with it.</summary>
[Collection(typeof(CompleteRunReaders))]
public class TraceOracleTests(CompleteRun run)
{
    private const int DynamicEvent = 39;
    private const int LibrarysOwn = 65_000;

    private static readonly string[] Providers =
        ["Microsoft-Windows-DotNETRuntime", "Microsoft-Windows-DotNETRuntimeRundown", "AsyncLoad-Phases", "Microsoft-DotNETCore-EventPipe", "System.Diagnostics.Tracing.EventSource"];

    [Fact]
    public void Both_read_the_same_events()
    {
        var traces = Directory.GetFiles(run.Folder.At("traces"));

        Assert.NotEmpty(traces);
        Assert.All(traces, file =>
        {
            var ours = Ours(file, out var summary);
            var theirs = Theirs(file, out var lost);

            Assert.IsType<NettraceEnding.Whole>(summary.Ending);
            Assert.Equal(lost, summary.EventsLost);
            Assert.Equal(theirs.Count, summary.Events);
            Assert.Equal(theirs.Order(), ours.Order());
            // In the order of time, whatever threads they are of.
            Assert.Equal(ours.Select(read => read.AtMs).Order(), ours.Select(read => read.AtMs));
        });
    }

    private static List<Event> Ours(string file, out NettraceSummary summary)
    {
        var events = new List<Event>();
        var reader = new NettraceReader();
        foreach (var provider in Providers) reader.On(provider, null, (in traced) => events.Add(new Event(traced.AtMs, traced.Kind.Provider, traced.Kind.Id, traced.ThreadId, traced.Payload.Length)));
        using var stream = File.OpenRead(file);
        summary = reader.Read(stream);
        return events;
    }

    private static List<Event> Theirs(string file, out long lost)
    {
        var events = new List<Event>();
        using var source = new EventPipeEventSource(file);
        // Known by name from now on.
        _ = (source.Clr, new ClrRundownTraceEventParser(source));
        source.Dynamic.All += _ => { };
        source.AllEvents += data => events.Add(new Event(data.TimeStampRelativeMSec, data.ProviderName, IdOf(data), data.ThreadID, data.EventDataLength));
        source.Process();
        lost = source.EventsLost;
        return events;
    }

    // The library gives events whose name stands in their payload numbers of its own.
    private static int IdOf(TraceEvent data) => (int)data.ID < LibrarysOwn ? (int)data.ID : DynamicEvent;

    private readonly record struct Event(double AtMs, string Provider, int Id, long ThreadId, int PayloadLength) : IComparable<Event>
    {
        public int CompareTo(Event other) =>
            (AtMs, Provider, Id, ThreadId, PayloadLength).CompareTo((other.AtMs, other.Provider, other.Id, other.ThreadId, other.PayloadLength));
    }
}
