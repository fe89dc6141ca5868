using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning;

/// <summary>What was found of a runtime that a profile names.</summary>
/// <param name="Runtime">The runtime, with its exact version and place where it is there.</param>
/// <param name="Catalogue">What the measured process can measure there, as one that was started on it says; null where it is missing.</param>
/// <param name="Missing">Why nothing can be measured on it; null when something can.</param>
internal sealed record RuntimeOffer(RuntimeSettings Runtime, Catalogue? Catalogue, string? Missing)
{
    /// <summary>The same, as a plan keeps it.</summary>
    public PlannedRuntime Planned => new(Runtime.Name, Runtime.Version, Missing);
}

/// <summary>Which comparisons can be measured on which runtimes.</summary>
internal static class RuntimeRefusals
{
    /// <summary>Every runtime that a profile names, once.</summary>
    public static IReadOnlyList<RuntimeSettings> Named(Profile profile) =>
    [
        .. profile.Experiments
            .SelectMany(experiment => (experiment.Runtimes ?? []).Concat((experiment.Sides ?? []).Select(side => side.Runtime).OfType<RuntimeSettings>()))
            .DistinctBy(runtime => runtime.Name, StringComparer.Ordinal),
    ];

    /// <summary>The combination on the exact version that was found, where one was.</summary>
    public static Combination Resolve(Combination one, IReadOnlyList<RuntimeOffer> offers) =>
        one.With(cell => cell.Runtime is { } runtime && Find(offers, runtime) is { } offer ? cell with { Runtime = offer.Runtime } : cell);

    /// <summary>Why a comparison cannot be measured on its runtime; null when it can.</summary>
    public static string? SkippedComparison(Combination one, IReadOnlyList<RuntimeOffer> offers) =>
        SkippedCell(one.Baseline, offers) ?? SkippedCell(one.Candidate, offers);

    private static string? SkippedCell(Cell cell, IReadOnlyList<RuntimeOffer> offers)
    {
        if (cell.Runtime is not { } runtime || Find(offers, runtime) is not { } offer) return null;
        if (offer.Missing is { } missing) return missing;
        if (cell.Load is LoadSettings.Simulations { Engine: LoadEngine.NBomber }) return "NBomber is built for the plain runtime alone: leave \"runtimes\" or \"engine\" out";
        var workload = offer.Catalogue?.Workloads.FirstOrDefault(known => known.Id == cell.Workload);
        if (workload is null) return $"the workload {Printable.Quote(cell.Workload)} is not there on {runtime.Name}{Failures(offer.Catalogue)}";
        return workload.Variants.Any(variant => variant.Id == cell.Variant)
            ? null
            : $"the variant {Printable.Quote(cell.Variant)} is not there on {runtime.Name}{Failures(offer.Catalogue)}";
    }

    private static RuntimeOffer? Find(IReadOnlyList<RuntimeOffer> offers, RuntimeSettings runtime) => offers.FirstOrDefault(offer => offer.Runtime.Name == runtime.Name);

    // A plug-in for a newer runtime does not load on an older one.
    private static string Failures(Catalogue? catalogue) =>
        string.Concat((catalogue?.Plugins ?? []).Where(plugin => plugin.Failure is not null).Select(plugin => $"; {plugin.Name}: {plugin.Failure}"));
}
