using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Pressure;

/// <summary>
/// Does one kind of work at its pace, on a separate thread, while the slice barrier is open. The pace is a token bucket over the time that the slice
/// barrier is open. What a late wake-up missed is done at the next one, in the next slice if need be, so both sides of a pair do the same work.
/// </summary>
internal sealed class PacedThread
{
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(1);

    private readonly PacedWork work;
    private readonly SliceBarrier barrier;
    private readonly Thread thread;
    private readonly ManualResetEventSlim never = new(false, spinCount: 0);
    private long cpu;

    public PacedThread(PacedWork work, SliceBarrier barrier)
    {
        this.work = work;
        this.barrier = barrier;
        thread = new Thread(Drive) { IsBackground = true, Name = work.Name };
    }

    /// <summary>Processor time of this thread, and of other threads that worked for it, up to the last closing.</summary>
    public Nanoseconds Cpu => new(Volatile.Read(ref cpu));

    public void Start() => thread.Start();

    private void Drive()
    {
        var seen = 0;
        while (barrier.WaitForOpening(ref seen) is { } order)
        {
            // Bytes are counted without pressure, and without waiting for it.
            if (order.Count is not null) continue;
            while (barrier.IsOpen)
            {
                CatchUp();
                never.Wait(Step);
            }

            var others = work.Conclude();
            Volatile.Write(ref cpu, (ThreadCpuClock.Read() + others).Value);
            barrier.Arrive();
        }
    }

    private void CatchUp()
    {
        var due = (long)(barrier.OpenUntilNow.TotalMilliseconds * work.PerMillisecond);
        while (work.Done < due && barrier.IsOpen) work.DoPiece();
    }
}

/// <summary>One kind of work that a <see cref="PacedThread"/> does at a pace. Only that thread does it; any thread may read its counters.</summary>
/// <param name="perMillisecond">Units due for each millisecond of open slice barrier.</param>
internal abstract class PacedWork(string name, double perMillisecond)
{
    public string Name { get; } = name;

    /// <summary>Units due for each millisecond of open slice barrier: writes, or bytes.</summary>
    public double PerMillisecond { get; } = perMillisecond;

    /// <summary>Units done since the process began.</summary>
    public abstract long Done { get; }

    /// <summary>Does the smallest piece: one unit or more.</summary>
    public abstract void DoPiece();

    /// <summary>Waits, when the slice barrier closes, for other threads that work for it.</summary>
    /// <returns>Processor time of such threads since the process began.</returns>
    public virtual Nanoseconds Conclude() => default;
}
