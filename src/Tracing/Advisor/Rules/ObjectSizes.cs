using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Objects and their sizes as they were sampled.</summary>
internal static class ObjectSizes
{
    private const int MostTypes = 4;

    /// <summary>The types with most bytes: <c>DelayPromise (72 B), TimerQueueTimer (96 B)</c>.</summary>
    public static string Of(IReadOnlyList<Evidence> evidence) => string.Join(", ", evidence
        .GroupBy(one => CSharpName.OfType(one.Sighting.Site.Type), StringComparer.Ordinal)
        .Select(group => (Type: group.Key, Tally: AllocationTally.Sum(group.Select(one => one.Sighting.Site.Tally))))
        .OrderByDescending(type => type.Tally.Bytes)
        .ThenBy(type => type.Type, StringComparer.Ordinal)
        .Take(MostTypes)
        .Select(type => type.Tally.MeanObjectBytes is { } size ? FormattableString.Invariant($"{type.Type} ({size:0} B)") : type.Type));
}
