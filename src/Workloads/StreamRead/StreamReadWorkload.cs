using System.Runtime.CompilerServices;
using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Workloads.StreamRead;

/// <summary>
/// One read of 64 bytes from a custom stream. Tests the cost of overriding only the older overload, and of calling the older one on a stream that
/// overrides the newer. Also tests whether caching the last task, as MemoryStream does, makes ValueTask unnecessary.
/// </summary>
/// <remarks>
/// <c>task-over-pooled</c> has a range when data arrives later: the box is found in the pool or allocated, depending on the scheduling of threads.
/// The wrapping Task takes the result on a pool thread, so the box returns to that thread's or core's slot, not to the caller's.
/// </remarks>
internal sealed class StreamReadWorkload : DeviceWorkload
{
    public override string Id => "stream-read";

    public override string Summary => "reads 64 bytes from a custom stream through either overload of ReadAsync";

    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("data", "whether it is available, or arrives 100 µs later from a simulated device", "there", "there", "later"),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("task", "array overload of a stream that overrides it with async Task", "Task<int>", Builder.Default, "on the device, when data arrives later"),
        new("cached-task", "array overload of a stream that keeps its last task", "Task<int>", Builder.Default, "on the device, when data arrives later"),
        new("task-over-value-task", "array overload of a stream that overrides the Memory one", "Task<int>", Builder.Default, "on the device, when data arrives later"),
        new("task-over-pooled", "array overload of a stream that overrides the Memory one with pooling", "Task<int>", Builder.Pooling, "on the device, when data arrives later") { PooledBoxes = 1 },
        new("value-task-over-task", "Memory overload of a stream that overrides the array one only", "ValueTask<int>", Builder.Default, "on the device, when data arrives later"),
        new("value-task", "Memory overload of a stream that overrides it with async ValueTask", "ValueTask<int>", Builder.Default, "on the device, when data arrives later"),
        new("pooled", "Memory overload of a stream that overrides it with pooling", "ValueTask<int>", Builder.Pooling, "on the device, when data arrives later") { PooledBoxes = 1 },
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        Row("task", "there", 72, "a Task<int>"),
        Row("cached-task", "there", 0, "nothing: the last task again"),
        Row("task-over-value-task", "there", 72, "a Task<int> made by AsTask"),
        Row("task-over-pooled", "there", 72, "a Task<int> made by AsTask"),
        Row("value-task-over-task", "there", 72, "the Task<int> below"),
        Row("value-task", "there", 0, "nothing"),
        Row("pooled", "there", 0, "nothing"),
        Row("task", "later", 128, "the method's box"),
        Row("cached-task", "later", 128, "the waiting method's box"),
        Row("task-over-value-task", "later", 136, "the method's box, which is the Task"),
        Row("task-over-pooled", "later", 216, "a Task<int> of 80 B that wraps the box, and the box of 136 B unless the pool has it") with { AtLeast = 80 },
        Row("value-task-over-task", "later", 128, "the box of the method below"),
        Row("value-task", "later", 136, "the method's box"),
        Row("pooled", "later", 0, "nothing"),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments) => variant switch
    {
        "task" => Operation.FromTask(new Reader(new TaskStream(Device)).ArrayOverload),
        "cached-task" => Operation.FromTask(new Reader(new CachedTaskStream(Device)).ArrayOverload),
        "task-over-value-task" => Operation.FromTask(new Reader(new ValueTaskStream(Device)).ArrayOverload),
        "task-over-pooled" => Operation.FromTask(new Reader(new PooledStream(Device)).ArrayOverload),
        "value-task-over-task" => Operation.FromValueTask(new Reader(new TaskStream(Device)).MemoryOverload),
        "value-task" => Operation.FromValueTask(new Reader(new ValueTaskStream(Device)).MemoryOverload),
        "pooled" => Operation.FromValueTask(new Reader(new PooledStream(Device)).MemoryOverload),
        _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
    };

    protected override SimulatedDevice? CreateDevice(Arguments arguments) => arguments["data"] switch
    {
        "there" => null,
        "later" => new SimulatedDevice(DeviceSettings.Fixed(100)),
        var other => throw new ArgumentException($"data is there or comes later, not '{other}'", nameof(arguments)),
    };

    private static Expected Row(string variant, string data, int bytes, string objects) =>
        new(variant, Arguments.Of(("data", data)), bytes, objects);

    private sealed class Reader(RecordStream stream)
    {
        private readonly byte[] buffer = new byte[RecordStream.RecordLength];

        [MethodImpl(MethodImplOptions.NoInlining)]
        public Task<int> ArrayOverload() => stream.ReadAsync(buffer, 0, buffer.Length, CancellationToken.None);

        [MethodImpl(MethodImplOptions.NoInlining)]
        public ValueTask<int> MemoryOverload() => stream.ReadAsync(buffer.AsMemory(), CancellationToken.None);
    }
}

/// <summary>An endless stream of records of 64 bytes, available at once, or after an access of a device. Derived classes differ only in how it is read.</summary>
internal abstract class RecordStream(SimulatedDevice? device) : Stream
{
    /// <summary>Bytes per read. The count is the result; the runtime caches no task for it.</summary>
    public const int RecordLength = 64;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException("the stream has no end");

    public override long Position
    {
        get => throw new NotSupportedException("the stream cannot seek");
        set => throw new NotSupportedException("the stream cannot seek");
    }

    /// <summary>The device to wait for, or null when records are available at once.</summary>
    protected SimulatedDevice? Device { get; } = device;

    public override int Read(byte[] buffer, int offset, int count) => Fill(buffer.AsSpan(offset, count));

    public override void Flush() => throw new NotSupportedException("the stream is read only");

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException("the stream cannot seek");

    public override void SetLength(long value) => throw new NotSupportedException("the stream is read only");

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException("the stream is read only");

    protected static int Fill(Span<byte> buffer)
    {
        buffer[..RecordLength].Fill(1);
        return RecordLength;
    }
}

#pragma warning disable CA1844 // Streams that override only the array overload are compared here, since many real ones do.

/// <summary>Overrides the array overload with an async Task; its Memory overload is the base class's bridge to it.</summary>
internal sealed class TaskStream(SimulatedDevice? device) : RecordStream(device)
{
    public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        if (Device is { } waitFor) await waitFor.AccessAsync();
        return Fill(buffer.AsSpan(offset, count));
    }
}

/// <summary>Overrides the array overload and returns the last task again if the result is the same, as MemoryStream does.</summary>
internal sealed class CachedTaskStream(SimulatedDevice? device) : RecordStream(device)
{
    private Task<int>? last;

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        if (Device is { } waitFor) return WaitAndReadAsync(waitFor, buffer.AsMemory(offset, count));
        var length = Fill(buffer.AsSpan(offset, count));
        return last is { } task && task.Result == length ? task : last = Task.FromResult(length);
    }

    private static async Task<int> WaitAndReadAsync(SimulatedDevice device, Memory<byte> buffer)
    {
        await device.AccessAsync();
        return Fill(buffer.Span);
    }
}

#pragma warning restore CA1844

/// <summary>Overrides the Memory overload with an async ValueTask; its array overload goes through <c>AsTask</c>.</summary>
internal sealed class ValueTaskStream(SimulatedDevice? device) : RecordStream(device)
{
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (Device is { } waitFor) await waitFor.AccessAsync();
        return Fill(buffer.Span);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
}

/// <summary>Overrides the Memory overload with the pooling builder; its array overload goes through <c>AsTask</c>.</summary>
internal sealed class PooledStream(SimulatedDevice? device) : RecordStream(device)
{
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (Device is { } waitFor) await waitFor.AccessAsync();
        return Fill(buffer.Span);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
}
