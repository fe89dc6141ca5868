using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Slices;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host;

public sealed class AwaitingLoopTests
{
    private const int Operations = 50;

    // Besides the one turn that a counted loop takes before its first operation.
    [Theory]
    [InlineData(false, false, 0)]
    [InlineData(false, true, Operations)]
    [InlineData(true, false, Operations)]
    [InlineData(true, true, Operations)]
    public void A_loop_lets_others_run_after_a_batch_unless_an_operation_has(bool suspends, bool mustYield, int turns)
    {
        var turnstile = new Turnstile();
        Operation[] shapes =
        [
            Operation.FromTask(() => Call(suspends)),
            Operation.FromTask((Func<Task>)(() => Call(suspends))),
            Operation.FromValueTask(() => new ValueTask<int>(Call(suspends))),
            Operation.FromValueTask(() => new ValueTask((Task)Call(suspends))),
        ];
        Assert.All(shapes, shape => Assert.Equal(1 + turns, turnstile.Run(shape, mustYield)));
    }

    private static async Task<int> Call(bool suspends)
    {
        if (suspends) await Task.Yield();
        return 1;
    }

    /// <summary>Runs a loop on the calling thread and counts how often it stepped aside.</summary>
    private sealed class Turnstile : SynchronizationContext
    {
        private readonly Queue<(SendOrPostCallback Callback, object? State)> waiting = [];
        private int turns;

        public int Run(Operation operation, bool mustYield)
        {
            turns = 0;
            var before = Current;
            SetSynchronizationContext(this);
            try
            {
                var pace = new WorkerPace(new WorkerSlot(operation, new LatencyCounts(), masks: 0), new SliceBarrier(), mustYield);
                pace.Begin(1, Operations);
                var running = AwaitingLoop.For(operation).RunAsync(pace);
                while (waiting.TryDequeue(out var next)) next.Callback(next.State);
                Assert.True(running.IsCompletedSuccessfully);
                return turns;
            }
            finally
            {
                SetSynchronizationContext(before);
            }
        }

        public override void Post(SendOrPostCallback d, object? state)
        {
            turns++;
            waiting.Enqueue((d, state));
        }
    }
}
