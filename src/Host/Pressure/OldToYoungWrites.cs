namespace AsyncLoad.Host.Pressure;

/// <summary>Stores fresh objects into a live set.</summary>
internal sealed class OldToYoungWrites(LiveSet liveSet, int perMillisecond) : PacedWork("AsyncLoad writes", perMillisecond)
{
    private long writes;
    private long allocatedBytes;

    /// <summary>Writes since the process began.</summary>
    public override long Done => Volatile.Read(ref writes);

    /// <summary>Bytes allocated for them, scratch included.</summary>
    public long AllocatedBytes => Volatile.Read(ref allocatedBytes);

    public override void DoPiece()
    {
        liveSet.ClearCollected();
        var bytes = liveSet.Write();
        Volatile.Write(ref allocatedBytes, allocatedBytes + bytes);
        Volatile.Write(ref writes, writes + 1);
    }
}
