using System.Diagnostics;
using AsyncLoad.Host.Measuring;
using AsyncLoad.Host.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Pressure;

/// <summary>
/// Keeps a live set and stores fresh objects into it at a pace, on a thread of its own, while the gate is open. The pace is a token bucket
/// over open-gate time with carry: what a late wake-up missed is made good at the next one, so both arms of a pair do the same work.
/// </summary>
internal sealed class Pressurer
{
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(1);

    private readonly PressureSettings settings;
    private readonly Gate gate;
    private readonly LiveSet liveSet;
    private readonly Thread thread;
    private readonly ManualResetEventSlim never = new(false, spinCount: 0);
    private long openBefore;
    private long writes;
    private long allocatedBytes;
    private long cpu;

    public Pressurer(PressureSettings settings, Gate gate)
    {
        this.settings = settings;
        this.gate = gate;
        liveSet = new LiveSet(settings.LiveSet.Bytes, seed: 2463534242);
        thread = new Thread(Drive) { IsBackground = true, Name = "AsyncLoad pressure" };
    }

    /// <summary>Size of the live set as built.</summary>
    public long LiveSetBytes => liveSet.Bytes;

    public void Start() => thread.Start();

    public PressureReading Read() =>
        new(
        Volatile.Read(ref writes),
        Volatile.Read(ref allocatedBytes),
        new Nanoseconds(Volatile.Read(ref cpu)),
        Nanoseconds.From(Stopwatch.GetElapsedTime(0, Volatile.Read(ref openBefore))));

    /// <summary>What was due and done while the gate was open.</summary>
    /// <param name="opened">Read before it opened.</param>
    /// <param name="closed">Read after all had arrived.</param>
    /// <param name="allocatedBytes">Bytes that it allocated between the edges.</param>
    public PressureCounters Over(PressureReading opened, PressureReading closed, long allocatedBytes) => new(
        settings.OldToYoungWritesPerMs * (closed.Open - opened.Open).Milliseconds,
        closed.Writes - opened.Writes,
        allocatedBytes,
        closed.Cpu - opened.Cpu,
        closed.Open - opened.Open);

    private void Drive()
    {
        var seen = 0;
        while (gate.WaitForOpening(ref seen) is { } order)
        {
            // Bytes are counted without pressure, and without waiting for it.
            if (order.Count is not null) continue;
            var opened = Stopwatch.GetTimestamp();
            while (gate.IsOpen)
            {
                CatchUp(Stopwatch.GetElapsedTime(opened - openBefore));
                never.Wait(Step);
            }

            Volatile.Write(ref cpu, ThreadCpuClock.Read().Value);
            Volatile.Write(ref openBefore, openBefore + (Stopwatch.GetTimestamp() - opened));
            gate.Arrive();
        }
    }

    private void CatchUp(TimeSpan open)
    {
        var due = (long)(open.TotalMilliseconds * settings.OldToYoungWritesPerMs) - writes;
        for (var write = 0L; write < due && gate.IsOpen; write++)
        {
            var bytes = liveSet.Write();
            Volatile.Write(ref allocatedBytes, allocatedBytes + bytes);
            Volatile.Write(ref writes, writes + 1);
        }
    }
}
