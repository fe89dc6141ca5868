using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document;

/// <summary>Sweeps of one question in one picture: a panel for each value of a parameter, a line for each load, a place for each pressure. Names are not yet safe to show.</summary>
/// <param name="Setting">What tells this picture from others of the same question, in a few words each.</param>
/// <param name="Stretches">The pressures, from left to right. What has no pressure at all begins each stretch of sizes.</param>
/// <param name="Loads">The loads, in the order of the plan.</param>
/// <param name="Panels">At least one.</param>
public sealed record FrontierLayout(IReadOnlyList<string> Setting, IReadOnlyList<FrontierStretch> Stretches, IReadOnlyList<string> Loads, IReadOnlyList<FrontierPanel> Panels)
{
    private const string PressureAxis = "pressure.";

    /// <summary>The pictures of some sweeps, in their order. A sweep along a pressure is in none, nor is a question that was measured under a single pressure.</summary>
    public static IReadOnlyList<FrontierLayout> Of(IEnumerable<Sweep> sweeps) =>
    [
        .. sweeps.Where(sweep => !sweep.Axis.StartsWith(PressureAxis, StringComparison.Ordinal))
            .GroupBy(sweep => (MapLayout.QuestionOf(sweep.Template), sweep.Axis, sweep.Grid.From, sweep.Grid.To))
            .SelectMany(Parts).SelectMany(Pictures)
            .Where(picture => picture.Stretches.SelectMany(stretch => stretch.Pressures).Distinct().Skip(1).Any()),
    ];

    // Experiments of one question share a picture, unless they measure the same place twice.
    private static IEnumerable<IReadOnlyList<Placed<Sweep>>> Parts(IEnumerable<Sweep> question)
    {
        var all = question.Select(sweep => new Placed<Sweep>(sweep, DimensionsOf(sweep))).ToList();
        return all.DistinctBy(Everything, StringComparer.Ordinal).Count() == all.Count
            ? [all]
            : all.GroupBy(one => one.Subject.Template.Experiment, StringComparer.Ordinal).Select(experiment => experiment.ToList());
    }

    private static Dictionary<string, string> DimensionsOf(Sweep sweep) => MapDimension.Of(sweep.Template)
        .Where(dimension => !IsSwept(dimension.Key, sweep.Axis))
        .ToDictionary(StringComparer.Ordinal);

    private static bool IsSwept(string dimension, string axis) =>
        dimension.StartsWith(MapDimension.Parameter, StringComparison.Ordinal) && axis == CrossoverSettings.ParameterPrefix + dimension[MapDimension.Parameter.Length..];

    private static IEnumerable<FrontierLayout> Pictures(IReadOnlyList<Placed<Sweep>> all)
    {
        var names = all.SelectMany(one => one.Dimensions.Keys).Distinct(StringComparer.Ordinal).ToList();
        var varying = names.Where(name => all.DistinctBy(one => one.Value(name), StringComparer.Ordinal).Skip(1).Any()).ToList();
        var panel = varying.Find(name => name.StartsWith(MapDimension.Parameter, StringComparison.Ordinal));
        List<string> others = [.. varying.Where(name => name != panel && name is not (MapDimension.Load or MapDimension.Pressure))];
        return all.GroupBy(one => one.Where(others), StringComparer.Ordinal).Select(picture => Picture(panel, others, [.. picture]));
    }

    private static FrontierLayout Picture(string? panel, IReadOnlyList<string> others, IReadOnlyList<Placed<Sweep>> all) => new(
        [.. others.Select(name => MapDimension.Words(name, all[0].Value(name)))],
        FrontierStretch.Of([.. all.Select(one => one.Subject.Template.Candidate.Pressure).DistinctBy(pressure => pressure.Name, StringComparer.Ordinal)]),
        [.. all.Select(one => one.Value(MapDimension.Load)).Distinct(StringComparer.Ordinal)],
        [.. all.GroupBy(one => panel is null ? "" : one.Value(panel), StringComparer.Ordinal).Select(group => new FrontierPanel(
            panel is null ? null : MapDimension.Words(panel, group.Key),
            [.. group.Select(one => new FrontierSweep(one.Subject, one.Value(MapDimension.Load), one.Subject.Template.Candidate.Pressure.Name))]))]);

    private static string Everything(Placed<Sweep> one) => string.Join('\n', one.Dimensions.OrderBy(entry => entry.Key, StringComparer.Ordinal).Select(entry => $"{entry.Key}={entry.Value}"));
}

/// <summary>A panel of a frontier.</summary>
/// <param name="Title">The value that it is for, <c>result=decimal</c>; null where no parameter varies.</param>
/// <param name="Sweeps">At most one for each load and pressure.</param>
public sealed record FrontierPanel(string? Title, IReadOnlyList<FrontierSweep> Sweeps);

/// <summary>Where a sweep stands in its panel.</summary>
/// <param name="Load">Slug of its load.</param>
/// <param name="Pressure">Name of its pressure.</param>
public sealed record FrontierSweep(Sweep Sweep, string Load, string Pressure);

/// <summary>Pressures of one kind, beside each other.</summary>
/// <param name="Kind">What they differ in.</param>
/// <param name="Pressures">Ascending by size, or in the order of the plan where they differ in more than that; at least one.</param>
public sealed record FrontierStretch(FrontierPressure Kind, IReadOnlyList<PressureSettings> Pressures)
{
    /// <summary>The stretches of some pressures, each of another name: live sets, then rates of allocation, then what has both or shares its size with another.</summary>
    public static IReadOnlyList<FrontierStretch> Of(IReadOnlyList<PressureSettings> pressures)
    {
        var live = Sized(pressures, FrontierPressure.LiveSet);
        var rates = Sized(pressures, FrontierPressure.Allocation);
        PressureSettings[] none = [.. pressures.Where(IsNone)];
        FrontierStretch[] sized = [.. new[] { (FrontierPressure.LiveSet, live), (FrontierPressure.Allocation, rates) }
            .Where(entry => entry.Item2.Count > 0)
            .Select(entry => new FrontierStretch(entry.Item1, [.. none.Take(1), .. entry.Item2]))];
        // Each pressure appears once.
        PressureSettings[] others = [.. pressures.Except(live).Except(rates).Except(sized.Length > 0 ? none.Take(1) : [])];
        return others.Length == 0 ? sized : [.. sized, new FrontierStretch(FrontierPressure.Named, others)];
    }

    /// <summary>The size that pressures of a stretch differ in, in bytes, or bytes per second; null where they have none.</summary>
    public static double? SizeOf(PressureSettings pressure, FrontierPressure kind) => kind switch
    {
        FrontierPressure.LiveSet => pressure.LiveSet.Bytes,
        FrontierPressure.Allocation => pressure.AllocatePerSecond.Bytes,
        _ => null,
    };

    private static List<PressureSettings> Sized(IReadOnlyList<PressureSettings> pressures, FrontierPressure kind)
    {
        var other = kind == FrontierPressure.LiveSet ? FrontierPressure.Allocation : FrontierPressure.LiveSet;
        return [.. pressures.Where(pressure => SizeOf(pressure, kind) > 0 && SizeOf(pressure, other) == 0).GroupBy(pressure => SizeOf(pressure, kind)).Where(same => same.Count() == 1).Select(same => same.Single()).OrderBy(pressure => SizeOf(pressure, kind))];
    }

    private static bool IsNone(PressureSettings pressure) => pressure.LiveSet.Bytes == 0 && pressure.AllocatePerSecond.Bytes == 0;
}

/// <summary>What pressures of a stretch differ in.</summary>
public enum FrontierPressure
{
    /// <summary>The size of the live set.</summary>
    LiveSet,

    /// <summary>What is allocated in the background each second.</summary>
    Allocation,

    /// <summary>More than one size: they go by their names.</summary>
    Named,
}
