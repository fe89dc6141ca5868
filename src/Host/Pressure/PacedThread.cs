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
