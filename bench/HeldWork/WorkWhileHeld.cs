using System.Diagnostics;
using System.Globalization;
using AsyncLoad.Workloads;

[assembly: AsyncLoadWorkloads(typeof(AsyncLoad.HeldWork.WorkWhileHeld))]

namespace AsyncLoad.HeldWork;

/// <summary>
/// An async chain in a process that works for a share of the time in which no operation is called, as late compilation or a background collection does. A thread
/// looks every millisecond whether operations went on, with any share, so that sides with and without such work differ in nothing else.
/// </summary>
public sealed class WorkWhileHeld : Workload
{
    private const string Cores = "cores";

    private readonly List<Chain> chains = [];
    private Thread? thread;
    private volatile bool ended;

    public override string Id => "work-while-held";
    public override string Summary => "three async methods that complete, in a process that works while it is held";
    public override IReadOnlyList<Parameter> Parameters { get; } = [new(Cores, "cores that the process uses while it is held", "0", "0") { Range = (0, 1) }];
    public override IReadOnlyList<Variant> Variants { get; } = [new("await-task", "async and await at every level", "Task<string>", Builder.Default)];

    public override void SetUp(Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var cores = double.Parse(arguments[Cores], CultureInfo.InvariantCulture);
        thread = new Thread(() => Work(cores)) { IsBackground = true };
        thread.Start();
    }

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        var chain = new Chain();
        lock (chains) chains.Add(chain);
        return Operation.FromTask(chain.CallAsync);
    }

    public override void TearDown()
    {
        ended = true;
        thread?.Join();
    }

    private void Work(double cores)
    {
        var (seen, looked) = (0L, Stopwatch.GetTimestamp());
        while (!ended)
        {
            Thread.Sleep(1);
            var (now, calls) = (Stopwatch.GetTimestamp(), Calls());
            if (calls == seen) Spin(now, cores * Stopwatch.GetElapsedTime(looked, now));
            (seen, looked) = (calls, now);
        }
    }

    private long Calls()
    {
        var calls = 0L;
        lock (chains)
        {
            foreach (var chain in chains) calls += chain.Calls;
        }

        return calls;
    }

    private static void Spin(long from, TimeSpan length)
    {
        while (Stopwatch.GetElapsedTime(from) < length) Thread.SpinWait(10);
    }

    /// <summary>What one worker calls.</summary>
    private sealed class Chain
    {
        // In the middle of an array, so that no two workers write to one cache line.
        private readonly long[] calls = new long[32];

        public long Calls => Volatile.Read(ref calls[16]);

        public async Task<string> CallAsync()
        {
            calls[16]++;
            return await FirstAsync();
        }

        private static async Task<string> FirstAsync() => await SecondAsync();

        private static async Task<string> SecondAsync() => await Task.FromResult("held");
    }
}
