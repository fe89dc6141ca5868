using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>Memory of processes that hold a known amount of it, measured for real.</summary>
[Collection(nameof(WholeProcess))]
public sealed class MemoryTests
{
    private const double Megabyte = 1e6;

    // What two processes that do the same differ by: code, threads, and what the runtime keeps. 0.1 MB of heap and 1.5 MB of working set were seen.
    private const double HeapAlike = 0.3 * Megabyte;
    private const double ProcessAlike = 8 * Megabyte;

    [Fact]
    public async Task A_side_that_holds_an_array_peaks_higher_and_retains_it()
    {
        var (nothing, holds) = await MeasureAsync("holds");

        Assert.InRange(Peak(holds) - Peak(nothing), (32 * Megabyte) - ProcessAlike, (32 * Megabyte) + ProcessAlike);
        Assert.InRange(holds.Heap!.After - nothing.Heap!.After, (32 * Megabyte) - HeapAlike, (32 * Megabyte) + HeapAlike);
        // It was there before the first slice.
        Assert.InRange(holds.Heap.Growth, -HeapAlike, SideMemory.OfProcess);
    }

    [Fact]
    public async Task A_side_that_lets_go_of_what_it_took_peaks_higher_and_retains_nothing()
    {
        var (nothing, peaks) = await MeasureAsync("peaks");

        Assert.InRange(Peak(peaks) - Peak(nothing), (100 * Megabyte) - ProcessAlike, (100 * Megabyte) + ProcessAlike);
        Assert.InRange(peaks.Heap!.After - nothing.Heap!.After, -HeapAlike, HeapAlike);
    }

    [Fact]
    public async Task What_only_waits_for_its_finalizer_is_not_retained()
    {
        var (nothing, finalizes) = await MeasureAsync("finalizes");

        Assert.InRange(finalizes.Heap!.After - nothing.Heap!.After, -HeapAlike, HeapAlike);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_each_call_leaves_behind_is_counted_over_all_calls(bool inTurn)
    {
        var (nothing, leaks) = await MeasureAsync("leaks", inTurn);

        Assert.InRange(leaks.Heap!.Growth - (2 * leaks.Heap.Operations), -HeapAlike, SideMemory.OfProcess);
        Assert.InRange(nothing.Heap!.Growth, -HeapAlike, SideMemory.OfProcess);
    }

    [Fact]
    public async Task Counts_of_latencies_that_are_there_before_the_first_slice_are_left_out_too()
    {
        // A load with arrivals makes them with itself, for each operation that may be under way.
        var (nothing, again) = await MeasureAsync("nothing", under: cell => cell with { Load = new LoadSettings.OpenLoop(1_000, null, ArrivalSpacing.Constant, MaxInFlight: 32) });

        Assert.All([nothing, again], side => Assert.InRange(side.Heap!.Growth, -HeapAlike, SideMemory.OfProcess));
    }

    // GC.GetTotalMemory is tens of MB below 0 here in two processes of three.
    [Fact]
    public async Task An_array_is_retained_where_other_objects_stay_pinned_under_server_gc()
    {
        var (nothing, holds) = await MeasureAsync("holds", under: cell => cell with
        {
            Pressure = PressureSettings.Pinned,
            Gc = cell.Gc with { Server = true, Datas = false, Gen0Size = PressureSettings.Pinned.Gen0Size },
        });

        // Survivors are as many as two collections leave, and collections come when they come.
        Assert.InRange(nothing.Heap!.After, 0.1 * Megabyte, 16 * Megabyte);
        Assert.InRange(holds.Heap!.After - nothing.Heap.After, 16 * Megabyte, 48 * Megabyte);
    }

    [Fact]
    public async Task Calls_that_take_long_have_memory_and_too_few_operations_for_a_leak()
    {
        var (_, leaks) = await MeasureAsync("leaks-slowly");

        Assert.InRange(Peak(leaks), Megabyte, 1_000 * Megabyte);
        Assert.InRange(leaks.Heap!.Operations, 2, 1_000);
        // Each operation was timed, and the counts of latencies, 147 kB for each worker and as much for the watch, are none of its.
        Assert.InRange(leaks.Heap.Growth, -HeapAlike, 0.14 * Megabyte);
    }

    // The system itself keeps the peak on Linux, where this may be told to begin anew.
    private static double Peak(MemoryUse memory)
    {
        Assert.Equal(!OperatingSystem.IsLinux(), memory.IsSampled);
        return memory.Peak!.Value;
    }

    private static async Task<(MemoryUse Nothing, MemoryUse Candidate)> MeasureAsync(string candidate, bool inTurn = false, Func<Cell, Cell>? under = null)
    {
        var measure = RealPair.Settings(20, Duration.FromMilliseconds(100)) with { InTurn = inTurn };
        var pair = await RealPair.MeasureAsync(RealPair.PlanOf("memories", ("nothing", candidate), measure, under));
        return (Measured(pair.Baseline), Measured(pair.Candidate));
    }

    private static MemoryUse Measured(CellOutcome outcome) => Assert.IsType<MemoryUse>(Assert.IsType<CellOutcome.Completed>(outcome).Measurement.Memory);
}
