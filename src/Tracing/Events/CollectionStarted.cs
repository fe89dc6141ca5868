using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>A collection begins.</summary>
/// <param name="Number">Number that the runtime gave it.</param>
/// <param name="Generation">0, 1 or 2.</param>
/// <param name="Reason">Why, as the runtime numbers it; see <see cref="CollectionWords"/>.</param>
/// <param name="Kind">0 blocking, 1 background, 2 a blocking one inside a background one.</param>
internal readonly record struct CollectionStarted(int Number, int Generation, int Reason, int Kind)
{
    public const int Id = 1;

    private const int Oldest = 2;
    private const int LargestWord = byte.MaxValue;

    /// <summary>Whether the process goes on while it runs.</summary>
    public bool IsBackground => Kind == 1;

    public static CollectionStarted Read(in NettraceEvent traced)
    {
        var fields = traced.Fields(oldest: 1);
        return new CollectionStarted(
            fields.Number(int.MaxValue),
            fields.Number(Oldest),
            fields.Number(LargestWord),
            fields.Number(LargestWord));
    }
}
