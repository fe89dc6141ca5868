using System.Globalization;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Analysis.Merging;

/// <summary>
/// Joins the run folders of shards, or of whole runs on several machines. Times of two machines never meet in one interval: a comparison that several
/// have measured stays one comparison for each machine.
/// </summary>
public static class RunMerger
{
    /// <summary>Joins runs of one profile, tool and runtime.</summary>
    /// <param name="runs">What measuring left behind in each folder, with its path; at least one.</param>
    public static MergeOutcome Merge(IReadOnlyList<(string Folder, RunEvidence Evidence)> runs)
    {
        var reasons = Foreign(runs).Concat(OtherBuilds(runs)).Concat(Duplicated(runs)).ToList();
        if (reasons.Count > 0) return new MergeOutcome.Refused(reasons);
        var joined = new JoinedPlan([.. runs.Select(run => run.Evidence.Manifest)]);
        // Steps that were added while measuring are in the joined plan by now.
        var entries = runs.SelectMany((run, folder) => run.Evidence.Journal.Where(entry => entry is not JournalEntry.AddedStep).Select(entry => joined.Renamed(folder, entry))).ToList();
        var pairs = entries.Select(entry => entry.Entry).OfType<JournalEntry.Pair>().ToLookup(pair => pair.Comparison, StringComparer.Ordinal);
        var progress = joined.Plan.Comparisons.Select(comparison => (Comparison: comparison, Progress: PairProgress.Of(pairs[comparison.Id]))).ToList();
        // A share that was cut short plans what it has not begun.
        List<string> missing = [.. Unplanned(runs), .. progress.Where(one => one.Progress is { Completed.Count: 0, Fatal: null }).Select(one => one.Comparison.Id)];
        var whole = missing.Count == 0 && runs.All(run => run.Evidence.Manifest.Status == RunStatus.Complete);
        return new MergeOutcome.Merged(
            Manifest(runs, joined.Plan, whole),
            runs[0].Evidence.Catalogue,
            entries,
            missing,
            [.. progress.Where(one => one.Progress.Fatal is not null).Select(one => $"{one.Comparison.Id}: {FailureSentence.Of(one.Progress.Fatal!, one.Comparison)}")]);
    }

    private static IEnumerable<string> Foreign(IReadOnlyList<(string Folder, RunEvidence Evidence)> runs)
    {
        var first = runs[0].Evidence.Manifest;
        foreach (var (folder, evidence) in runs.Skip(1))
        {
            var manifest = evidence.Manifest;
            if (manifest.Plan.ProfileHash != first.Plan.ProfileHash)
                yield return $"{folder} has another profile than {runs[0].Folder}: {manifest.Plan.ProfileName} ({manifest.Plan.ProfileHash[..8]}), not {first.Plan.ProfileName} ({first.Plan.ProfileHash[..8]})";
            if (manifest.Tool != first.Tool) yield return $"{folder} was measured by version {manifest.Tool}, {runs[0].Folder} by {first.Tool}";
            if (manifest.Runtime != first.Runtime) yield return $"{folder} was measured under {manifest.Runtime}, {runs[0].Folder} under {first.Runtime}";
            if (Runtimes(manifest.Plan) != Runtimes(first.Plan))
                yield return $"{folder} planned to measure on {Runtimes(manifest.Plan)}, {runs[0].Folder} on {Runtimes(first.Plan)}";
            if (manifest.Plan.Shard?.Count != first.Plan.Shard?.Count)
                yield return $"{folder} is {Share(manifest.Plan)}, {runs[0].Folder} {Share(first.Plan)}: only shares of one division can be joined";
            else if (!All(manifest.Plan).SequenceEqual(All(first.Plan), StringComparer.Ordinal))
                yield return $"{folder} is a share of other comparisons than {runs[0].Folder}: measure all shares with the same --only";
            if (!SamePlugins(manifest.Plan.Plugins, first.Plan.Plugins))
                yield return $"{folder} measured {Words(manifest.Plan.Plugins)}, {runs[0].Folder} {Words(first.Plan.Plugins)}";
        }
    }

    // A branch may move between two shares. All shares are compared, since a share lists only the builds of its comparisons.
    private static IEnumerable<string> OtherBuilds(IReadOnlyList<(string Folder, RunEvidence Evidence)> runs) =>
        from entry in runs.SelectMany(run => run.Evidence.Manifest.Plan.Builds.Select(build => (run.Folder, Build: build)))
        group entry by entry.Build.Name into same
        let first = same.First()
        from other in same.Skip(1)
        where !SamePlugins(other.Build.Plugins, first.Build.Plugins) || !Agree(other.Build.Content, first.Build.Content)
        select $"{other.Folder} measured {Words(other.Build)} as {other.Build.Name}, {first.Folder} {Words(first.Build)}";

    // A plug-in may be the same where a library beside it is not. Older versions did not record that.
    private static bool Agree(string? one, string? other) => one is null || other is null || one == other;

    private static string Words(CodeBuild build) => build.Content is { } content ? $"{Words(build.Plugins)} in a build of {content}" : Words(build.Plugins);

    private static string Share(Plan plan) => plan.Shard is { } shard ? string.Create(CultureInfo.InvariantCulture, $"shard {shard.Index}/{shard.Count}") : "a whole run";

    private static IReadOnlyList<string> All(Plan plan) => plan.Shard?.All ?? [];

    // Paths are not compared: each machine may have them in another folder.
    private static bool SamePlugins(PluginSet? one, PluginSet? other) =>
        (one?.Files ?? []).Select(file => file.Sha256).SequenceEqual((other?.Files ?? []).Select(file => file.Sha256), StringComparer.OrdinalIgnoreCase)
        && (one?.Files ?? []).Zip(other?.Files ?? []).All(files => Agree(files.First.Code, files.Second.Code))
        && (one?.SharedInstance, one?.IgnoreValues) == (other?.SharedInstance, other?.IgnoreValues);

    private static string Words(PluginSet? plugins)
    {
        if (plugins is not { Files.Count: > 0 }) return "no plug-in";
        var words = plugins.Files.Select(file => $"{Path.GetFileName(file.Path)} of {file.Sha256}{(file.Code is { } code ? $" with libraries of {code}" : "")}").ToList();
        if (plugins.SharedInstance) words.Add("one instance for all workers");
        if (plugins.IgnoreValues) words.Add("values not compared");
        return string.Join(", ", words);
    }

    // Versions are compared, and not the reasons why one is missing, which another machine may word differently.
    private static string Runtimes(Plan plan) => plan.Runtimes is { Count: > 0 } named
        ? string.Join(", ", named.Select(runtime => $"{runtime.Name} ({runtime.Version ?? "missing"})"))
        : "no named runtime";

    // The same machine twice means the same share twice: the user has to choose which of the two counts.
    private static IEnumerable<string> Duplicated(IReadOnlyList<(string Folder, RunEvidence Evidence)> runs) =>
        from entry in runs.SelectMany(run => run.Evidence.Manifest.Plan.Comparisons.Select(comparison => (run.Folder, run.Evidence.Manifest.Machine.Id, Comparison: comparison.Id)))
        group entry.Folder by (entry.Id, entry.Comparison) into measured
        where measured.Count() > 1
        group measured.Key.Comparison by string.Join(" and ", measured) into twice
        select $"{twice.Key} both hold {twice.First()}{(twice.Count() > 1 ? string.Create(CultureInfo.InvariantCulture, $" and {twice.Count() - 1} more") : "")}, measured on the same machine: leave one out";

    private static IEnumerable<string> Unplanned(IReadOnlyList<(string Folder, RunEvidence Evidence)> runs)
    {
        var plans = runs.Select(run => run.Evidence.Manifest.Plan).ToList();
        var planned = plans.SelectMany(plan => plan.Comparisons).Select(comparison => comparison.Id).ToHashSet(StringComparer.Ordinal);
        return (plans[0].Shard?.All ?? []).Where(id => !planned.Contains(id));
    }

    private static RunManifest Manifest(IReadOnlyList<(string Folder, RunEvidence Evidence)> runs, Plan plan, bool whole)
    {
        var manifests = runs.Select(run => run.Evidence.Manifest).ToList();
        return manifests[0] with
        {
            Started = manifests.Min(manifest => manifest.Started),
            Finished = manifests.Max(manifest => manifest.Finished),
            Status = whole ? RunStatus.Complete : RunStatus.Interrupted,
            Machine = Machine([.. manifests.Select(manifest => manifest.Machine).DistinctBy(machine => machine.Id)]),
            Plan = plan,
            Warnings = [.. manifests.SelectMany(manifest => manifest.Warnings).Distinct()],
            Files = [],
            Resumed = null,
            Reference = null,
            Parts = null,
            // Hashes of the whole are computed again, and would not show what was wrong before.
            Doubts = runs.SelectMany(run => run.Evidence.Problems.Select(problem => $"{run.Folder}: {problem}")).ToList() is { Count: > 0 } doubts ? doubts : null,
            Joined = [.. runs.Select(run => run.Folder)],
        };
    }

    private static MachineFingerprint Machine(IReadOnlyList<MachineFingerprint> machines) => machines is [var only]
        ? only
        : machines[0] with { Id = string.Join('+', machines.Select(machine => machine.Id).Order(StringComparer.Ordinal)), Processor = string.Create(CultureInfo.InvariantCulture, $"{machines.Count} machines") };
}

/// <summary>Run folders joined into one, or why they are not one run. A closed set.</summary>
public abstract record MergeOutcome
{
    private MergeOutcome()
    {
    }

    /// <summary>They are one run.</summary>
    /// <param name="Manifest">The manifest of the whole; complete when every shard is there, came to its end, and has measured something of each of its comparisons.</param>
    /// <param name="Journal">Every entry with its names in the whole, and the folder that it comes from.</param>
    /// <param name="Missing">Ids of comparisons that no folder has measured, in the order of the profile: those of missing shares, then those that a share had not begun.</param>
    /// <param name="Failed">Ids of comparisons that were dropped, with the reason.</param>
    public sealed record Merged(
        RunManifest Manifest,
        Catalogue Catalogue,
        IReadOnlyList<MergedEntry> Journal,
        IReadOnlyList<string> Missing,
        IReadOnlyList<string> Failed) : MergeOutcome;

    /// <summary>They are not.</summary>
    public sealed record Refused(IReadOnlyList<string> Reasons) : MergeOutcome;
}

/// <summary>A line of the joined journal.</summary>
/// <param name="Trace">The trace that it names: its path inside that folder, and in the joined one; null without one.</param>
public sealed record MergedEntry(int Folder, JournalEntry Entry, (string From, string To)? Trace = null);
