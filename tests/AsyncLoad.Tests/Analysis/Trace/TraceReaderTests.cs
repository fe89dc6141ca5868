using AsyncLoad.Analysis.Trace;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Analysis;
using Microsoft.Diagnostics.Tracing.Analysis.GC;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Trace;

public class TraceReaderTests
{
    private static readonly TraceAnalysis Busy = TraceFixture.Read(TraceFixture.BackgroundCollection);
    private static readonly TraceAnalysis Idle = TraceFixture.Read(TraceFixture.ValueTasks);

    [Fact]
    public void A_whole_trace_has_no_problem()
    {
        Assert.Null(Busy.Problem);
        Assert.False(Busy.Truncated);
        Assert.Equal(0, Busy.EventsLost);
        Assert.Equal(new FileInfo(TraceFixture.PathOf(TraceFixture.BackgroundCollection)).Length, Busy.FileBytes);
        Assert.Equal((TraceFixture.BackgroundCollection, "cell"), (Busy.File, Busy.Cell));
    }

    [Fact]
    public void The_window_carries_the_differences_of_the_processs_own_counters()
    {
        Assert.NotNull(Busy.Window);
        Assert.True(Busy.Window.StartMs < Busy.Window.StopMs);
        Assert.True(Busy.Window.Operations > 0);
        Assert.True(Busy.Window.AllocatedBytes > 0);
        Assert.InRange(Busy.Window.PauseMs, 0.001, Busy.Window.StopMs - Busy.Window.StartMs);
        Assert.Equal(0, Busy.Window.PressureBytes);
    }

    [Fact]
    public void Sampled_bytes_and_traced_pauses_agree_with_the_counters()
    {
        Assert.Equal(["B", "ms"], Busy.Checks.Select(check => check.Unit));
        Assert.All(Busy.Checks, check => Assert.True(check.Passed, check.ToString()));
        Assert.Equal(Busy.Window!.AllocatedBytes, Busy.Checks[0].Counted);
        Assert.Equal(Busy.Window.PauseMs, Busy.Checks[1].Counted);
    }

    [Fact]
    public void Exactly_the_collections_that_begin_inside_the_window_are_listed()
    {
        var all = CollectionsByTheLibrary(TraceFixture.BackgroundCollection);
        var inside = all.FindAll(gc => gc.PauseStartRelativeMSec >= Busy.Window!.StartMs && gc.PauseStartRelativeMSec < Busy.Window.StopMs);

        Assert.NotEmpty(inside);
        Assert.True(inside.Count < all.Count, "the fixture must collect outside its window too");
        Assert.Equal(
            inside.Select(gc => (gc.Number, gc.Generation, gc.Reason.ToString(), gc.HeapSizeAfterMB, gc.PromotedMB)),
            Busy.Collections.Select(gc => (gc.Number, gc.Generation, gc.Reason, gc.HeapAfterMb!.Value, gc.PromotedMb!.Value)));
    }

    [Fact]
    public void A_background_collection_and_one_inside_it_are_told_apart()
    {
        var background = Assert.Single(Busy.Collections, gc => gc.Kind == "background");
        var inner = Assert.Single(Busy.Collections, gc => gc.Kind == "blocking inside background");

        Assert.Equal(2, background.Generation);
        Assert.True(inner.Generation < 2);
        Assert.True(inner.StartMs > background.StartMs);
        Assert.All([background, inner], gc => Assert.True(gc.PauseMs > 0));
    }

    [Fact]
    public void Every_pause_is_charged_to_the_collections_once()
    {
        Assert.NotNull(Busy.Pauses);
        Assert.Equal(Busy.Pauses.SumMs, Busy.Collections.Sum(gc => gc.PauseMs), 1e-6);
        Assert.InRange(Busy.Pauses.MedianMs, 0, Busy.Pauses.P95Ms);
        Assert.InRange(Busy.Pauses.P95Ms, 0, Busy.Pauses.MaxMs);
    }

    [Fact]
    public void The_allocated_type_is_named_with_its_exact_size()
    {
        var largest = Busy.Allocations[0];

        Assert.Equal("System.Threading.Tasks.Task`1[System.String]", largest.Type);
        Assert.Equal(72, largest.MeanObjectBytes, 1e-6);
        Assert.InRange(largest.Estimate.Bytes, largest.Estimate.Low, largest.Estimate.High);
    }

    [Fact]
    public void Types_are_listed_largest_first_and_sum_to_the_total()
    {
        Assert.Equal(Busy.Allocations.OrderByDescending(type => type.Estimate.Bytes), Busy.Allocations);
        Assert.Equal(Busy.AllocatedTotal!.Samples, Busy.Allocations.Sum(type => type.Estimate.Samples));
        Assert.Equal(Busy.AllocatedTotal.Bytes, Busy.Allocations.Sum(type => type.Estimate.Bytes), 1e-3);
    }

    [Fact]
    public void Samples_outside_the_window_do_not_count()
    {
        using var source = new EventPipeEventSource(TraceFixture.PathOf(TraceFixture.BackgroundCollection));
        var (inside, outside) = (0, 0);
        source.Clr.AllocationSampling += sample =>
        {
            if (sample.TimeStampRelativeMSec >= Busy.Window!.StartMs && sample.TimeStampRelativeMSec < Busy.Window.StopMs) inside++;
            else outside++;
        };
        source.Process();

        Assert.True(outside > 0, "the fixture must allocate outside its window too");
        Assert.Equal(inside, Busy.AllocatedTotal!.Samples);
    }

    [Fact]
    public void An_arm_that_allocates_nothing_shows_no_type_no_collection_and_an_upper_bound()
    {
        Assert.Null(Idle.Problem);
        Assert.True(Idle.Window!.Operations > 0);
        Assert.Empty(Idle.Collections);
        Assert.Null(Idle.Pauses);
        Assert.Empty(Idle.Allocations);
        Assert.Equal(new AllocationEstimate(0, 0, 0, Idle.AllocatedTotal!.High), Idle.AllocatedTotal);
        Assert.InRange(Idle.Window.AllocatedBytes, 0, Idle.AllocatedTotal.High);
        Assert.All(Idle.Checks, check => Assert.True(check.Passed, check.ToString()));
    }

    // An independent reading: the collections as the library's own analysis sees them.
    private static List<TraceGC> CollectionsByTheLibrary(string file)
    {
        using var source = new EventPipeEventSource(TraceFixture.PathOf(file));
        source.NeedLoadedDotNetRuntimes();
        source.Process();
        return [.. source.Processes().SelectMany(process => process.LoadedDotNetRuntime()?.GC.GCs ?? [])];
    }
}
