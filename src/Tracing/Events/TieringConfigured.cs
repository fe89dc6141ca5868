using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

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
