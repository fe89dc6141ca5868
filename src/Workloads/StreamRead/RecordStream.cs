using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Workloads.StreamRead;

/// <summary>An endless stream of records of 64 bytes: there already, or, over a device, after an access. Only how it is read differs below.</summary>
internal abstract class RecordStream(SimulatedDevice? device) : Stream
{
    /// <summary>Bytes a read; their number is the result, and not among those whose tasks the runtime caches.</summary>
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

    /// <summary>The device to wait for, or null when records are there already.</summary>
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
