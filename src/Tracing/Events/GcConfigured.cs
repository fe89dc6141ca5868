using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

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
