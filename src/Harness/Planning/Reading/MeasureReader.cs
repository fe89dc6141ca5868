using System.Globalization;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Sweeps;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>The <c>measure</c> section: how long, how often, judged how. What is left out has its default.</summary>
internal sealed class MeasureReader(ValueReader values)
{
    private static readonly (string, VerdictMetric)[] VerdictMetrics = 
        [.. Metric.Ratios.Select(metric => metric.Judged!).Select(judged => (judged.Word, judged.Metric))];

    /// <summary>The settings; defaults stand in for what is wrong.</summary>
    public MeasureSettings Read(JsonMember? section)
    {
        var defaults = MeasureSettings.Default;
        if (section is null || ObjectReader.Over(section.Value, "measure", values.Errors) is not { } members) return defaults;
        var verdicts = values.Flag(members.Optional("verdicts")) ?? defaults.Verdicts;
        var metric = values.Word(members.Optional("metric"), VerdictMetrics) ?? defaults.Metric;
        var settings = new MeasureSettings(
            Slices: values.Whole(members.Optional("slices"), 4, 10_000) ?? defaults.Slices,
            Slice: values.Time(members.Optional("slice"), Duration.FromMilliseconds(1), Duration.FromSeconds(60)) ?? defaults.Slice,
            WarmUpCap: values.Time(members.Optional("warmUpCap"), Duration.FromMilliseconds(100), Duration.FromSeconds(600)) ?? defaults.WarmUpCap,
            Looks: ReadLooks(members.Optional("looks"), verdicts) ?? defaults.Looks,
            HalfWidth: values.Number(members.Optional("halfWidth"), 0.001, 1) ?? Metric.Of(metric).HalfWidth,
            Margin: values.Number(members.Optional("margin"), 0.001, 1) ?? defaults.Margin,
            Metric: metric,
            Verdicts: verdicts,
            PlatformTiering: values.Flag(members.Optional("platformTiering")) ?? defaults.PlatformTiering);
        members.RefuseOthers();
        return settings;
    }

    // A bare number is one look, so that "--set measure.looks=6" reads as people type it.
    private int[]? ReadLooks(JsonMember? member, bool judged)
    {
        if (member is null) return null;
        IReadOnlyList<JsonMember>? items = member.Value is JsonTree.Number ? [member] : values.Items(member);
        if (items is null or []) return null;
        if (items.Count > Looks.MostLooks)
        {
            values.Errors.Add(member.Value.At, string.Create(CultureInfo.InvariantCulture, $"\"looks\" must have at most {Looks.MostLooks} entries, not {items.Count}"));
            return null;
        }

        var looks = items.Select(item => (item.Value.At, Pairs: values.Whole(item, 1, Looks.MostPairs))).ToList();
        if (looks.Any(look => look.Pairs is null)) return null;
        CheckLooks([.. looks.Select(look => (look.At, look.Pairs!.Value))], judged);
        return [.. looks.Select(look => look.Pairs!.Value)];
    }

    private void CheckLooks(IReadOnlyList<(Place At, int Pairs)> looks, bool judged)
    {
        foreach (var ((_, before), (at, pairs)) in looks.Zip(looks.Skip(1)))
        {
            if (pairs <= before) values.Errors.Add(at, string.Create(CultureInfo.InvariantCulture, $"\"looks\" must ascend: {pairs} comes after {before}"));
        }

        var fewest = Looks.FewestPairs(looks.Count);
        if (!judged || looks[0].Pairs >= fewest) return;
        var confidence = 1 - (Looks.TotalError / looks.Count);
        values.Errors.Add(looks[0].At, string.Create(
            CultureInfo.InvariantCulture,
            $"the first look must have {fewest} pairs or more: {looks[0].Pairs} cannot give the {confidence:0.##%} that {(looks.Count == 1 ? "one look needs" : "each look needs")}"));
    }
}

/// <summary>The <c>crossover</c> of an experiment: an axis, its range, and how many steps it may take to find where a ratio crosses 1.</summary>
internal sealed class CrossoverReader(ValueReader values, WorkloadDescription? workload)
{
    private const int LeastSteps = 3;
    private const int MostSteps = 40;

    /// <summary>The settings, or null with an error, or null when there are none.</summary>
    /// <param name="member">The member.</param>
    /// <param name="experiment">The experiment so far: some entry of it must have the axis.</param>
    public CrossoverSettings? Read(JsonMember? member, Experiment experiment)
    {
        if (member is null || ObjectReader.Over(member.Value, "crossover", values.Errors) is not { } members) return null;
        var axisMember = members.Required("axis");
        var path = values.Known(axisMember, "axis", SweepAxes.Paths(workload));
        var axis = path is null ? null : SweepAxes.Of(path, workload);
        var range = Range(members, axis, member.Value.At);
        members.Renamed("levels", "steps");
        members.Renamed("mostLevels", "mostSteps");
        var steps = values.Whole(members.Optional("steps"), LeastSteps, 9) ?? CrossoverSettings.DefaultSteps;
        var mostMember = members.Optional("mostSteps");
        var most = values.Whole(mostMember, LeastSteps, MostSteps) ?? Math.Max(steps, CrossoverSettings.DefaultMostSteps);
        if (most < steps) values.Errors.Add(mostMember!.Value.At, string.Create(CultureInfo.InvariantCulture, $"\"mostSteps\" must not be below \"steps\", which is {steps}, but is {most}"));
        members.RefuseOthers();
        if (axis is null || range is not var (from, to)) return null;
        var settings = new CrossoverSettings(axis.Path, from, to, steps, most);
        return Check(settings, axis, experiment, axisMember!.Value.At) ? settings : null;
    }

    // A parameter's own range will do; a setting has none that anybody would measure whole.
    private (double From, double To)? Range(ObjectReader members, SweepAxis? axis, Place at)
    {
        var isParameter = axis is not null && axis.Path.StartsWith(CrossoverSettings.ParameterPrefix, StringComparison.Ordinal);
        var (from, to) = (End(isParameter ? members.Optional("from") : members.Required("from"), axis), End(isParameter ? members.Optional("to") : members.Required("to"), axis));
        if (axis is null) return null;
        if (isParameter) (from, to) = (from ?? axis.Least, to ?? axis.Most);
        if (from is not { } low || to is not { } high) return null;
        if (low < high) return (low, high);
        values.Errors.Add(at, $"\"from\" must be below \"to\", but {axis.Text(low)} is not below {axis.Text(high)}");
        return null;
    }

    private double? End(JsonMember? member, SweepAxis? axis) => axis switch
    {
        null => null,
        { Unit: AxisUnit.Bytes } => values.Size(member, new((long)axis.Least), new((long)axis.Most))?.Bytes,
        { Step: 1 } => values.Whole(member, (int)axis.Least, (int)Math.Min(axis.Most, int.MaxValue)),
        _ => values.Number(member, axis.Least, axis.Most),
    };

    private bool Check(CrossoverSettings settings, SweepAxis axis, Experiment experiment, Place at)
    {
        if (settings.Parameter is { } parameter && experiment.Parameters.TryGetValue(parameter, out var given) && given.Count > 1)
        {
            values.Errors.Add(at, $"{Printable.Quote(parameter)} has a list of values in \"parameters\" and is the axis too: leave it out there");
            return false;
        }

        var cells = Cells(experiment).Where(axis.IsOf).ToList();
        if (cells.Count == 0)
        {
            values.Errors.Add(at, $"no load, pressure or parameter of the experiment has {axis.Path}{(axis.Path.StartsWith("pressure.", StringComparison.Ordinal) ? ": calm entries stay calm" : "")}");
            return false;
        }

        var conflicts = cells.SelectMany(cell => new[] { settings.From, settings.To }.SelectMany(step => PressureConflicts.In(SweepBuilder.At(axis, cell, step).Pressure))).Distinct().ToList();
        foreach (var conflict in conflicts) values.Errors.Add(at, conflict);
        return conflicts.Count == 0 && HasSteps(settings, axis, at);
    }

    private bool HasSteps(CrossoverSettings settings, SweepAxis axis, Place at)
    {
        if (axis.Only is not { } only || only.Count(step => step >= settings.From && step <= settings.To) >= 3) return true;
        values.Errors.Add(at, string.Create(CultureInfo.InvariantCulture, $"{axis.Path} has fewer than 3 steps from {settings.From} to {settings.To}: it takes {string.Join(", ", only)}"));
        return false;
    }

    // One cell for each entry that may have the axis; the rest of it does not matter.
    private static IEnumerable<Cell> Cells(Experiment experiment) =>
        from load in experiment.Loads
        from pressure in experiment.Pressures
        from gc in experiment.GcSettings
        select new Cell("", experiment.Workload, experiment.Baseline, experiment.Parameters.ToDictionary(entry => entry.Key, entry => entry.Value[0]), load, pressure, gc);
}
