using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>Limits beyond which a size is a typing error.</summary>
internal static class SizeLimits
{
    /// <summary>Largest heap or live set.</summary>
    public static ByteSize Heap { get; } = new(1L << 40);

    /// <summary>Smallest heap limit. What a process needs to start depends on its heaps, 4 MB for one: the runtime itself reports when the limit is too low.</summary>
    public static ByteSize HeapLimitLeast { get; } = ByteSize.FromMegabytes(1);

    /// <summary>Smallest gen0 budget: the smallest that the runtime takes.</summary>
    public static ByteSize Gen0Least { get; } = new(256L << 10);

    /// <summary>Largest gen0 budget.</summary>
    public static ByteSize Gen0Most { get; } = new(16L << 30);
}
