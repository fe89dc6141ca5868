using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Runs;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Analysis;
using Microsoft.Diagnostics.Tracing.Analysis.GC;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Runs;

public class TraceReaderTests
{
    private static readonly TraceAnalysis Busy = TraceFixture.Read(TraceFixture.BackgroundCollection);
    private static readonly TraceAnalysis Tasks = TraceFixture.Read(TraceFixture.Tasks);
    private static readonly TraceAnalysis Idle = TraceFixture.Read(TraceFixture.ValueTasks);

    public static TheoryData<string> Made => [TraceFixture.BackgroundCollection, TraceFixture.Tasks, TraceFixture.ValueTasks];

    [Theory]
    [MemberData(nameof(Made))]
    public void A_whole_trace_has_no_problem(string file)
    {
        var trace = TraceFixture.Read(file);

        Assert.Null(trace.Problem);
        Assert.False(trace.Truncated);
        Assert.Equal(0, trace.EventsLost);
        Assert.Equal(TraceFixture.Bytes(file).Length, trace.FileBytes);
        Assert.Equal((file, "cell"), (trace.File, trace.Cell));
    }

    [Theory]
    [MemberData(nameof(Made))]
    public void The_window_carries_the_differences_of_the_processs_own_counters(string file)
    {
        var window = TraceFixture.Read(file).Window!;
        var (start, stop) = TraceFixture.Markers(file, numbers: 6);

        // Operations, timestamp, allocated bytes, pauses in ns, bytes of the pressurer, suspensions.
        Assert.Equal(stop[0] - start[0], window.Operations);
        Assert.Equal(stop[2] - start[2], window.AllocatedBytes);
        Assert.Equal((stop[3] - start[3]) / 1e6, window.PauseMs, 1e-9);
        Assert.Equal(stop[4] - start[4], window.PressureBytes);
        Assert.Equal(stop[5] - start[5], window.Suspensions);
    }

    [Fact]
    public void Operations_that_suspend_are_counted_apart_from_those_that_do_not()
    {
        // Each awaits a yield; now and then one is over before its caller looks.
        Assert.InRange(Busy.Window!.Suspensions!.Value, Busy.Window.Operations * 9 / 10, Busy.Window.Operations);
        Assert.True(Busy.Window.Suspensions > 0);
        Assert.Equal((0L, 0L), (Tasks.Window!.Suspensions, Idle.Window!.Suspensions));
        Assert.True(Tasks.Window.Operations > 0);
    }

    [Fact]
    public void Markers_that_do_not_count_suspensions_give_none()
    {
        var trace = TraceFixture.Read(TraceFixture.WithoutSuspensions);

        Assert.Null(trace.Problem);
        Assert.True(trace.Window!.Operations > 0);
        Assert.Null(trace.Window.Suspensions);
    }

    [Fact]
    public void The_pressurers_bytes_are_told_from_the_workloads()
    {
        Assert.InRange(Busy.Window!.PressureBytes, 1, Busy.Window.AllocatedBytes);
        Assert.Equal(0, Tasks.Window!.PressureBytes);
        // Every byte of this workload is a task of 80 B; some KB are the runtime's own.
        Assert.InRange(Tasks.Window.AllocatedBytes, Tasks.Window.Operations * 80, (Tasks.Window.Operations * 80) + 200_000);
    }

    [Theory]
    [MemberData(nameof(Made))]
    public void Sampled_bytes_and_traced_pauses_agree_with_the_counters(string file)
    {
        var trace = TraceFixture.Read(file);

        Assert.Equal(["B", "ms"], trace.Checks.Select(check => check.Unit));
        Assert.All(trace.Checks, check => Assert.True(check.Passed, check.ToString()));
        Assert.Equal([trace.Window!.AllocatedBytes, trace.Window.PauseMs], trace.Checks.Select(check => check.Counted));
    }

    [Theory]
    [InlineData(TraceFixture.BackgroundCollection)]
    [InlineData(TraceFixture.Tasks)]
    public void Exactly_the_collections_that_begin_inside_the_window_are_listed(string file)
    {
        var trace = TraceFixture.Read(file);
        var all = CollectionsByTheLibrary(file);
        var inside = all.FindAll(gc => gc.PauseStartRelativeMSec >= trace.Window!.StartMs && gc.PauseStartRelativeMSec < trace.Window.StopMs);

        Assert.NotEmpty(inside);
        Assert.Equal(
            inside.Select(gc => (gc.Number, gc.Generation, gc.Reason.ToString(), KindOf(gc), gc.HeapSizeAfterMB, gc.PromotedMB)),
            trace.Collections.Select(gc => (gc.Number, gc.Generation, gc.Reason, gc.Kind, gc.HeapAfterMb!.Value, gc.PromotedMb!.Value)));
    }

    [Fact]
    public void Collections_outside_the_window_do_not_count() =>
        Assert.InRange(Busy.Collections.Count, 1, CollectionsByTheLibrary(TraceFixture.BackgroundCollection).Count / 2);

    [Fact]
    public void A_background_collection_and_one_inside_it_are_told_apart()
    {
        var background = Busy.Collections.Where(gc => gc.Kind == "background").ToList();
        var inner = Busy.Collections.Where(gc => gc.Kind == "blocking inside background").ToList();

        Assert.Equal((2, 2), (background.Count, inner.Count));
        Assert.All(background, gc => Assert.Equal(2, gc.Generation));
        Assert.All(inner, gc => Assert.True(gc.Generation < 2));
        // The next background collection begins after the one inside its predecessor.
        Assert.Equal([background[0], inner[0], background[1], inner[1]], background.Concat(inner).OrderBy(gc => gc.StartMs));
        Assert.All(background.Concat(inner), gc => Assert.True(gc.PauseMs > 0));
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
        var largest = Tasks.Allocations[0];

        Assert.Equal("System.Threading.Tasks.Task`1[System.Decimal]", largest.Type);
        Assert.Equal(80, largest.MeanObjectBytes!.Value, 1e-6);
        Assert.InRange(largest.Estimate.Bytes, largest.Estimate.Low, largest.Estimate.High);
        Assert.InRange(Tasks.Window!.Operations * 80, largest.Estimate.Low, largest.Estimate.High);
    }

    [Fact]
    public void The_pressurers_objects_are_named_as_such() =>
        Assert.Equal("AsyncLoad.Host.Pressure.PressureBlock[]", Busy.Allocations[0].Type);

    [Fact]
    public void Types_are_listed_largest_first_and_sum_to_the_total()
    {
        Assert.Equal(Busy.Allocations.OrderByDescending(type => type.Estimate.Bytes), Busy.Allocations);
        Assert.Equal(Busy.AllocatedTotal!.Samples, Busy.Allocations.Sum(type => type.Estimate.Samples));
        Assert.Equal(Busy.AllocatedTotal.Bytes, Busy.Allocations.Sum(type => type.Estimate.Bytes), 1e-3);
    }

    [Fact]
    public void Stacks_inside_the_window_are_named_and_advice_is_given()
    {
        var largest = Tasks.Stacks[0];

        Assert.Equal("Task<decimal>", largest.Type);
        Assert.Equal("PriceList.PriceAsTask(string)", largest.Frames[1]);
        Assert.All(largest.Frames, frame => Assert.NotEqual("(no name)", frame));
        Assert.Equal(Tasks.Stacks.OrderByDescending(stack => stack.Estimate.Bytes), Tasks.Stacks);
        Assert.True(Tasks.Stacks.Sum(stack => stack.Estimate.Samples) <= Tasks.AllocatedTotal!.Samples);
        Assert.Equal((Tasks.Window!.StopMs - Tasks.Window.StartMs) / 1e3, Tasks.Advice!.Seconds);
    }

    [Fact]
    public void Samples_outside_the_window_do_not_count()
    {
        using var source = new EventPipeEventSource(new MemoryStream(TraceFixture.Bytes(TraceFixture.BackgroundCollection)));
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
    public void A_side_that_allocates_nothing_shows_no_type_no_collection_and_an_upper_bound()
    {
        Assert.Null(Idle.Problem);
        Assert.True(Idle.Window!.Operations > 0);
        Assert.Empty(Idle.Collections);
        Assert.Null(Idle.Pauses);
        Assert.Empty(Idle.Allocations);
        Assert.Empty(Idle.Stacks);
        Assert.Null(Idle.Advice);
        Assert.Equal(new AllocationEstimate(0, 0, 0, Idle.AllocatedTotal!.High), Idle.AllocatedTotal);
        Assert.InRange(Idle.Window.AllocatedBytes, 0, Idle.AllocatedTotal.High);
        Assert.All(Idle.Checks, check => Assert.True(check.Passed, check.ToString()));
    }

    private static string KindOf(TraceGC gc) => gc.Type switch
    {
        GCType.NonConcurrentGC => "blocking",
        GCType.BackgroundGC => "background",
        GCType.ForegroundGC => "blocking inside background",
        _ => gc.Type.ToString(),
    };

    // An independent reading: the collections as the library's own analysis sees them.
    private static List<TraceGC> CollectionsByTheLibrary(string file)
    {
        using var source = new EventPipeEventSource(new MemoryStream(TraceFixture.Bytes(file)));
        source.NeedLoadedDotNetRuntimes();
        source.Process();
        return [.. source.Processes().SelectMany(process => process.LoadedDotNetRuntime()?.GC.GCs ?? [])];
    }
}
