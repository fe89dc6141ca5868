using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Rules;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>One side of a pair: its process, and what it has delivered so far. Used by one caller at a time.</summary>
internal sealed class SideSession : IAsyncDisposable
{
    /// <summary>How long an answer may take beyond the length of the slice, on a busy machine or during a full collection.</summary>
    private static readonly Duration Patience = Duration.FromSeconds(20);

    // Read once: it does not change while a program runs.
    private static readonly Lazy<string?> WorkerOrder = new(static () => Topology.OfMachine()?.WorkerOrder());

    /// <summary>A batch of operations timed together lasts about this long: beside that, the clock and the slice barrier cost nothing.</summary>
    private const double BatchNanoseconds = 20_000;
    private const long LargestBatch = 1_000_000;

    /// <summary>A clock reading and a count take some 35 ns: 3.5 % of 1 µs, the same in both sides.</summary>
    private const double ShortestTimedNanoseconds = 1_000;

    // A single operation is timed to one step of the clock: 100 ns on Windows, 40 ns on many arm64 processors.
    private const double FewestSteps = 100;

    private const int CountSlices = 3;

    // Of slow calls, which take a second or more each. Two that agree show that the runtime allocated beside neither: a new pool thread would add hundreds of bytes per operation.
    private const int SlowCountSlices = 2;
    private const int MostSlowAgain = 1;

    /// <summary>A count slice lasts about this long, and longer where that is too few operations to spread the driver's own bytes over.</summary>
    private const double CountNanoseconds = 10_000_000;
    internal static readonly Duration LongestCount = Duration.FromMilliseconds(300);
    // At least 100 operations. Of those of 10 ms and more, only as many as fill a second, at least one.
    private const long FewestCounted = 100;
    private const double FewestCountedNanoseconds = 1_000_000_000;
    private const long EnoughCounted = 150_000;
    private const long MostCounted = 20_000_000;

    // One-time allocations already show in a few operations.
    private const long ThrownAwayShare = 10;

    // Above 30, the calls that the runtime counts before it recompiles a method.
    private const int HeatSlices = 32;

    private readonly Cell cell;
    private readonly ChildProcess child;
    private readonly HostReply.Prepared prepared;
    private readonly WarmUpEvidence warmUp;
    private readonly List<Slice> warm = [];
    private readonly List<Slice> slices = [];
    private IReadOnlyList<CountSlice> counts = [];
    private int kept;

    private SideSession(Cell cell, ChildProcess child, HostReply.Prepared prepared)
    {
        this.cell = cell;
        this.child = child;
        this.prepared = prepared;
        warmUp = new WarmUpEvidence(CallsAtOnce(cell.Load, prepared.Workers) * prepared.OperationsPerCall);
    }

    /// <summary>The value that one call returned; null when it returns none.</summary>
    public string? Value => prepared.Value;

    public WarmUpEvidence WarmUp => warmUp;

    /// <summary>Elapsed ns per call, which may do several operations, or of one call of each worker where that is longer than a slice; null before the first.</summary>
    public double? NsPerCall => warmUp.ExceedSlices ? warmUp.Round : warmUp.NsPerOperation * prepared.OperationsPerCall;

    // On a starved machine most slices of a short operation look like those of a long one. Then mostly reading the clock would be measured.
    /// <summary>Whether an operation takes long enough to be timed alone, and is called alone; false until its speed is known.</summary>
    public bool CanBeTimed => prepared.OperationsPerCall == 1 && warmUp.FastestNsPerOperation * AtOnce >= ShortestTimed(child.ClockStep);

    /// <summary>Whether a load with stages has come to the end of them.</summary>
    public bool HasEnded { get; private set; }

    /// <summary>Operations timed together that would suit this side; 1 until its speed is known.</summary>
    public long Batch => BatchOf(BatchNanoseconds);

    /// <summary>The same where the side is a whole run of another engine: operations of one of its iterations.</summary>
    public long WholeRunBatch => WholeRun.BatchNanoseconds(cell) is { } length ? BatchOf(length) : 1;

    /// <summary>The shortest operation that is timed alone, in ns.</summary>
    /// <param name="clockStep">The smallest step of the clock, in ns; null where it is not known.</param>
    internal static double ShortestTimed(long? clockStep) => Math.Max(ShortestTimedNanoseconds, FewestSteps * (clockStep ?? 1));

    private int AtOnce => Math.Clamp(prepared.Workers, 1, Math.Max(1, prepared.Settings.Processors));

    /// <summary>Whether any operation ended in the measured slices so far.</summary>
    public bool HasOperations => slices.Exists(slice => slice.Operations > 0);

    /// <summary>Whether the measured slices so far hold too few collections.</summary>
    public bool LacksCollections => EnoughCollections.AreMissing(slices);

    public static async Task<SideSession> StartAsync(Cell cell, Plan plan, ChildScope scope, Func<Task>? started = null, Action<Dictionary<string, string>>? extend = null)
    {
        RefuseChanged(plan.PluginsOf(cell));
        var environment = HostEnvironment.For(cell, plan.Measure.PlatformTiering, plan.Environment);
        // Side by side, the cores of a place are alike.
        if (scope.Processors is null && WorkerOrder.Value is { } order) environment[HostRequest.CoreOrder] = order;
        extend?.Invoke(environment);
        var child = await CellProcess.StartAsync(cell, environment, scope, started);
        try
        {
            if (!scope.Forced && BuildRefusal.Refusal(child.State, "the host") is { } unfit) throw new ChildFailedException(new CellOutcome.Refused(unfit));
            var prepared = await child.AskAsync<HostReply.Prepared>(new HostRequest.Prepare(cell, plan.PluginsOf(cell), plan.Measure.InTurn ? 1 : scope.Alive), HostRequest.Prepare.Deadline);
            if (scope.Processors is { } own && prepared.Settings.Processors != own.Count)
                throw new ChildFailedException(new CellOutcome.Refused(FormattableString.Invariant($"its process should have {own.Count} processors and counts {prepared.Settings.Processors}: leave out --jobs")));
            // Checked again once loaded: the file may have been replaced meanwhile.
            RefuseChanged(plan.PluginsOf(cell));
            return new SideSession(cell, child, prepared);
        }
        catch
        {
            await child.DisposeAsync();
            throw;
        }
    }

    /// <summary>Runs slices without a length, enough that code that runs once per slice is recompiled.</summary>
    public async Task HeatAsync(bool timed)
    {
        for (var slice = 0; slice < HeatSlices; slice++) await SliceAsync(new HostRequest.RunSlice(0, default, Batch, Marked: false, WarmUp: true, timed, Whole: true));
    }

    public async Task WarmUpOnceAsync(Duration length, bool timed = false)
    {
        // Calls of a paced load do not begin with the slice, and a load with its own end runs only once.
        var whole = cell.Load is { IsPaced: false, Timeline: null, WholeRun: null } && warmUp.WantsWholeCalls;
        var done = await SliceAsync(new HostRequest.RunSlice(0, length, Batch, Marked: false, WarmUp: true, timed, whole));
        warmUp.Add(done, whole);
        warm.Add(done.Slice);
    }

    /// <summary>Counts the newest slices of the warm-up as measured: they were level.</summary>
    public void Keep(int newest)
    {
        foreach (var slice in warm.TakeLast(newest)) slices.Add(slice with { Index = slices.Count });
        kept = newest;
    }

    /// <summary>Takes one measured slice.</summary>
    /// <param name="length">How long it is at least.</param>
    /// <param name="pace">How operations are timed.</param>
    /// <param name="whole">Whether it holds whole calls only.</param>
    public async Task MeasureOnceAsync(Duration length, OperationPace pace, bool whole = false)
    {
        var index = slices.Count - kept;
        if (index == 0) child.WorkingSet.Begin();
        var done = await SliceAsync(new HostRequest.RunSlice(index, length, pace.Batch, Marked: false, WarmUp: false, pace.Timed, whole));
        child.WorkingSet.Read();
        // On a starved machine a slice may end before a worker begins: it holds no call.
        if (whole && done.Slice.Operations == 0) return;
        slices.Add(done.Slice with { Index = slices.Count });
        HasEnded = done.Ended;
    }

    /// <summary>Runs one slice between marks in a trace.</summary>
    public async Task MarkOnceAsync(Duration length) =>
        slices.Add((await SliceAsync(new HostRequest.RunSlice(slices.Count, length, Batch, Marked: true))).Slice);

    /// <summary>
    /// Takes count slices sized after the measured ones. The first one is not kept: it pays for one-time costs. Slow calls have been made often enough
    /// before. Where an earlier process settled the bytes, a tenth of the operations shows whether this one allocates the same, or one slice of slow calls.
    /// </summary>
    /// <param name="longest">How long one may take where operations are slow.</param>
    /// <param name="expected">Bytes per operation that an earlier process settled; null without one.</param>
    public async Task CountAsync(Duration longest, double? expected)
    {
        var operations = OperationsCounted(longest);
        if (warmUp.IsSlow)
        {
            counts = await CountAsync(new CountEvidence(SlowCountSlices, expected, MostSlowAgain), operations);
            return;
        }

        var few = Math.Max(Math.Min(FewestCounted, operations), operations / ThrownAwayShare);
        await CountOnceAsync(few);
        if (expected is { } bytes && await CountOnceAsync(few) is var check && CountEvidence.Confirms(check, bytes))
        {
            counts = [check];
            return;
        }

        counts = await CountAsync(new CountEvidence(CountSlices, expected), operations);
    }

    /// <summary>Ends the process normally.</summary>
    /// <param name="memory">Whether its memory is asked for, which takes a full collection.</param>
    public async Task<SideMeasurement> FinishAsync(bool memory = false)
    {
        var finished = await child.FinishAsync(memory);
        var measured = new SideMeasurement(prepared.Settings, prepared.Workers, warmUp.Conclude(), slices, counts, prepared.LiveSetBytes, finished.Device, finished.Latency)
        {
            Memory = memory ? new MemoryUse(child.WorkingSet.Bytes, child.WorkingSet.IsSampled, finished.Heap) : null,
        };
        // A journal must hold nothing that its reader skips as damaged.
        return EntryRefusals.Problem(measured) is { } problem
            ? throw new ChildFailedException(new CellOutcome.Refused($"it reported what cannot be: {problem}; this is a fault of AsyncLoad, please report it"))
            : measured;
    }

    public ValueTask DisposeAsync() => child.DisposeAsync();

    // Calls that workers make before they check the slice barrier again, when operations are too slow for larger batches.
    private static long CallsAtOnce(LoadSettings load, long workers) => workers * load switch
    {
        LoadSettings.Wave wave => wave.Size,
        LoadSettings.ParallelFor { Chunk: { } chunk } => chunk,
        LoadSettings.ParallelForAsync { Chunk: { } chunk } => chunk,
        _ => 1,
    };

    private static void RefuseChanged(PluginSet? plugins)
    {
        if (PluginFiles.Changed(plugins) is { } changed) throw new ChildFailedException(new CellOutcome.Refused(changed));
    }

    // Workers beyond the cores wait for one, so a batch of theirs takes no longer.
    private long BatchOf(double length) => warmUp.FastestNsPerOperation is { } nanoseconds
        ? Math.Clamp((long)(length / (nanoseconds * AtOnce)), 1, LargestBatch)
        : 1;

    private long OperationsCounted(Duration longest)
    {
        // Count slices have no pauses, so for loads with pauses the latency says how long an operation takes.
        var nanoseconds = slices.Sum(slice => (slice.ResponseTime ?? slice.Elapsed).Value) / (double)Math.Max(1, slices.Sum(slice => slice.Operations));
        var least = Math.Clamp((long)(FewestCountedNanoseconds / nanoseconds), 1, FewestCounted);
        var fewest = Math.Clamp((long)(longest.Nanoseconds / nanoseconds), least, EnoughCounted);
        return Math.Clamp((long)(CountNanoseconds / nanoseconds), fewest, MostCounted);
    }

    private async Task<IReadOnlyList<CountSlice>> CountAsync(CountEvidence evidence, long operations)
    {
        while (!evidence.IsEnough) evidence.Add(await CountOnceAsync(operations));
        return evidence.Newest;
    }

    private async Task<CountSlice> CountOnceAsync(long operations) =>
        (await child.AskAsync<HostReply.BytesCounted>(new HostRequest.CountBytes(operations), Duration.FromSeconds(120))).Count;

    private Task<HostReply.SliceDone> SliceAsync(HostRequest.RunSlice request) =>
        child.AskAsync<HostReply.SliceDone>(request, new Duration(request.Length.Nanoseconds + Patience.Nanoseconds));
}

/// <summary>How operations of a comparison are timed: found by its first pair, the same for all others and for both sides.</summary>
/// <param name="Batch">Operations between two checks of the slice barrier.</param>
/// <param name="Timed">Whether operations are timed one by one, for their latency.</param>
internal sealed record OperationPace(long Batch, bool Timed)
{
    /// <summary>What first pairs showed of each side of a group, the baseline first; none before there are any.</summary>
    public IReadOnlyList<KnownSide> Sides { get; init; } = [];
}

/// <summary>What the first pair of a comparison showed of a side.</summary>
/// <param name="Bytes">Bytes per operation; null where its count slices differed.</param>
/// <param name="WaitsForCollections">Whether it is given more slices until it has enough collections.</param>
internal sealed record KnownSide(double? Bytes, bool WaitsForCollections)
{
    public static KnownSide Of(SideMeasurement side) => new(CountEvidence.Settled(side.Counts), EnoughCollections.AreWorthWaitingFor(side.Slices));
}
