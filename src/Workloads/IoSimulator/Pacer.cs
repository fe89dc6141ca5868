using System.Diagnostics;
using AsyncLoad.Workloads.Platform;

namespace AsyncLoad.Workloads.IoSimulator;

/// <summary>
/// The thread of a device: accepts submitted accesses, keeps them until they are due, and completes them. It spins while any is pending, since no sleep
/// is exact to a microsecond, and sleeps once none has been pending for 0.5 ms.
/// </summary>
internal sealed class Pacer : IDisposable
{
    /// <summary>How long it spins with nothing pending, in ns: callers in a loop come back within this, and waking takes some 50 µs.</summary>
    private const long Patience = 500_000;

    /// <summary>Pauses between two checks, about 0.2 µs in all: they leave the core's other hardware thread its share.</summary>
    private const int PausesBetweenChecks = 5;

    private readonly DeviceSettings settings;
    private readonly Random random;
    private readonly ServerQueue? queue;
    private readonly TimingWheel wheel = new();
    private readonly Thread thread;
    private readonly AutoResetEvent wake = new(false);
    private readonly ThreadProcessorTime processorTime = new();
    private readonly object hold = new();
    private AccuracyRecorder recorder = new();
    private DeviceAccess? submitted;
    private long heldFor;
    private int asleep;
    private volatile int pending;
    private volatile bool held;
    private volatile bool stopping;
    private volatile bool stopped;
    private bool stands;

    public Pacer(DeviceSettings settings)
    {
        this.settings = settings;
        random = new Random(settings.Seed);
        queue = settings.Servers is { } servers ? new ServerQueue(servers) : null;
        thread = new Thread(Run) { IsBackground = true, Name = SimulatedDevice.ThreadName };
    }

    public int Pending => pending;

    public TimeSpan? ProcessorTime => processorTime.Read();

    public DeviceAccuracy? Accuracy => Volatile.Read(ref recorder).Read();

    // Time of the device, in ns; it stops while the device is held.
    private long Now => (long)(Stopwatch.GetTimestamp() * (1e9 / Stopwatch.Frequency)) - Volatile.Read(ref heldFor);

    public void Start() => thread.Start();

    public void ForgetAccuracy() => Volatile.Write(ref recorder, new AccuracyRecorder());

    /// <summary>Returns when the thread has stopped, or at once on that thread itself.</summary>
    public void Hold()
    {
        lock (hold)
        {
            if (stopped) return;
            held = true;
            wake.Set();
            if (Thread.CurrentThread == thread) return;
            while (!stands && !stopped) Monitor.Wait(hold);
        }
    }

    public void Release()
    {
        lock (hold)
        {
            held = false;
            Monitor.PulseAll(hold);
        }
    }

    /// <summary>Takes an access from any thread: a push onto a stack that the pacer takes as a whole.</summary>
    public void Submit(DeviceAccess access)
    {
        access.Submitted = Now;
        DeviceAccess? head;
        do
        {
            head = Volatile.Read(ref submitted);
            access.Next = head;
        }
        while (Interlocked.CompareExchange(ref submitted, access, head) != head);
        if (stopped) Fail(TakeSubmitted());
        else if (Volatile.Read(ref asleep) == 1 && Interlocked.Exchange(ref asleep, 0) == 1) wake.Set();
    }

    /// <summary>Ends the thread; what is pending fails.</summary>
    public void Dispose()
    {
        stopping = true;
        wake.Set();
        lock (hold) Monitor.PulseAll(hold);
        if (Thread.CurrentThread != thread) thread.Join();
        wake.Dispose();
    }

    private void Run()
    {
        processorTime.Follow();
        var lastBusy = Now;
        while (!stopping)
        {
            var now = Now;
            // The wheel turns before new accesses are added: an empty wheel turns at once, however long the thread slept.
            var due = wheel.Expire(now);
            pending = wheel.Count;
            Complete(due);
            Accept(now);
            pending = wheel.Count;
            // After a release accesses follow at once: they must not find the thread asleep.
            if (held) lastBusy = StandStill();
            else if (wheel.Count > 0) lastBusy = now;
            else if (now - lastBusy > Patience) Sleep();
            Thread.SpinWait(PausesBetweenChecks);
        }

        End();
    }

    private void End()
    {
        processorTime.Conclude();
        lock (hold)
        {
            stopped = true;
            Monitor.PulseAll(hold);
        }

        Interlocked.MemoryBarrier();
        Fail(wheel.Clear());
        Fail(TakeSubmitted());
    }

    private void Accept(long now)
    {
        if (Volatile.Read(ref submitted) is null) return;
        foreach (var access in TakeSubmitted())
        {
            // An access that was submitted while the device was held has a later time than the device has afterwards.
            access.Submitted = Math.Min(access.Submitted, now);
            var service = settings.Latency.Draw(random);
            var due = queue?.Admit(access.Submitted, service) ?? access.Submitted + service;
            access.Asked = due - access.Submitted;
            wheel.Add(access, due);
        }
    }

    // The stack has the last access first.
    private AccessChain TakeSubmitted()
    {
        DeviceAccess? first = null;
        for (var access = Interlocked.Exchange(ref submitted, null); access is not null;)
        {
            var next = access.Next;
            access.Next = first;
            first = access;
            access = next;
        }

        return AccessChain.Of(first);
    }

    private void Complete(AccessChain due)
    {
        if (due.IsEmpty) return;
        var record = Volatile.Read(ref recorder);
        foreach (var access in due)
        {
            record.Record(access.Asked, Now - access.Submitted);
            if (settings.Completion == CompletionThread.Device) access.Complete();
            else ThreadPool.UnsafeQueueUserWorkItem(access, preferLocal: false);
        }

        // A pool thread that this woke may wait for this core.
        Thread.Yield();
    }

    private static void Fail(AccessChain chain)
    {
        foreach (var access in chain) access.Fail(new ObjectDisposedException(nameof(SimulatedDevice)));
    }

    /// <returns>The device's time, which has not changed.</returns>
    private long StandStill()
    {
        var since = Now;
        lock (hold)
        {
            stands = true;
            Monitor.PulseAll(hold);
            while (held && !stopping) Monitor.Wait(hold);
            stands = false;
        }

        Volatile.Write(ref heldFor, heldFor + (Now - since));
        return since;
    }

    private void Sleep()
    {
        Volatile.Write(ref asleep, 1);
        Interlocked.MemoryBarrier();
        if (Volatile.Read(ref submitted) is null && !held && !stopping)
        {
            wake.WaitOne();
            // A woken thread may replace its waker on the core: let the waker submit its access first.
            Thread.Yield();
        }

        Volatile.Write(ref asleep, 0);
    }
}
