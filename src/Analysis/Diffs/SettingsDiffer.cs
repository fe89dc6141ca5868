using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis.Diffs;

/// <summary>Names what differs between two runs apart from the code, and may explain why their ratios differ.</summary>
internal static class SettingsDiffer
{
    /// <summary>What differs between the runs as a whole, and what limits the trust in either.</summary>
    public static IReadOnlyList<string> Warnings(RunAnalysis before, RunAnalysis after)
    {
        var (from, to) = (before.Manifest, after.Manifest);
        var (measured, now) = (from.Plan.Measure, to.Plan.Measure);
        return
        [
            .. from.Started == to.Started && from.Plan.ProfileHash == to.Plan.ProfileHash
                ? ["Both folders hold the same run, so the intervals mean nothing: compare two separate runs."]
                : Array.Empty<string>(),
            .. Changed("Version of AsyncLoad", from.Tool, to.Tool),
            .. Changed("Runtime", from.Runtime, to.Runtime),
            .. Changed("Machine", from.Machine.Id, to.Machine.Id),
            .. Changed("Profile", from.Plan.ProfileName, to.Plan.ProfileName),
            .. Changed("Profile hash", EvidenceParts.FirstDigits(from.Plan.ProfileHash), EvidenceParts.FirstDigits(to.Plan.ProfileHash)),
            .. Changed("measure.slices", measured.Slices, now.Slices),
            .. Changed("measure.slice", measured.Slice, now.Slice),
            .. Changed("measure.warmUpCap", measured.WarmUpCap, now.WarmUpCap),
            .. Changed("measure.platformTiering", measured.PlatformTiering, now.PlatformTiering),
            .. Changed("measure.inTurn", measured.InTurn, now.InTurn),
            .. Changed("measure.metric", measured.Metric, now.Metric),
            .. Changed("measure.margin", measured.Margin, now.Margin),
            .. Changed("environment", string.Join(", ", from.Plan.Environment), string.Join(", ", to.Plan.Environment)),
            .. Trust("before", before),
            .. Trust("after", after),
        ];
    }

    /// <summary>What differs between the settings of one comparison, where the same names stand for other values.</summary>
    public static IReadOnlyList<string> Warnings(Comparison before, Comparison after) =>
    [
        .. before.Machine is { } from && after.Machine is { } to ? Changed("machine", from, to) : [],
        .. Cells("baseline", before.Baseline, after.Baseline),
        .. Cells("candidate", before.Candidate, after.Candidate),
    ];

    /// <summary>What a side is started with that the same side of an earlier run was not, apart from the code: builds, and patches of the runtime.</summary>
    public static IEnumerable<string> OfSide(Side side, Comparison before, Comparison after) =>
        Cells(ModelJson.Word(side), before.CellOf(side), after.CellOf(side), withCode: false).Select(change => change.TrimEnd('.'));

    private static IEnumerable<string> Cells(string side, Cell before, Cell after, bool withCode = true) =>
    [
        .. Changed($"{side}: workload", before.Workload, after.Workload),
        .. Changed($"{side}: variant", before.Variant, after.Variant),
        .. withCode ? Changed($"{side}: build", Build(before), Build(after)) : [],
        .. Changed($"{side}: env", before.Words(CellPart.Variables), after.Words(CellPart.Variables)),
        .. Changed($"{side}: parameters", before.Words(CellPart.Parameters), after.Words(CellPart.Parameters)),
        .. Changed($"{side}: load", JsonSerializer.Serialize(before.Load, ModelJson.Line.LoadSettings), JsonSerializer.Serialize(after.Load, ModelJson.Line.LoadSettings)),
        .. Changed($"{side}: pressure", JsonSerializer.Serialize(before.Pressure, ModelJson.Line.PressureSettings), JsonSerializer.Serialize(after.Pressure, ModelJson.Line.PressureSettings)),
        .. withCode ? Changed($"{side}: runtime", before.Runtime?.Version ?? "", after.Runtime?.Version ?? "") : Changed($"{side}: runtime", before.Words(CellPart.Runtime), after.Words(CellPart.Runtime)),
        .. Changed($"{side}: gcSettings", JsonSerializer.Serialize(before.Gc, ModelJson.Line.GcSettings), JsonSerializer.Serialize(after.Gc, ModelJson.Line.GcSettings)),
    ];

    private static IEnumerable<string> Trust(string which, RunAnalysis run) =>
    [
        .. run.Manifest.Status == RunStatus.Complete ? Array.Empty<string>() : [$"{which}: the run did not finish."],
        .. run.Problems.Concat(run.Manifest.Warnings).Select(problem => $"{which}: {problem}"),
    ];

    private static string Build(Cell cell) => cell.Build is { } build ? $"{build.Name}{(build.Commit is { } commit ? $" ({EvidenceParts.FirstDigits(commit)})" : "")}" : "";

    private static string[] Changed<T>(string what, T before, T after)
        where T : notnull =>
        EqualityComparer<T>.Default.Equals(before, after) ? [] : [FormattableString.Invariant($"{what}: {Or(before)} → {Or(after)}.")];

    private static string Or<T>(T value)
        where T : notnull =>
        FormattableString.Invariant($"{value}") is { Length: > 0 } text ? text : "none";
}
