using System.Runtime.CompilerServices;
using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Workloads.SimulatedIo;

/// <summary>
/// One async method over one wait, as short as fast I/O. Tests the choice of builder when every call suspends. Shows why publications that
/// wait with <c>Task.Delay</c> cannot measure it: its timer takes more bytes and a hundred times the time.
/// </summary>
/// <remarks>
/// On the device the bytes are those of the method alone: its box, or nothing when pooled. <c>task-delay</c> waits at least 1 ms and adds the
/// promise and the timer of <see cref="Task.Delay(int)"/>.
/// </remarks>
internal sealed class SimulatedIoWorkload : DeviceWorkload
{
    public override string Id => "simulated-io";

    public override string Summary => "one async method over one simulated I/O";

    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("back-end", "what is waited for: a device, one that serves a single access at a time, or Task.Delay", "device", "device", "device-queued", "task-delay"),
        new(
            "latency",
            "fixed 100 µs; uniform 50 to 150 µs; exponential, mean 100 µs; lognormal, median 100 µs and 99th percentile 1 ms; trace of ten values from 60 to 900 µs",
            "fixed",
            "fixed",
            "uniform",
            "exponential",
            "lognormal",
            "trace"),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("task", "async method", "Task<int>", Builder.Default, "always, on the back end"),
        new("value-task", "async method", "ValueTask<int>", Builder.Default, "always, on the back end"),
        new("pooled", "async method with the pooling builder", "ValueTask<int>", Builder.Pooling, "always, on the back end") { PooledBoxes = 1 },
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        .. Rows("device", 0, "nothing else"),
        .. Rows("device-queued", 0, "nothing else"),
        .. Rows("task-delay", 168, "Task.Delay's promise of 72 B and timer of 96 B"),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var call = new RemoteCall(Device is { } device ? new DeviceBackEnd(device) : new TaskDelayBackEnd(LatencyOf(arguments["latency"])));
        return variant switch
        {
            "task" => Operation.FromTask(call.TaskAsync),
            "value-task" => Operation.FromValueTask(call.ValueTaskAsync),
            "pooled" => Operation.FromValueTask(call.PooledAsync),
            _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
        };
    }

    protected override SimulatedDevice? CreateDevice(Arguments arguments) => arguments["back-end"] switch
    {
        "device" => new SimulatedDevice(new DeviceSettings(LatencyOf(arguments["latency"]))),
        "device-queued" => new SimulatedDevice(new DeviceSettings(LatencyOf(arguments["latency"]), Servers: 1)),
        "task-delay" => null,
        var other => throw new ArgumentException($"no back end '{other}'", nameof(arguments)),
    };

    private static LatencyDistribution LatencyOf(string latency) => latency switch
    {
        "fixed" => new LatencyDistribution.Fixed(Microseconds(100)),
        "uniform" => new LatencyDistribution.Uniform(Microseconds(50), Microseconds(150)),
        "exponential" => new LatencyDistribution.Exponential(Microseconds(100)),
        "lognormal" => new LatencyDistribution.Lognormal(Microseconds(100), Microseconds(1000)),
        "trace" => new LatencyDistribution.Trace(
            Microseconds(60), Microseconds(80), Microseconds(80), Microseconds(90), Microseconds(100),
            Microseconds(100), Microseconds(120), Microseconds(150), Microseconds(300), Microseconds(900)),
        _ => throw new ArgumentException($"no latency '{latency}'", nameof(latency)),
    };

    private static TimeSpan Microseconds(int value) => TimeSpan.FromMicroseconds(value);

    private static IEnumerable<Expected> Rows(string backEnd, int wait, string waitObjects)
    {
        foreach (var latency in new[] { "fixed", "uniform", "exponential", "lognormal", "trace" })
        {
            var arguments = Arguments.Of(("back-end", backEnd), ("latency", latency));
            yield return new Expected("task", arguments, 112 + wait, $"the method's box of 112 B, {waitObjects}");
            yield return new Expected("value-task", arguments, 120 + wait, $"the method's box of 120 B, {waitObjects}");
            yield return new Expected("pooled", arguments, wait, $"no box, {waitObjects}");
        }
    }
}

/// <summary>The source of a wait. One virtual call per wait, the same for all variants.</summary>
internal abstract class BackEnd
{
    public abstract ValueTask WaitAsync();
}

/// <summary>The simulated device: exact to the microsecond, 0 B per wait.</summary>
internal sealed class DeviceBackEnd(SimulatedDevice device) : BackEnd
{
    public override ValueTask WaitAsync() => device.AccessAsync();
}

/// <summary>The runtime's timers, which count in milliseconds: latencies are rounded up to the next.</summary>
internal sealed class TaskDelayBackEnd(LatencyDistribution latency) : BackEnd
{
    private const long NanosecondsPerMillisecond = 1_000_000;

    private readonly Random random = new(1);

    public override ValueTask WaitAsync()
    {
        var milliseconds = (latency.Draw(random) + NanosecondsPerMillisecond - 1) / NanosecondsPerMillisecond;
        return new ValueTask(Task.Delay((int)Math.Max(1, milliseconds)));
    }
}

/// <summary>A call that waits for its back end and returns a number.</summary>
internal sealed class RemoteCall(BackEnd backEnd)
{
    private const int Answer = 1234;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<int> TaskAsync()
    {
        await backEnd.WaitAsync();
        return Answer;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<int> ValueTaskAsync()
    {
        await backEnd.WaitAsync();
        return Answer;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> PooledAsync()
    {
        await backEnd.WaitAsync();
        return Answer;
    }
}
