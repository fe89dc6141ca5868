using System.Runtime.CompilerServices;
using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Workloads.StreamRead;

#pragma warning disable CA1844 // Streams that know the array overload only are what is compared: many are still written so.

/// <summary>Overrides the array overload with an async Task; its Memory overload is the base class's bridge to it.</summary>
internal sealed class TaskStream(SimulatedDevice? device) : RecordStream(device)
{
    public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        if (Device is { } waitFor) await waitFor.AccessAsync();
        return Fill(buffer.AsSpan(offset, count));
    }
}

/// <summary>Overrides the array overload and hands out the last task again while the result stays the same, as MemoryStream does.</summary>
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
