using System.Text.Json.Serialization;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Plans;

/// <summary>Everything that a run will measure, in order. Pure data: the same profile, catalogue and seed give the same plan.</summary>
/// <param name="ProfileName">Name of the profile.</param>
/// <param name="ProfileHash">SHA-256 of the resolved profile, lower-case hex.</param>
/// <param name="Seed">Seed of the order.</param>
/// <param name="Measure">How each comparison is measured.</param>
/// <param name="Comparisons">What is compared, in the order of the profile.</param>
/// <param name="LoadOverhead">The <c>no-op</c> comparisons that state what each load costs, one for each load and GC setting in use.</param>
/// <param name="Schedule">Every pair up to the last look, in the order they run.</param>
/// <param name="Traced">Cells that get a traced run, in the order they run.</param>
/// <param name="Environment">Names of environment variables passed to measured processes.</param>
/// <param name="Forecast">What the run will need.</param>
/// <param name="Skipped">Comparisons of the profile that are skipped, since their load does not suit their operations or their runtime is not installed; null for none.</param>
/// <param name="Sweeps">Comparisons that are measured along an axis; their steps are among <paramref name="Comparisons"/>. Null for none.</param>
/// <param name="Shard">Which share of a profile it is; null for all of it.</param>
/// <param name="CpuSamples">Whether traced runs sample processors too; not in JSON when they do not.</param>
/// <param name="Plugins">Plug-ins that measured processes load; null, and then not in JSON, for none.</param>
/// <param name="Runtimes">Every runtime that the profile names, with what was found of it; null, and then not in JSON, where it names none.</param>
/// <param name="SideBySide">Which pairs are measured at the same time, and where; null, and then not in JSON, where all are measured one after the other.</param>
public sealed record Plan(
    string ProfileName,
    string ProfileHash,
    int Seed,
    MeasureSettings Measure,
    IReadOnlyList<Comparison> Comparisons,
    IReadOnlyList<Comparison> LoadOverhead,
    IReadOnlyList<ScheduledPair> Schedule,
    IReadOnlyList<TracedCell> Traced,
    IReadOnlyList<string> Environment,
    Forecast Forecast,
    IReadOnlyList<SkippedComparison>? Skipped = null,
    IReadOnlyList<Sweep>? Sweeps = null,
    Shard? Shard = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool CpuSamples = false,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] PluginSet? Plugins = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<PlannedRuntime>? Runtimes = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] SideBySide? SideBySide = null)
{
    /// <summary>All comparisons that are measured, load overhead included.</summary>
    [JsonIgnore]
    public IEnumerable<Comparison> Measured => Comparisons.Concat(LoadOverhead);

    /// <summary>Whether the pairs of a comparison are measured beside others.</summary>
    public bool GoesBeside(string comparison) => SideBySide?.Comparisons.Contains(comparison) == true;

    /// <summary>The builds of the user's code that belong to one side, each once.</summary>
    [JsonIgnore]
    public IEnumerable<CodeBuild> Builds => Comparisons.SelectMany(comparison => new[] { comparison.Baseline.Build, comparison.Candidate.Build })
        .OfType<CodeBuild>().DistinctBy(build => build.Name, StringComparer.Ordinal);

    /// <summary>What the process of a cell loads; null for nothing.</summary>
    public PluginSet? PluginsOf(Cell cell) => cell.Build?.Plugins ?? Plugins;

    /// <summary>The plan with one more step of a sweep, its pairs scheduled after all others; sides take turns at being first.</summary>
    /// <exception cref="ArgumentException">There is no such sweep.</exception>
    public Plan With(string sweep, double at, Comparison comparison)
    {
        if (Sweeps?.FirstOrDefault(known => known.Id == sweep) is not { } grown) throw new ArgumentException($"no sweep '{sweep}'", nameof(sweep));
        return this with
        {
            // All steps of a sweep are measured the same way, side by side or alone.
            SideBySide = GoesBeside(grown.Steps[0].Comparison) ? SideBySide! with { Comparisons = [.. SideBySide.Comparisons, comparison.Id] } : SideBySide,
            Comparisons = [.. Comparisons, comparison],
            Schedule =
            [
                .. Schedule,
                .. Enumerable.Range(1, Measure.Looks[^1]).Select(index => ScheduledPair.Alternating(comparison.Id, index)),
            ],
            Sweeps = [.. Sweeps.Select(known => known.Id == sweep ? known with { Steps = [.. known.Steps, new SweepStep(at, comparison.Id)] } : known)],
        };
    }
}

/// <summary>A share of what a profile plans, for one machine of several.</summary>
/// <param name="Index">Which, from 1.</param>
/// <param name="Count">Of how many.</param>
/// <param name="All">Ids of the comparisons of all shares, in the order of the profile, so that joining them can name what is missing.</param>
public sealed record Shard(int Index, int Count, IReadOnlyList<string> All);

/// <summary>A comparison that is not measured.</summary>
/// <param name="Id">The id that it would have.</param>
/// <param name="Reason">Why not, and what to use instead.</param>
public sealed record SkippedComparison(string Id, string Reason);

/// <summary>A runtime that a profile names.</summary>
/// <param name="Name">Its name in ids and reports.</param>
/// <param name="Version">The exact version that is measured on; null when there is none.</param>
/// <param name="Missing">Why nothing is measured on it; null when something can be.</param>
public sealed record PlannedRuntime(string Name, string? Version, string? Missing);

/// <summary>Two cells that differ in the variant, or in anything else that a process is started with.</summary>
/// <param name="Id">Stable id, as <c>plan</c> prints it and <c>--only</c> matches it.</param>
/// <param name="Ordinal">Position in the plan, from 1.</param>
/// <param name="Experiment">Name of the experiment it belongs to.</param>
/// <param name="Baseline">The cell that ratios divide by.</param>
/// <param name="Candidate">The cell that is judged.</param>
/// <param name="Gates">Conditions on this comparison.</param>
/// <param name="Marks">Notes on how to read its figures, a few words each; null for none.</param>
/// <param name="Machine">Fingerprint of the machine that measured it, where runs of several were joined; null elsewhere. Its id then ends with <c>@</c> and this, if another measured it too.</param>
public sealed record Comparison(
    string Id,
    int Ordinal,
    string Experiment,
    Cell Baseline,
    Cell Candidate,
    IReadOnlyList<GateSettings> Gates,
    IReadOnlyList<string>? Marks = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Machine = null)
{
    /// <summary>What the sides differ in; empty for a cell that is compared with itself, which gives its bytes or the noise of its ratio.</summary>
    [JsonIgnore]
    public IReadOnlyList<CellPart> Differences => Baseline.Differences(Candidate);

    /// <summary>Whether nothing differs.</summary>
    [JsonIgnore]
    public bool IsOfOneSide => Differences.Count == 0;

    /// <summary>Whether each of its processes draws one of two levels when it starts.</summary>
    [JsonIgnore]
    public bool IsAtTwoLevels => Candidate.Injected is { Drawn: true };

    /// <summary>The cell on one side.</summary>
    public Cell CellOf(Side side) => side == Side.Baseline ? Baseline : Candidate;
}

/// <summary>A pair to run.</summary>
/// <param name="Comparison">Id of the comparison.</param>
/// <param name="Index">Number of the pair within its comparison, from 1.</param>
/// <param name="First">The side that is spawned first and whose slice comes first; alternates.</param>
public sealed record ScheduledPair(string Comparison, int Index, Side First)
{
    /// <summary>A pair of a comparison whose first pair begins with the baseline.</summary>
    public static ScheduledPair Alternating(string comparison, int index) => new(comparison, index, index % 2 == 1 ? Side.Baseline : Side.Candidate);
}

/// <summary>A cell to run once more under an EventPipe session.</summary>
/// <param name="Comparison">Id of the comparison.</param>
/// <param name="Side">Which of its cells.</param>
public sealed record TracedCell(string Comparison, Side Side);

/// <summary>Which side of a comparison.</summary>
public enum Side
{
    /// <summary>The side that ratios divide by.</summary>
    Baseline,

    /// <summary>The side that is judged.</summary>
    Candidate,
}

/// <summary>What a run will need, before anything runs.</summary>
/// <param name="Shortest">Duration when every comparison ends at its first look and no slices are added for collections.</param>
/// <param name="Longest">
/// Duration when every comparison goes to its last look, and operations that may suspend get all the slices that may be added for
/// collections; equal to <paramref name="Shortest"/> for one look at operations that never suspend.
/// </param>
/// <param name="Disk">Size of the run folder.</param>
/// <param name="Memory">Memory of the largest pair: both sides, live sets included.</param>
public sealed record Forecast(Duration Shortest, Duration Longest, ByteSize Disk, ByteSize Memory);

/// <summary>Plug-ins that a run measures: assemblies that measured processes load.</summary>
/// <param name="Files">In the order of loading.</param>
/// <param name="SharedInstance">Whether all workers call one instance of a benchmark class; otherwise each has its own.</param>
/// <param name="IgnoreValues">Whether benchmark methods may return different values.</param>
public sealed record PluginSet(IReadOnlyList<PluginFile> Files, bool SharedInstance = false, bool IgnoreValues = false);

/// <summary>A plug-in as it was when the run began.</summary>
/// <param name="Path">Full path of the assembly; what it depends on lies beside it.</param>
/// <param name="Bytes">Its length.</param>
/// <param name="Sha256">Its SHA-256, lower-case hex.</param>
/// <param name="Code">The same where all that it loads from beside it is the same; null, and then not in JSON, where that was not looked at.</param>
public sealed record PluginFile(
    string Path, long Bytes, string Sha256, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Code = null);

/// <summary>Pairs that are measured at the same time, each on processors that no other has.</summary>
/// <param name="Places">Numbers of the processors of each place, as the system counts them; one pair at a time in each. No processor is in two.</param>
/// <param name="Comparisons">Ids of the comparisons whose pairs are measured so, on the processors of one place; all others are measured alone, with every processor.</param>
public sealed record SideBySide(IReadOnlyList<IReadOnlyList<int>> Places, IReadOnlyList<string> Comparisons);
