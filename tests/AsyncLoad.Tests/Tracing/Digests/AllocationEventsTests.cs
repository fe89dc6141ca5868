using AsyncLoad.Tests.Tracing.Runs;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Nettrace;
using AsyncLoad.Tracing.Stacks;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Digests;

public class AllocationEventsTests
{
    [Theory]
    [InlineData(TraceFixture.GcVerbose, AllocationSource.Tick)]
    [InlineData(TraceFixture.Sampled, AllocationSource.Sampled)]
    [InlineData(TraceFixture.GcCollect, null)]
    public void Which_events_a_runtime_gives_is_told_though_none_falls_into_the_window(string file, AllocationSource? source)
    {
        var reader = new NettraceReader();
        var events = new AllocationEvents(reader, new StackPool(), () => false);
        using var stream = new MemoryStream(TraceFixture.Bytes(file));
        reader.Read(stream, cancellation: TestContext.Current.CancellationToken);

        Assert.Equal(source, events.Source);
        Assert.Equal(0, events.Sites.Total.Samples);
    }
}
