using System.Globalization;
using System.Text.Json.Nodes;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Sweeps;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>The <c>crossover</c> of an experiment: an axis, its range, and how many steps it may take to find where a ratio crosses 1.</summary>
internal sealed class CrossoverReader(ValueReader values, WorkloadDescription? workload)
{
    private static readonly Member<int> Steps = Member.Optional("steps", Formats.Whole(3, 9), CrossoverSettings.DefaultSteps);
    private static readonly Member<int> MostSteps = Member.Optional("mostSteps", Formats.Whole(3, 40), CrossoverSettings.DefaultMostSteps);

    private static readonly Format ParameterPath = new("a parameter's path", () => new JsonObject { ["type"] = "string", ["pattern"] = @"^parameters\..+$" });
    private static readonly Format AnyNumber = new("a number", () => new JsonObject { ["type"] = "number" });

    /// <summary>The format of a crossover: the ends depend on the axis.</summary>
    public static Format Format => Formats.AnyOf(
    [
        .. SweepAxes.Paths(null).Select(path => SweepAxes.Of(path, null)!)
            .GroupBy(axis => End(axis).Schema().ToJsonString())
            .Select(alike => Along(Formats.Words([.. alike.Select(axis => axis.Path)]), End(alike.First()), areEndsRequired: true)),
        Along(ParameterPath, AnyNumber, areEndsRequired: false),
    ]);

    /// <summary>The settings, or null with an error, or null when there are none.</summary>
    /// <param name="experiment">The experiment so far: some entry of it must have the axis.</param>
    public CrossoverSettings? Read(JsonMember? member, Experiment experiment)
    {
        if (member is null || ObjectReader.Over(member.Value, "crossover", values) is not { } members) return null;
        var axisMember = members.Take("axis", isRequired: true);
        var path = values.Known(axisMember, "axis", SweepAxes.Paths(workload));
        var axis = path is null ? null : SweepAxes.Of(path, workload);
        var range = Range(members, axis, member.Value.At);
        members.Renamed("levels", "steps");
        members.Renamed("mostLevels", "mostSteps");
        var steps = members.Value(Steps);
        var most = members.Read(MostSteps) ?? Math.Max(steps, MostSteps.Fallback);
        if (most < steps) values.Errors.Add(members.Take(MostSteps)!.Value.At, string.Create(CultureInfo.InvariantCulture, $"\"mostSteps\" must not be below \"steps\", which is {steps}, but is {most}"));
        members.RefuseOthers();
        if (axis is null || range is not var (from, to)) return null;
        var settings = new CrossoverSettings(axis.Path, from, to, steps, most);
        return Check(settings, axis, experiment, axisMember!.Value.At) ? settings : null;
    }

    // A parameter has a range as its default. The range of a setting is too wide to be measured whole.
    private (double From, double To)? Range(ObjectReader members, SweepAxis? axis, Place at)
    {
        var isParameter = axis is not null && axis.Path.StartsWith(CrossoverSettings.ParameterPrefix, StringComparison.Ordinal);
        var (fromMember, toMember) = (members.Take("from", !isParameter), members.Take("to", !isParameter));
        if (axis is null) return null;
        var (from, to) = (Read(fromMember), Read(toMember));
        if (isParameter) (from, to) = (from ?? axis.Least, to ?? axis.Most);
        if (from is not { } low || to is not { } high) return null;
        if (low < high) return (low, high);
        values.Errors.Add(at, $"\"from\" must be below \"to\", but {axis.Text(low)} is not below {axis.Text(high)}");
        return null;

        double? Read(JsonMember? member) => member is null ? null : End(axis).Read(values, member);
    }

    private static Format<double> End(SweepAxis axis)
    {
        if (axis is { Unit: AxisUnit.Number, Step: not 1 }) return Formats.Number(axis.Least, axis.Most);
        var (whole, size) = (Formats.Whole((int)axis.Least, (int)Math.Min(axis.Most, int.MaxValue)), Formats.Size(new((long)axis.Least), new((long)axis.Most)));
        return axis.Unit == AxisUnit.Bytes
            ? new(size.Takes, size.Schema, (values, member) => size.Read(values, member)?.Bytes)
            : new(whole.Takes, whole.Schema, (values, member) => whole.Read(values, member));
    }

    private static Format Along(Format axis, Format end, bool areEndsRequired) => Formats.Object(
    [
        Member.Required("axis", axis),
        Member.Optional("from", end) with { IsRequired = areEndsRequired },
        Member.Optional("to", end) with { IsRequired = areEndsRequired },
        Steps,
        MostSteps,
    ]);

    private bool Check(CrossoverSettings settings, SweepAxis axis, Experiment experiment, Place at)
    {
        if (settings.Parameter is { } parameter && experiment.Parameters.TryGetValue(parameter, out var given) && given.Count > 1)
        {
            values.Errors.Add(at, $"{Printable.Quote(parameter)} has a list of values in \"parameters\" and is the axis too: leave it out there");
            return false;
        }

        if (experiment.Sides?.Any(side => Sets(side, settings)) == true)
        {
            values.Errors.Add(at, $"a side sets {(settings.Parameter is { } own ? Printable.Quote(own) : settings.Axis.Split('.')[0])} itself, and {axis.Path} is the axis: leave it out of the side, or leave out \"crossover\"");
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

    // A step would overwrite what a side sets, or change only the other sides.
    private static bool Sets(SideSettings side, CrossoverSettings crossover) => crossover.Parameter is { } parameter
        ? side.Parameters?.ContainsKey(parameter) == true
        : (crossover.Axis.StartsWith("pressure.", StringComparison.Ordinal) && side.Pressure is not null)
            || (crossover.Axis.StartsWith("gc.", StringComparison.Ordinal) && side.Gc?.Gen0Size is not null);

    private bool HasSteps(CrossoverSettings settings, SweepAxis axis, Place at)
    {
        if (axis.Only is not { } only || only.Count(step => step >= settings.From && step <= settings.To) >= 3) return true;
        values.Errors.Add(at, string.Create(CultureInfo.InvariantCulture, $"{axis.Path} has fewer than 3 steps from {settings.From} to {settings.To}: it takes {string.Join(", ", only)}"));
        return false;
    }

    // One cell for each entry that may have the axis.
    private static IEnumerable<Cell> Cells(Experiment experiment) =>
        from load in experiment.Loads
        from pressure in experiment.Pressures
        from gc in experiment.GcSettings
        select new Cell("", experiment.Workload, experiment.Baseline, experiment.Parameters.ToDictionary(entry => entry.Key, entry => entry.Value[0]), load, pressure, gc);
}
