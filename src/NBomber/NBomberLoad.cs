using System.Runtime.ExceptionServices;
using AsyncLoad.Host;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Workloads;
using NBomber.Contracts;
using NBomber.CSharp;

namespace AsyncLoad.NBomber;

/// <summary>
/// Stages that NBomber runs: it decides when iterations start, and counters of the host inside them record the work. A measured slice is a whole run without
/// its first second. Warm-up and counting run on the host's own flows, since NBomber knows neither the slice barrier nor a number of operations.
/// </summary>
internal sealed class NBomberLoad : Load
{
    // NBomber starts copies at random times within its first second.
    private static readonly TimeSpan FirstSecond = TimeSpan.FromSeconds(1);

    // A copy whose operations complete synchronously keeps its pool thread; NBomber's scheduler and statistics need more.
    private const int ThreadsOfNBomber = 4;
    private const int MostThreads = 256;

    private readonly LoadSettings.Simulations settings;
    private readonly FailureSignal failure;
    private readonly IterationSlot[] places;
    private readonly FreePlaces free;
    private readonly PoolFlows flows;
    private readonly bool crowded;
    private readonly ManualResetEventSlim begun = new(false, spinCount: 0);
    private volatile bool betweenEdges;
    private bool timed;

    // One for all iterations: separate answers would allocate in each iteration.
    private readonly Task<IResponse> done = Task.FromResult<IResponse>(Response.Ok());
    private readonly Task<IResponse> failed = Task.FromResult<IResponse>(Response.Fail());
    private long batch;

    private NBomberLoad(LoadSettings.Simulations settings, IReadOnlyList<Operation> operations, LoadParts parts)
        : base(operations, parts.SliceBarrier, parts.Failure)
    {
        this.settings = settings;
        failure = parts.Failure;
        places = new IterationSlot[operations.Count];
        for (var place = 0; place < places.Length; place++) places[place] = new IterationSlot(operations[place], Slots[place], Latency.Of(place), parts.SliceBarrier);
        free = new FreePlaces(places);
        Workers = Stages.Copies(settings) ?? Environment.ProcessorCount;
        // Without NBomber: for warm-up and counting.
        flows = new PoolFlows([.. operations.Take(Workers)], Latency, (flow, crowd) => new WorkerPace(Slots[flow], parts.SliceBarrier, crowd), parts.Failure);
        crowded = Workers > Environment.ProcessorCount;
        ThreadPool.GetMinThreads(out var threads, out var completions);
        ThreadPool.SetMinThreads(Math.Max(threads, Math.Min(Workers + ThreadsOfNBomber, MostThreads)), completions);
    }

    /// <summary>The load for settings that name NBomber, otherwise null.</summary>
    public static Load? For(LoadSettings settings, LoadParts parts)
    {
        if (settings is not LoadSettings.Simulations { Engine: LoadEngine.NBomber } simulations) return null;
        var operations = Enumerable.Range(0, Stages.Places(simulations)).Select(_ => parts.CreateOperation()).ToList();
        return new NBomberLoad(simulations, operations, parts);
    }

    /// <summary>NBomber's own 99th percentile of iterations in the last run, in ms.</summary>
    public double? P99Milliseconds { get; private set; }

    public override int Workers { get; }

    public override bool RunsOnPool => true;

    public override bool IsPaced => true;

    public override TimeSpan? WholeRunRamp => FirstSecond;

    public override long? ResponseTimeSum => places.Sum(place => place.ResponseTime);

    public override long Suspensions => flows.Suspensions + places.Sum(place => place.Suspensions);

    public override long CountedOperations(long asked) => flows.WholeOf(asked);

    public override void AwaitWholeRun() => begun.Wait();

    public override void MarkEdge(bool isFirst) => betweenEdges = isFirst;

    private protected override void RunUntilClosed(WorkOrder order)
    {
        if (order.WarmUp) flows.RunUntilClosed(order);
        else RunWhole(order);
    }

    private protected override void RunCounted(long operations, bool twin) => flows.RunCounted(operations, twin);

    private void RunWhole(WorkOrder order)
    {
        (batch, timed) = (order.Batch, order.Timed);
        var scenario = Scenario.Create("operations", Iterate).WithLoadSimulations(Stages.ToNBomber(settings));
        try
        {
            P99Milliseconds = NBomberSession.Run(scenario, settings.WholeRun!.Value.Span, begun.Set);
        }
        catch (Exception exception) when (exception.GetType() == typeof(Exception))
        {
            // NBomber rejects a configuration with an exception of this type.
            throw new RequestRefusedException(FailureReason.Request, $"NBomber refused the load: {exception.Message}");
        }
        finally
        {
            // Release the waiting thread also if the run did not begin.
            begun.Set();
        }
    }

    private Task<IResponse> Iterate(IScenarioContext context)
    {
        if (free.Take() is not { } place) return Refuse();
        var running = place.RunAsync(batch, timed && betweenEdges);
        if (!running.IsCompleted) return FinishAsync(place, running);
        place.End();
        free.GiveBack(place);
        if (!running.IsCompletedSuccessfully) return Fail(Thrown(running));
        // More copies than cores: without a yield the first of them would keep their threads to the end.
        return crowded && batch > 1 ? YieldAsync() : done;
    }

    private async Task<IResponse> FinishAsync(IterationSlot place, Task running)
    {
        await running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        place.End();
        free.GiveBack(place);
        return running.IsCompletedSuccessfully ? done.Result : await Fail(Thrown(running));
    }

    private async Task<IResponse> YieldAsync()
    {
        await Task.Yield();
        return done.Result;
    }

    private Task<IResponse> Refuse() => Fail(new RequestRefusedException(
        FailureReason.Request,
        FormattableString.Invariant($"more than {places.Length:N0} iterations ran at once, and NBomber does not wait for them to end: lower the rate")));

    // A cancelled task holds no exception.
    private static Exception Thrown(Task ended) => ended.Exception?.InnerException ?? new TaskCanceledException(ended);

    // NBomber counts the failure and goes on; the control thread ends the run.
    private Task<IResponse> Fail(Exception exception)
    {
        failure.Raise(ExceptionDispatchInfo.Capture(exception));
        return failed;
    }
}
