using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>What a session records of its process when it ends.</summary>
internal readonly record struct ProcessDescribed(string CommandLine)
{
    public const int Id = 1;

    public static ProcessDescribed Read(in NettraceEvent traced) => new(traced.Fields().Text());
}

/// <summary>Settings of the collector, in the rundown.</summary>
/// <param name="Gen0MinimumBytes">Least budget of gen0 that was asked for; 0 when none was.</param>
internal readonly record struct GcConfigured(long Gen0MinimumBytes)
{
    public const int Id = 10;

    public static GcConfigured Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        // Hard limit, threshold of large objects, physical memory.
        fields.Skip(3 * sizeof(long));
        return new GcConfigured(fields.ByteCount());
    }
}

/// <summary>Settings of tiered compilation, in the rundown; comes only where it is on.</summary>
/// <param name="Pgo">Whether hot methods are instrumented before they are optimised.</param>
internal readonly record struct TieringConfigured(bool Pgo)
{
    public const int Id = 280;

    private const uint TieredPgo = 0x4;

    public static TieringConfigured Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        // The runtime's instance.
        fields.Skip(sizeof(short));
        return new TieringConfigured((fields.UInt32() & TieredPgo) != 0);
    }
}

/// <summary>Precompiled code of a method was found. Nothing of its payload is used.</summary>
internal static class PrecompiledCode
{
    public const int Id = 159;
}
