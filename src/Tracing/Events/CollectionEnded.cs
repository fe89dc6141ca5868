using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>A collection ends.</summary>
/// <param name="Number">Number that the runtime gave it.</param>
internal readonly record struct CollectionEnded(int Number)
{
    public const int Id = 2;

    public static CollectionEnded Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        return new CollectionEnded(fields.Number(int.MaxValue));
    }
}
