namespace AsyncLoad.Workloads.IoSimulator;

/// <summary>
/// Simulated I/O that costs the measured code only the wait: accesses complete after latencies drawn from a distribution, to the microsecond.
/// A million may be pending at once, and each allocates 0 B in steady state, so that all allocation is the workload's own.
/// </summary>
/// <remarks>
/// Owns a thread that spins while any access is pending and so needs a core to itself. With every core busy, latencies are longer by the scheduler's
/// time slices, which <see cref="Accuracy"/> shows. All members may be called from any thread.
/// </remarks>
public sealed class SimulatedDevice : IDisposable
{
    /// <summary>Name of every device's thread, as profilers and <c>/proc</c> show it.</summary>
    public const string ThreadName = "IO simulator";

    private const int MostServers = 1024;

    private readonly AccessPool pool = new();
    private readonly Pacer pacer;
    private int disposed;

    /// <summary>Starts the device.</summary>
    public SimulatedDevice(DeviceSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        if (settings.Servers is { } servers && servers is < 1 or > MostServers)
            throw new ArgumentOutOfRangeException(nameof(settings), servers, $"a device has 1 to {MostServers} servers");
        Settings = settings;
        pacer = new Pacer(settings);
        pacer.Start();
    }

    /// <summary>The settings of the device.</summary>
    public DeviceSettings Settings { get; }

    /// <summary>Accesses that wait for their latency to pass, as of the device's last check.</summary>
    public int Pending => pacer.Pending;

    /// <summary>Processor time of the device's own thread, which belongs to no operation, or null where the system does not report it.</summary>
    public TimeSpan? ProcessorTime => pacer.ProcessorTime;

    /// <summary>Asked and delivered latency since the start or <see cref="ForgetAccuracy"/>, or null before the first completion.</summary>
    public DeviceAccuracy? Accuracy => pacer.Accuracy;

    /// <summary>Begins an access.</summary>
    /// <returns>Pending until the latency has passed; to be awaited once, like every ValueTask.</returns>
    /// <exception cref="ObjectDisposedException">The device is disposed; pending accesses fail with the same exception when that happens.</exception>
    public ValueTask AccessAsync()
    {
        ObjectDisposedException.ThrowIf(Volatile.Read(ref disposed) != 0, this);
        var access = pool.Rent();
        var pending = access.Task;
        pacer.Submit(access);
        return pending;
    }

    /// <summary>Resets <see cref="Accuracy"/>, so that it does not include the warm-up. Allocates.</summary>
    public void ForgetAccuracy() => pacer.ForgetAccuracy();

    /// <summary>
    /// Stops time and lets the thread sleep: for a process that is held while another is measured. At <see cref="Resume"/> latencies
    /// continue where they stopped. When this returns the thread has stopped, unless it was called on that thread.
    /// </summary>
    public void Park() => pacer.Hold();

    /// <summary>Continues after <see cref="Park"/>.</summary>
    public void Resume() => pacer.Release();

    /// <summary>Ends the device and its thread. Pending accesses fail.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref disposed, 1) == 0) pacer.Dispose();
    }
}

/// <summary>A workload that waits on a simulated device: the host parks the device between slices and reports its accuracy.</summary>
public interface IUsesSimulatedDevice
{
    /// <summary>The device, between set-up and tear-down; otherwise, or when the parameters ask for none, null.</summary>
    SimulatedDevice? Device { get; }
}

/// <summary>Servers that take accesses in order of arrival; an access that finds all busy waits for the first to be free.</summary>
internal sealed class ServerQueue(int servers)
{
    private readonly long[] freeAt = new long[servers];

    /// <summary>When an access is done.</summary>
    /// <param name="arrival">When it arrived, in ns.</param>
    /// <param name="service">How long a server needs for it, in ns.</param>
    public long Admit(long arrival, long service)
    {
        var first = 0;
        for (var server = 1; server < freeAt.Length; server++)
        {
            if (freeAt[server] < freeAt[first]) first = server;
        }

        return freeAt[first] = Math.Max(arrival, freeAt[first]) + service;
    }
}

/// <summary>Latency, queue and completion of a simulated device.</summary>
/// <param name="Latency">Time that one access takes once it is served.</param>
/// <param name="Servers">Accesses served at once, 1 to 1,024. Others wait in order of arrival, so that latency grows with load; null means no queue.</param>
/// <param name="Completion">Where the code behind an <c>await</c> runs.</param>
/// <param name="Seed">Seed of the draws: the same seed and order of accesses give the same latencies.</param>
public sealed record DeviceSettings(
    LatencyDistribution Latency,
    int? Servers = null,
    CompletionThread Completion = CompletionThread.Pool,
    int Seed = 1)
{
    /// <summary>A device without a queue that always takes <paramref name="microseconds"/> µs.</summary>
    public static DeviceSettings Fixed(double microseconds) =>
        new(new LatencyDistribution.Fixed(TimeSpan.FromMicroseconds(microseconds)));
}

/// <summary>Where completions of a simulated device run.</summary>
public enum CompletionThread
{
    /// <summary>The thread pool, as with real I/O.</summary>
    Pool,

    /// <summary>The device's own thread: no thread switch, but slow code delays all other accesses.</summary>
    Device,
}

/// <summary>A workload whose operations wait on one simulated device, from set-up to tear-down.</summary>
internal abstract class DeviceWorkload : Workload, IUsesSimulatedDevice
{
    public SimulatedDevice? Device { get; private set; }

    public sealed override void SetUp(Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        Device = CreateDevice(arguments);
    }

    public sealed override void TearDown()
    {
        Device?.Dispose();
        Device = null;
    }

    /// <summary>The device for these parameters; null where they ask for none.</summary>
    protected abstract SimulatedDevice? CreateDevice(Arguments arguments);
}
