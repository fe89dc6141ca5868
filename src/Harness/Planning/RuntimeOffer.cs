using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning;

/// <summary>What was found of a runtime that a profile names, for one build of the user's code.</summary>
/// <param name="Runtime">The runtime, with its exact version and folder if it is installed.</param>
/// <param name="Catalogue">What a measured process on it can measure; null when the runtime is missing.</param>
/// <param name="Missing">Why nothing can be measured on it; null when something can.</param>
/// <param name="Build">The build of a side that was loaded there; null for the plug-ins of the plan.</param>
internal sealed record RuntimeOffer(RuntimeSettings Runtime, Catalogue? Catalogue, string? Missing, CodeBuild? Build = null)
{
    /// <summary>The same, as a plan keeps it.</summary>
    public PlannedRuntime Planned => new(Runtime.Name, Runtime.Version, Missing);
}

/// <summary>Which comparisons can be measured on which runtimes.</summary>
internal static class RuntimeRefusals
{
    /// <summary>Every runtime that a profile names, with each build that is measured on it, once.</summary>
    public static IReadOnlyList<(RuntimeSettings Runtime, CodeBuild? Build)> Named(Profile profile, IReadOnlyList<BuildOffer> builds) =>
    [
        .. profile.Experiments
            .SelectMany(experiment => experiment.Groups.SelectMany(group => group.Candidates.Prepend(group.Baseline)).Select(name => (experiment.Runtimes, Side: experiment.SideOf(name))))
            .SelectMany(entry => (entry.Side.Runtime is { } own ? [own] : entry.Runtimes ?? []).Select(runtime => (Runtime: runtime, Build: BuildRefusals.Of(entry.Side, builds))))
            .DistinctBy(entry => (entry.Runtime.Name, entry.Build)),
    ];

    /// <summary>What a plan keeps of them: each runtime once.</summary>
    public static IReadOnlyList<PlannedRuntime>? Planned(IReadOnlyList<RuntimeOffer>? offers) => offers is null
        ? null
        : [.. offers.GroupBy(offer => offer.Runtime.Name, StringComparer.Ordinal).Select(same => (same.FirstOrDefault(offer => offer.Missing is null) ?? same.First()).Planned)];

    /// <summary>The combination on the exact version that was found, where one was.</summary>
    public static Combination Resolve(Combination one, IReadOnlyList<RuntimeOffer> offers) =>
        one.With(cell => cell.Runtime is not null && Find(offers, cell) is { } offer ? cell with { Runtime = offer.Runtime } : cell);

    /// <summary>Why a comparison cannot be measured on its runtime; null when it can.</summary>
    public static string? SkippedComparison(Combination one, IReadOnlyList<RuntimeOffer> offers) =>
        SkippedCell(one.Baseline, offers) ?? SkippedCell(one.Candidate, offers);

    private static string? SkippedCell(Cell cell, IReadOnlyList<RuntimeOffer> offers)
    {
        if (cell.Runtime is not { } runtime || Find(offers, cell) is not { } offer) return null;
        if (offer.Missing is { } missing) return missing;
        if (cell.Load is LoadSettings.Simulations { Engine: LoadEngine.NBomber }) return "NBomber runs only on the default runtime: leave out \"runtimes\" or \"engine\"";
        var workload = offer.Catalogue?.Workload(cell.Workload);
        if (workload is null) return $"{runtime.Name} has no workload {Printable.Quote(cell.Workload)}{Failures(offer.Catalogue)}";
        return workload.Variants.Any(variant => variant.Id == cell.Variant)
            ? null
            : $"{runtime.Name} has no variant {Printable.Quote(cell.Variant)}{Failures(offer.Catalogue)}";
    }

    private static RuntimeOffer? Find(IReadOnlyList<RuntimeOffer> offers, Cell cell) => offers.FirstOrDefault(offer => offer.Runtime.Name == cell.Runtime!.Name && offer.Build == cell.Build);

    // A plug-in for a newer runtime does not load on an older one.
    private static string Failures(Catalogue? catalogue) =>
        string.Concat((catalogue?.Plugins ?? []).Where(plugin => plugin.Failure is not null).Select(plugin => $"; {plugin.Name}: {plugin.Failure}"));
}
