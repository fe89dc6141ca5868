using System.Diagnostics;
using System.Globalization;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis.Merging;

/// <summary>The plans of several folders as one, and what things of each folder are called in it.</summary>
internal sealed class JoinedPlan
{
    private readonly IReadOnlyList<RunManifest> manifests;
    private readonly bool severalMachines;
    private readonly HashSet<string> shared;
    private readonly Dictionary<(int Folder, string Id), Comparison> comparisons = [];

    public JoinedPlan(IReadOnlyList<RunManifest> manifests)
    {
        this.manifests = manifests;
        severalMachines = manifests.Select(manifest => manifest.Machine.Id).Distinct().Count() > 1;
        shared = manifests
            .SelectMany(manifest => manifest.Plan.Measured.Select(comparison => comparison.Id))
            .GroupBy(id => id, StringComparer.Ordinal).Where(same => same.Count() > 1).Select(same => same.Key).ToHashSet(StringComparer.Ordinal);
        Plan = Join();
    }

    public Plan Plan { get; }

    /// <summary>An entry of a folder's journal as it stands in the joined one.</summary>
    public MergedEntry Renamed(int folder, JournalEntry entry) => entry switch
    {
        JournalEntry.Pair pair => new MergedEntry(folder, pair with { Comparison = comparisons[(folder, pair.Comparison)].Id }),
        JournalEntry.TracedRun run => Renamed(folder, run),
        _ => throw new UnreachableException(),
    };

    private MergedEntry Renamed(int folder, JournalEntry.TracedRun run)
    {
        var comparison = comparisons[(folder, run.Comparison)];
        var cell = comparison.CellOf(run.Side).Name;
        var joined = run with { Comparison = comparison.Id, Cell = cell };
        if (run.File is not { } file) return new MergedEntry(folder, joined);
        var to = $"traces/{cell}.nettrace";
        return new MergedEntry(folder, joined with { File = to }, (file, to));
    }

    private Plan Join()
    {
        var order = (manifests[0].Plan.Shard?.All ?? [.. manifests[0].Plan.Comparisons.Select(comparison => comparison.Id)])
            .Select((id, index) => (id, index)).ToDictionary(entry => entry.id, entry => entry.index, StringComparer.Ordinal);
        var judged = Numbered([.. All(plan => plan.Comparisons).OrderBy(entry => order.GetValueOrDefault(entry.Comparison.Id, int.MaxValue))], 0);
        // What a load costs on one machine is kept once, from the first share that measured it.
        var loadOverhead = Numbered([.. All(plan => plan.LoadOverhead).DistinctBy(entry => (entry.Comparison.Id, manifests[entry.Folder].Machine.Id))], judged.Count);
        foreach (var (folder, comparison) in All(plan => plan.LoadOverhead).Where(entry => !comparisons.ContainsKey((entry.Folder, entry.Comparison.Id))))
            comparisons[(folder, comparison.Id)] = comparisons.First(known => known.Key.Id == comparison.Id && manifests[known.Key.Folder].Machine.Id == manifests[folder].Machine.Id).Value;
        return manifests[0].Plan with
        {
            Comparisons = judged,
            LoadOverhead = loadOverhead,
            Schedule = [.. manifests.SelectMany((manifest, folder) => manifest.Plan.Schedule.Select(pair => pair with { Comparison = comparisons[(folder, pair.Comparison)].Id }))],
            Traced = [.. manifests.SelectMany((manifest, folder) => manifest.Plan.Traced.Select(cell => cell with { Comparison = comparisons[(folder, cell.Comparison)].Id }))],
            Sweeps = Sweeps() is { Count: > 0 } sweeps ? sweeps : null,
            Forecast = Forecast(),
            Shard = null,
            // Each pair says on which processors of its machine it was measured.
            SideBySide = null,
        };
    }

    private IEnumerable<(int Folder, Comparison Comparison)> All(Func<Plan, IReadOnlyList<Comparison>> part) =>
        manifests.SelectMany((manifest, folder) => part(manifest.Plan).Select(comparison => (folder, comparison)));

    private List<Comparison> Numbered(IReadOnlyList<(int Folder, Comparison Comparison)> entries, int before)
    {
        var numbered = new List<Comparison>();
        foreach (var (folder, comparison) in entries)
        {
            var named = Named(folder, comparison, before + numbered.Count + 1);
            comparisons[(folder, comparison.Id)] = named;
            numbered.Add(named);
        }

        return numbered;
    }

    private Comparison Named(int folder, Comparison comparison, int ordinal)
    {
        var machine = manifests[folder].Machine.Id;
        return comparison with
        {
            Id = IdOf(folder, comparison.Id),
            Ordinal = ordinal,
            Baseline = comparison.Baseline with { Name = CellName((2 * ordinal) - 1, comparison.Baseline.Name) },
            Candidate = comparison.Candidate with { Name = CellName(2 * ordinal, comparison.Candidate.Name) },
            Marks = severalMachines ? [.. comparison.Marks ?? [], $"machine {machine}"] : comparison.Marks,
            Machine = severalMachines ? machine : null,
        };
    }

    private string IdOf(int folder, string id) => severalMachines && shared.Contains(id) ? $"{id}@{manifests[folder].Machine.Id}" : id;

    private string SweepId(int folder, string id) =>
        severalMachines && manifests.Count(manifest => manifest.Plan.Sweeps?.Any(sweep => sweep.Id == id) == true) > 1 ? $"{id}@{manifests[folder].Machine.Id}" : id;

    // A cell's name begins with its number in its own plan; two folders may have the same.
    private static string CellName(int ordinal, string name) => string.Create(CultureInfo.InvariantCulture, $"c{ordinal:D3}-{name[(name.IndexOf('-', StringComparison.Ordinal) + 1)..]}");

    private List<Sweep> Sweeps() =>
    [
        .. manifests.SelectMany((manifest, folder) => (manifest.Plan.Sweeps ?? []).Select(sweep => sweep with
        {
            Id = SweepId(folder, sweep.Id),
            Steps = [.. sweep.Steps.Select(step => step with { Comparison = comparisons[(folder, step.Comparison)].Id })],
        })),
    ];

    private Forecast Forecast() => manifests.Select(manifest => manifest.Plan.Forecast).Aggregate((one, other) => new Forecast(
        new(one.Shortest.Nanoseconds + other.Shortest.Nanoseconds),
        new(one.Longest.Nanoseconds + other.Longest.Nanoseconds),
        new(one.Disk.Bytes + other.Disk.Bytes),
        new(Math.Max(one.Memory.Bytes, other.Memory.Bytes))));
}

/// <summary>Checks the size of the journal of joined runs before any of them is read and before anything is written.</summary>
public static class JoinedJournal
{
    /// <summary>Why the joined folder could not be read; null when it could.</summary>
    public static string? Problem(IReadOnlyList<string> folders)
    {
        var bytes = folders.Select(Length).Sum();
        return bytes <= RunManifest.MostJournalBytes ? null : $"the journals of these folders are {new MeasuredSize(bytes)} together, and at most {new MeasuredSize(RunManifest.MostJournalBytes)} can be read: " +
            "join fewer of them, or measure parts of the profile (--only) and join each part separately";
    }

    private static long Length(string folder) => RunPath.Inside(folder, EvidenceParts.JournalFile) is { } path && new FileInfo(path) is { Exists: true, Length: var length } ? length : 0;
}
