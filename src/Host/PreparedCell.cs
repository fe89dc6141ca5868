using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Loads.Stages;
using AsyncLoad.Host.Measuring;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Plugins;
using AsyncLoad.Host.Plugins.Benchmarks;
using AsyncLoad.Host.Pressure;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Workloads;
using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Host;

/// <summary>A cell ready to be measured: workload set up, value checked, pressure built, workers held at the slice barrier.</summary>
internal sealed class PreparedCell : IDisposable
{
    private readonly Workload workload;
    private readonly DrivingThread? home;
    private readonly BarrierDevice device;
    private readonly SliceBarrier barrier = new();
    private readonly FailureSignal failure = new();
    private readonly SetUps setUps;
    private readonly long heapBefore;

    private PreparedCell(Workload workload, (Operation Operation, HostReply.Prepared Description) called, HostRequest.Prepare request, EngineLoads? engine, DrivingThread? home)
    {
        (this.workload, this.home) = (workload, home);
        var cell = request.Cell;
        var (first, description) = ((Operation?)called.Operation, called.Description);
        var simulated = (workload as IUsesSimulatedDevice)?.Device;
        device = new BarrierDevice(simulated);
        // On the core of a worker or a pool thread, the device would be late by the scheduler's time slices, up to tenths of a second. Under loads that sleep most of the
        // time, it has a core anyway, and a dedicated core would make arrivals late.
        if (simulated is not null && !cell.Load.IsPaced) ThreadAffinity.Dedicate(SimulatedDevice.ThreadName);
        var arguments = new Arguments(cell.Parameters);
        var cores = Math.Max(1, Environment.ProcessorCount - (simulated is null ? 0 : 1));
        Operation CreateOperation()
        {
            // The operation of the value check serves the first worker, so that what it holds exists once.
            var operation = first ?? Created(workload, cell.Variant, arguments);
            first = null;
            return operation;
        }

        setUps = new SetUps(
            cell.Load,
            () => MemoryRoom.Of(cell, request.Alive),
            static collected => collected ? HeldMemory.ReadCollected() : HeldMemory.Read(),
            TimeProvider.System,
            workload is BenchmarkWorkload ? ", or let all workers call one instance (--shared-instance)" : "");
        var load = engine?.Invoke(cell.Load, new LoadParts(CreateOperation, barrier, failure)) ?? CreateLoad(cell.Load, cores, CreateOperation);
        load.OperationsPerCall = description.OperationsPerCall;
        if (cell.Injected is { } slowdown) load.Inject(OfThisProcess(slowdown));
        var pressurer = Pressurer.For(cell.Pressure, barrier);
        Description = description with { Workers = load.Workers, LiveSetBytes = pressurer?.LiveSetBytes ?? 0 };
        Slices = new SliceRunner(load, pressurer, device, barrier, failure)
        {
            Growth = GrowthWatch.OfProcess(MemoryRoom.Of(cell, request.Alive), () => (load.Operations, barrier.IsOpen ? barrier.OpenUntilNow : barrier.OpenBefore)),
        };
        // Two collections have already taken a live set to gen2.
        heapBefore = WithoutLatencies(Description.LiveSetBytes > 0 ? RetainedHeap.ReadCollected() : RetainedHeap.Read());
        load.Start(home);
        pressurer?.Start();
        // It has run since set-up, since the value check waits for it.
        device.Park();
    }

    public HostReply.Prepared Description { get; }

    public SliceRunner Slices { get; }

    /// <summary>Sets a cell up.</summary>
    /// <param name="request">Which, and how.</param>
    /// <param name="engine">Makes loads of another engine; null without one.</param>
    /// <exception cref="RequestRefusedException">A setting is not in force, or the cell names something that is not there.</exception>
    /// <exception cref="WorkloadFailedException">The workload threw in set-up or in its first operation.</exception>
    public static PreparedCell Create(HostRequest.Prepare request, Workload workload, EngineLoads? engine)
    {
        var cell = request.Cell;
        var settings = SettingsRefusals.Read(cell);
        if (SettingsRefusals.Refusal(cell, settings) is { } refusal) throw new RequestRefusedException(FailureReason.Setting, refusal);
        // A slowdown is injected per batch, and awaiting workers do not run whole batches.
        if (cell is { Injected: not null, Load.Blocks: false })
            throw new RequestRefusedException(FailureReason.Request, $"no slowdown can be injected under {cell.Load.Kind}");
        // As under BenchmarkDotNet: set-up, operations and clean-up share a thread where one thread calls.
        var home = cell.Load is LoadSettings.Sequential && workload is BenchmarkWorkload ? new DrivingThread() : null;
        var (operation, value) = On(home, () => SetUpAndCall(workload, cell, request.Plugins is { IgnoreValues: true }));
        var perCall = workload.Variants.FirstOrDefault(variant => variant.Id == cell.Variant)?.OperationsPerCall ?? 1;
        return new PreparedCell(workload, (operation, new HostReply.Prepared(settings, 0, value, 0, perCall)), request, engine, home);
    }

    /// <summary>How precise a simulated device was in the measured slices, or null.</summary>
    public DeviceReport? ConcludeDevice() => device.Conclude();

    /// <summary>What the managed heap holds now and before the first slice, without latency counts; only while all workers stand still.</summary>
    public HeapUse ReadHeap() => new(heapBefore, WithoutLatencies(RetainedHeap.Read()), Slices.Operations);

    public void Dispose()
    {
        barrier.Shut();
        // The workload may wait for the device while it is torn down.
        device.Resume();
        On(home, () => Guarded(() =>
        {
            workload.TearDown();
            return true;
        }));
        home?.End();
    }

    private static long WithoutLatencies(long bytes) => bytes - LatencyCounts.HeldBytes;

    // Both branches do the same arithmetic, so that the compiler makes the same loop.
    private static InjectedSlowdown OfThisProcess(InjectedSlowdown slowdown) =>
        slowdown.Drawn && Random.Shared.Next(2) == 0 ? slowdown with { Run = slowdown.Counted } : slowdown;

    private static T On<T>(DrivingThread? home, Func<T> call) => home is null ? call() : home.Run(call);

    private static (Operation Operation, string? Value) SetUpAndCall(Workload workload, Cell cell, bool ignoresValues) => Guarded(() =>
    {
        var arguments = new Arguments(cell.Parameters);
        workload.SetUp(arguments);
        var operation = workload.CreateOperation(cell.Variant, arguments);
        // Benchmark methods need not return the same: only plain values are compared.
        return workload is not BenchmarkWorkload ? (operation, ReturnedValue.Of(operation))
            : (operation, ReturnedValue.OfPlain(operation) is { } value && !ignoresValues ? value : null);
    });

    private static Operation Created(Workload workload, string variant, Arguments arguments) => Guarded(() => workload.CreateOperation(variant, arguments));

    private static T Guarded<T>(Func<T> call)
    {
        try
        {
            return call();
        }
        catch (PluginRefusedException exception)
        {
            throw new RequestRefusedException(FailureReason.Request, exception.Message);
        }
        catch (Exception exception)
        {
            // A workload may throw anything; it is reported with its own stack.
            throw new WorkloadFailedException(exception);
        }
    }

    private SimulationsLoad Staged(IReadOnlyList<Stage> stages, Func<Operation> createOperation) =>
        new(stages, setUps.Make(SimulationsLoad.OperationsOf(stages), createOperation), barrier, failure);

    private Load CreateLoad(LoadSettings settings, int cores, Func<Operation> createOperation) => settings switch
    {
        LoadSettings.Sequential => new SequentialLoad(createOperation(), barrier, failure, ownsCore: true),
        LoadSettings.ParallelFor parallel => new ParallelForLoad(setUps.Make(parallel.Degree ?? cores, createOperation), parallel.Chunk, barrier, failure),
        LoadSettings.ParallelForAsync parallel => new ParallelForAsyncLoad(setUps.Make(parallel.Degree ?? cores, createOperation), parallel.Chunk, barrier, failure),
        LoadSettings.ClosedLoop loop => new ClosedLoopLoad(setUps.Make(loop.Workers, createOperation), loop.ThinkTime?.Span, barrier, failure),
        LoadSettings.Wave wave => new WaveLoad(setUps.Make(wave.Size, createOperation), barrier, failure),
        LoadSettings.OpenLoop open => new OpenLoopLoad(open, setUps.Make(open.MaxInFlight, createOperation), barrier, failure),
        LoadSettings.Simulations { Engine: LoadEngine.Native } simulations => Staged(Stage.Of(simulations.Stages), createOperation),
        _ => throw new RequestRefusedException(FailureReason.Request, $"this host has no load '{settings.Kind}'"),
    };
}

/// <summary>The host refuses a request; the message says why.</summary>
internal sealed class RequestRefusedException(FailureReason reason, string message) : Exception(message)
{
    public FailureReason Reason { get; } = reason;
}
