using AsyncLoad.Model.Profiles;
using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>Count slices of one side differ although no operation suspended, so that no bytes per operation can be stated.</summary>
internal static class BytesDisagree
{
    public const string Id = "bytes-disagree";

    public static IEnumerable<Warning> Find(JudgedComparison comparison) =>
        comparison.Sides.Each().Where(side => side.Bytes.Disagree).Select(side => new Warning(
            Id,
            WarningSeverity.Warning,
            FormattableString.Invariant($"{side.Cell.Label}: count slices range from {side.Bytes.Lowest:0.###} to {side.Bytes.Highest:0.###} B/op, so no figure is given."),
            "Look at the types in the trace: something else in the process allocates, or an operation has a rare path."));
}

/// <summary>Operations suspend or cause full collections, and how many bytes that takes is not the same in every count slice.</summary>
internal static class BytesVary
{
    public const string Id = "bytes-vary";

    public static IEnumerable<Warning> Find(JudgedComparison comparison) =>
        comparison.Sides.Each().Where(side => side.Bytes.Vary).Select(side => new Warning(
            Id,
            WarningSeverity.Note,
            FormattableString.Invariant($"{side.Cell.Label}: {side.Bytes.Lowest:0.###} to {side.Bytes.Highest:0.###} B/op in its count slices, {side.Bytes.PerOperation:0.###} on average: {(Suspends(side) ? "operations suspend, so bytes depend on timing" : "operations cause full collections, and at each the runtime itself allocates")}."),
            Suspends(side)
                ? "Use the range, not the mean. Pools serve part of the calls (see the pool hit rate), or an inner method sometimes completes before it is awaited."
                : "Use the range, not the mean. What the operation itself allocates is a little less: the bytes of the runtime are included."));

    private static bool Suspends(SideAnalysis side) => side.Measurements.Any(measurement => measurement.Counts.Any(slice => slice.Suspensions > 0));
}

/// <summary>The first operations of a process, before their code was optimised, allocated a different number of bytes than those that were counted.</summary>
internal static class EarlyBytes
{
    public const string Id = "early-bytes";

    // The runtime itself allocates up to about 20 kB in this time, as measured.
    private const double OfTheRuntime = 64_000;

    // A mean over fewer operations says nothing.
    private const long FewestOperations = 100;

    // A smaller difference does not matter.
    private const double Share = 0.05;

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        foreach (var side in comparison.Sides.Each())
        {
            // A pressurer's bytes are in the first slice too, and so are those of operations that are run and not counted.
            if (side.Cell.Pressure != PressureSettings.Calm || side.Cell.Injected is not null || side.Bytes is not { PerOperation: { } counted, Vary: false } || First(side) is not { } first) continue;
            var early = first.Bytes / (double)first.Operations;
            if (Math.Abs(early - counted) * first.Operations < OfTheRuntime || Math.Abs(early - counted) < Share * Math.Max(early, counted)) continue;
            yield return new Warning(
                Id,
                WarningSeverity.Note,
                FormattableString.Invariant($"{side.Cell.Label}: its first {first.Operations} operations, before their code was optimised, allocated {early:0.#} B/op; {counted:0.#} B/op were counted afterwards."),
                "The figure is for optimised code, which may allocate fewer objects, and excludes what is allocated once. A short-lived process allocates like the first operations. Set gcSettings tieredCompilation to false to run optimised code from the start.");
        }
    }

    // The pair in the middle: what happened in one by chance does not count.
    private static (long Operations, long Bytes)? First(SideAnalysis side)
    {
        var firsts = side.Measurements.Select(measurement => measurement.WarmUp).Where(warmUp => warmUp.FirstOperations >= FewestOperations)
            .OrderBy(warmUp => warmUp.FirstBytes / (double)warmUp.FirstOperations!.Value).ToList();
        if (firsts.Count == 0) return null;
        var middle = Quantile.UpperMiddle(firsts);
        return (middle.FirstOperations!.Value, middle.FirstBytes ?? 0);
    }
}
