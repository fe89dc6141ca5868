using System.Globalization;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Analysis;

/// <summary>Rejects manifests that parse but are not valid: a run folder may have been edited, cut or made up.</summary>
internal static class ManifestRefusals
{
    // Characters of it that messages show.
    private const int ShortestHash = 8;

    /// <summary>The first invalid part, in words; null when all are valid.</summary>
    public static string? Problem(RunManifest manifest)
    {
        if (manifest.Plan.ProfileHash.Length < ShortestHash) return "its plan has no hash of a profile";
        return PlannedRefusals.Problem(manifest.Plan) is { } problem ? $"its plan is not valid: {problem}" : null;
    }
}

/// <summary>Rejects plans whose parts contradict each other.</summary>
internal static class PlannedRefusals
{
    // More than any kernel is built for.
    private const int MostProcessors = 1 << 16;

    /// <summary>The first invalid part, in words; null when all are valid.</summary>
    public static string? Problem(Plan plan)
    {
        var measured = plan.Measured.Select(comparison => comparison.Id).ToList();
        var known = measured.ToHashSet(StringComparer.Ordinal);
        if (known.Count < measured.Count) return $"{measured.GroupBy(id => id, StringComparer.Ordinal).First(same => same.Count() > 1).Key} is in it twice";
        var named = plan.Schedule.Select(pair => pair.Comparison).Concat(plan.Traced.Select(cell => cell.Comparison)).Where(id => !known.Contains(id));
        // Steps are judged, and comparisons of the load's own overhead are not.
        var steps = (plan.Sweeps ?? []).SelectMany(sweep => sweep.Steps).Select(step => step.Comparison).Except(plan.Comparisons.Select(comparison => comparison.Id), StringComparer.Ordinal);
        return named.Concat(steps).FirstOrDefault() is { } unknown ? $"{unknown} is scheduled, but is not one of its comparisons" : Names(plan) ?? Looks(plan.Measure.Looks) ?? Margin(plan.Measure.Margin) ?? Sweeps(plan) ?? Share(plan.Shard) ?? Places(plan.SideBySide, known);
    }

    // Files of traces and histograms are named after their cells: no name may lead to another folder.
    private static string? Names(Plan plan)
    {
        var names = plan.Measured.SelectMany(comparison => new[] { comparison.Baseline.Name, comparison.Candidate.Name });
        return names.FirstOrDefault(name => !name.All(c => char.IsAsciiLetterOrDigit(c) || c == '-')) is { } other ? $"a cell has the name \"{other}\", which is not a valid file name" : null;
    }

    private static string? Looks(IReadOnlyList<int> looks)
    {
        if (looks.Count == 0) return "it has no looks";
        return looks[0] < 1 || looks.Zip(looks.Skip(1)).Any(pair => pair.First >= pair.Second)
            ? $"looks at {string.Join(", ", looks.Select(look => look.ToString(CultureInfo.InvariantCulture)))} pairs do not ascend from 1"
            : looks[^1] > RunManifest.MostPlannedPairs ? string.Create(CultureInfo.InvariantCulture, $"its last look is at {looks[^1]:N0} pairs, and a run has {RunManifest.MostPlannedPairs:N0} at most")
            : null;
    }

    private static string? Margin(double margin) => MeasureSettings.IsMargin(margin) ? null : "its margin is not between 0 and 1";

    private static string? Sweeps(Plan plan)
    {
        var twice = (plan.Sweeps ?? []).FirstOrDefault(sweep => sweep.Steps.Count == 0 || sweep.Steps.DistinctBy(step => step.At).Count() < sweep.Steps.Count);
        return twice is null ? null : $"{twice.Id} has no step, or the same step twice";
    }

    private static string? Places(SideBySide? beside, HashSet<string> known)
    {
        if (beside is null) return null;
        var processors = beside.Places.SelectMany(place => place).ToList();
        var unsound = beside.Places.Count == 0 || beside.Places.Any(place => place.Count == 0) || processors.Any(number => number is < 0 or >= MostProcessors);
        if (unsound || processors.Distinct().Count() < processors.Count) return "a place has no processor, or a processor is invalid or in two places";
        return beside.Comparisons.FirstOrDefault(id => !known.Contains(id)) is { } unknown ? $"{unknown} is scheduled side by side, but is not one of its comparisons" : null;
    }

    private static string? Share(Shard? shard) => shard is null || (shard.Index >= 1 && shard.Index <= shard.Count && shard.All.Distinct(StringComparer.Ordinal).Count() == shard.All.Count)
        ? null
        : string.Create(CultureInfo.InvariantCulture, $"shard {shard.Index}/{shard.Count} of {shard.All.Count} comparisons is not valid");
}
