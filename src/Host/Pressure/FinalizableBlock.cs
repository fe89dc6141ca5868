namespace AsyncLoad.Host.Pressure;

/// <summary>An object with a finalizer that owns a payload. The collection that finds it unreachable keeps both for the finalizer's thread: they die in gen1.</summary>
internal sealed class FinalizableBlock(PressureBlock[] payload)
{
    /// <summary>Its own bytes on x64: object header, method table pointer, one reference.</summary>
    public const int Bytes = 24;

    private static long finalized;

    ~FinalizableBlock()
    {
        // One thread runs all finalizers.
        GC.KeepAlive(Payload);
        Volatile.Write(ref finalized, finalized + 1);
    }

    /// <summary>How many were finalized since the process began.</summary>
    public static long Finalized => Volatile.Read(ref finalized);

    public PressureBlock[] Payload { get; } = payload;
}
