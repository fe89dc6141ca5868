using System.Runtime.CompilerServices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads.Arrivals;

/// <summary>When arrivals are due: an endless ascending sequence of times, in ns from its beginning. It is the same for both sides.</summary>
internal abstract class ArrivalSchedule
{
    // An arbitrary seed, the same for all sides and pairs.
    private const int Seed = 20_260_101;

    private long count;

    /// <summary>When the next arrival is due.</summary>
    public long Due { get; private set; }

    /// <summary>Moves on to the next arrival.</summary>
    public void Advance()
    {
        count++;
        Due = DueOf(count);
    }

    /// <summary>When an arrival is due; asked in order, from the second on: the first is due at once.</summary>
    /// <param name="number">Its number, from 0.</param>
    private protected abstract long DueOf(long number);

    /// <summary>Evenly spaced.</summary>
    public static ArrivalSchedule Even(double perNanosecond) => new EvenSchedule(perNanosecond);

    /// <summary>With independent exponential gaps: a Poisson process.</summary>
    public static ArrivalSchedule Poisson(double perNanosecond) => new PoissonSchedule(perNanosecond);

    /// <summary>At a rate that changes evenly from one value to another, and stays there.</summary>
    public static ArrivalSchedule Ramp(double from, double to, long during) => new RampSchedule(from, to, during);

    /// <summary>Evenly spaced within each interval, at a number drawn for it.</summary>
    public static ArrivalSchedule Random(int least, int most, long interval) => new RandomSchedule(least, most, interval);

    private sealed class EvenSchedule(double perNanosecond) : ArrivalSchedule
    {
        private protected override long DueOf(long number) => (long)(number / perNanosecond);
    }

    private sealed class PoissonSchedule(double perNanosecond) : ArrivalSchedule
    {
        private readonly Random random = new(Seed);

        // 1 − u is never 0, unlike u.
        private protected override long DueOf(long number) => Due + (long)(-Math.Log(1 - random.NextDouble()) / perNanosecond);
    }

    private sealed class RampSchedule : ArrivalSchedule
    {
        private readonly double from;
        private readonly double to;
        private readonly double during;

        public RampSchedule(double from, double to, long during)
        {
            (this.from, this.to, this.during) = (from, to, during);
            if (from <= 0) Advance();
        }

        // Arrivals up to t are from × t + (to − from) × t² ÷ 2 × during: solved for t, in the form that stays exact where the rate changes little.
        private protected override long DueOf(long number)
        {
            var beyond = number - ((from + to) / 2 * during);
            if (beyond >= 0) return to > 0 ? (long)(during + (beyond / to)) : long.MaxValue;
            var slope = (to - from) / during;
            return (long)(2 * number / (from + Math.Sqrt(Math.Max(0, (from * from) + (2 * slope * number)))));
        }
    }

    private sealed class RandomSchedule : ArrivalSchedule
    {
        private readonly Random random = new(Seed);
        private readonly int least;
        private readonly int most;
        private readonly long interval;
        private long begin;
        private int drawn;
        private int done;

        public RandomSchedule(int least, int most, long interval)
        {
            (this.least, this.most, this.interval) = (least, most, interval);
            begin = -interval;
            Advance();
        }

        private protected override long DueOf(long number)
        {
            while (done == drawn)
            {
                (drawn, done) = (random.Next(least, most + 1), 0);
                begin += interval;
            }

            return begin + (long)((double)done++ / drawn * interval);
        }
    }
}

/// <summary>Makes the flow for an operation of any shape. Awaiters are fields, so that waiting for one allocates nothing.</summary>
internal sealed class ArrivalShapes(ArrivalFlows owner, int number) : IOperationVisitor<ArrivalFlow>
{
    public ArrivalFlow OnVoid(Action body) => new VoidFlow(body, owner, number);

    public ArrivalFlow OnSync<T>(Func<T> body) => new SyncFlow<T>(body, owner, number);

    public ArrivalFlow OnTask(Func<Task> body) => new TaskFlow(body, owner, number);

    public ArrivalFlow OnTask<T>(Func<Task<T>> body) => new TaskFlow<T>(body, owner, number);

    public ArrivalFlow OnValueTask(Func<ValueTask> body) => new ValueTaskFlow(body, owner, number);

    public ArrivalFlow OnValueTask<T>(Func<ValueTask<T>> body) => new ValueTaskFlow<T>(body, owner, number);

    private sealed class VoidFlow(Action body, ArrivalFlows owner, int number) : ArrivalFlow(owner, number)
    {
        private protected override bool Call()
        {
            body();
            return true;
        }

        private protected override void Consume()
        {
        }
    }

    private sealed class SyncFlow<T>(Func<T> body, ArrivalFlows owner, int number) : ArrivalFlow(owner, number)
    {
        private readonly Sink<T> sink = new();

        private protected override bool Call()
        {
            sink.Value = body();
            return true;
        }

        private protected override void Consume()
        {
        }
    }

    private sealed class TaskFlow(Func<Task> body, ArrivalFlows owner, int number) : ArrivalFlow(owner, number)
    {
        private TaskAwaiter awaiter;

        private protected override bool Call()
        {
            awaiter = body().GetAwaiter();
            return awaiter.IsCompleted || Wait(awaiter);
        }

        private protected override void Consume() => awaiter.GetResult();
    }

    private sealed class TaskFlow<T>(Func<Task<T>> body, ArrivalFlows owner, int number) : ArrivalFlow(owner, number)
    {
        private readonly Sink<T> sink = new();
        private TaskAwaiter<T> awaiter;

        private protected override bool Call()
        {
            awaiter = body().GetAwaiter();
            return awaiter.IsCompleted || Wait(awaiter);
        }

        private protected override void Consume() => sink.Value = awaiter.GetResult();
    }

    private sealed class ValueTaskFlow(Func<ValueTask> body, ArrivalFlows owner, int number) : ArrivalFlow(owner, number)
    {
        private ValueTaskAwaiter awaiter;

        private protected override bool Call()
        {
            awaiter = body().GetAwaiter();
            return awaiter.IsCompleted || Wait(awaiter);
        }

        private protected override void Consume() => awaiter.GetResult();
    }

    private sealed class ValueTaskFlow<T>(Func<ValueTask<T>> body, ArrivalFlows owner, int number) : ArrivalFlow(owner, number)
    {
        private readonly Sink<T> sink = new();
        private ValueTaskAwaiter<T> awaiter;

        private protected override bool Call()
        {
            awaiter = body().GetAwaiter();
            return awaiter.IsCompleted || Wait(awaiter);
        }

        private protected override void Consume() => sink.Value = awaiter.GetResult();
    }
}
