using System.Diagnostics;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Loads.Stages;
using AsyncLoad.Host.Measuring;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.NBomber;
using AsyncLoad.Workloads;

namespace AsyncLoad.Engines;

/// <summary>One row: an engine runs a case in this process, and the measured process's own counters say what that took.</summary>
internal static class EngineRun
{
    private static readonly Duration WarmUpSlice = Duration.FromMilliseconds(30);
    private static readonly Duration Slice = Duration.FromMilliseconds(100);
    private const int WarmUpSlices = 40;

    /// <summary>Measures the row.</summary>
    public static Task<EngineFigures> MeasureAsync(EngineCase one, LoadEngine engine) => Task.Factory.StartNew(
        () => Measure(one, engine), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private static EngineFigures Measure(EngineCase one, LoadEngine engine)
    {
        using var stall = one.Stalls ? new PoolStall() : null;
        var (barrier, failure) = (new SliceBarrier(), new FailureSignal());
        var load = Load(one, engine, new LoadParts(one.CreateOperation, barrier, failure));
        var runner = new SliceRunner(load, null, new BarrierDevice(null), barrier, failure);
        load.Start();
        // Our engine times every operation; NBomber's iterations are timed where the table needs it.
        var timed = engine == LoadEngine.Native || one.Stage is Simulation.Inject;
        for (var slice = 0; slice < WarmUpSlices; slice++) runner.Run(new HostRequest.RunSlice(0, WarmUpSlice, 1, Marked: false, WarmUp: true, timed));
        var began = Stopwatch.GetTimestamp();
        var slices = engine == LoadEngine.NBomber ? [runner.Run(Request(0, one.Length, timed))] : RunInSlices(runner, timed);
        var took = Stopwatch.GetElapsedTime(began);
        return Figures(one, slices, (took, runner.ConcludeLatency(), (load as NBomberLoad)?.P99Milliseconds));
    }

    private static Load Load(EngineCase one, LoadEngine engine, LoadParts parts)
    {
        var settings = new LoadSettings.Simulations([one.Stage], engine);
        if (NBomberLoad.For(settings, parts) is { } nbomber) return nbomber;
        var stages = Stage.Of(settings.Stages);
        return new SimulationsLoad(stages, Several(SimulationsLoad.OperationsOf(stages), parts.CreateOperation), parts.SliceBarrier, parts.Failure);
    }

    private static List<Operation> Several(int count, Func<Operation> create) => [.. Enumerable.Range(0, count).Select(_ => create())];

    private static List<Slice> RunInSlices(SliceRunner runner, bool timed)
    {
        var slices = new List<Slice>();
        while (!runner.HasEnded) slices.Add(runner.Run(Request(slices.Count, Slice, timed)));
        return slices;
    }

    private static HostRequest.RunSlice Request(int index, Duration length, bool timed) => new(index, length, 1, Marked: false, WarmUp: false, timed);

    private static EngineFigures Figures(EngineCase one, List<Slice> slices, (TimeSpan Took, LatencyReport? Latency, double? Told) run)
    {
        double operations = slices.Sum(slice => slice.Operations);
        var arrives = one.Stage is Simulation.Inject;
        return new EngineFigures(
            slices.Sum(slice => slice.Elapsed.Value) / operations,
            slices.Sum(slice => slice.Process.UserCpu.Value + slice.Process.SystemCpu.Value) / (double)slices.Sum(slice => slice.Process.CpuOperations),
            slices.Sum(slice => slice.Gc.AllocatedBytes) / operations,
            !arrives ? null : run.Latency?.Response is { } response ? P99(response) : run.Told,
            !arrives || run.Latency is null ? null : P99(run.Latency.Service),
            Process.GetCurrentProcess().PeakWorkingSet64,
            (run.Took - one.Length.Span).TotalSeconds);
    }

    private static double? P99(Latencies latencies) => latencies.Quantile(0.99) is { } quantile ? quantile.Value / 1e6 : null;
}
