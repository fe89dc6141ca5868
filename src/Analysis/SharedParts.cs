using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis;

/// <summary>
/// Keeps equal parts of measurements once: settings, which take 6 kB each, and the empty pressure of a slice. All pairs of a run are in memory while
/// it is judged.
/// </summary>
internal sealed class SharedParts
{
    // Settings differ by cell and machine. Beyond so many kinds, each is kept by itself.
    private const int MostKinds = 256;

    private readonly List<EffectiveSettings> kinds = [];

    /// <summary>The same entry with the parts that were seen before.</summary>
    public JournalEntry Of(JournalEntry entry) => entry is JournalEntry.Pair pair ? pair with { Baseline = Of(pair.Baseline), Candidate = Of(pair.Candidate) } : entry;

    private CellOutcome Of(CellOutcome outcome) => outcome is CellOutcome.Completed { Measurement: var measured }
        ? new CellOutcome.Completed(measured with { Settings = Known(measured.Settings), Slices = [.. measured.Slices.Select(Unpressed)] })
        : outcome;

    private static Slice Unpressed(Slice slice) => slice.Pressure == PressureCounters.None ? slice with { Pressure = PressureCounters.None } : slice;

    private EffectiveSettings Known(EffectiveSettings settings)
    {
        if (kinds.Find(known => AreSame(known, settings)) is { } seen) return seen;
        if (kinds.Count < MostKinds) kinds.Add(settings);
        return settings;
    }

    private static bool AreSame(EffectiveSettings one, EffectiveSettings other) =>
        (one.ServerGc, one.ConcurrentGc, one.Processors) == (other.ServerGc, other.ConcurrentGc, other.Processors)
        && AreSame(one.GcConfiguration, other.GcConfiguration)
        && AreSame(one.ReadBack, other.ReadBack);

    private static bool AreSame<T>(IReadOnlyDictionary<string, T> one, IReadOnlyDictionary<string, T> other)
        where T : IEquatable<T> =>
        one.Count == other.Count && one.All(entry => other.TryGetValue(entry.Key, out var value) && value.Equals(entry.Value));
}
