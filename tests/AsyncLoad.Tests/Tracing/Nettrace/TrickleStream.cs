namespace AsyncLoad.Tests.Tracing.Nettrace;

/// <summary>Cannot seek and may give few bytes at a time, as a pipe does.</summary>
/// <param name="content">What it gives.</param>
/// <param name="atOnce">Most bytes at a time.</param>
/// <param name="again">Where it begins again at its end.</param>
/// <param name="times">How often it does.</param>
internal sealed class TrickleStream(byte[] content, int atOnce = int.MaxValue, int again = 0, int times = 0) : Stream
{
    private int position;
    private int left = times;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    public override int Read(byte[] buffer, int offset, int count)
    {
        if (position == content.Length && left-- > 0) position = again;
        var given = Math.Min(Math.Min(count, atOnce), content.Length - position);
        content.AsSpan(position, given).CopyTo(buffer.AsSpan(offset));
        position += given;
        return given;
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
