using AsyncLoad.Analysis;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Reporting.Document;

/// <summary>Comparisons of one question that stand in one grid: what varies down, what varies across, and where each stands. Names are not yet safe to show.</summary>
/// <param name="Down">The rows: loads, unless all have the same load and something else varies.</param>
/// <param name="Across">The columns: pressures, unless all have the same pressure and something else varies.</param>
/// <param name="Setting">What tells this grid from others of the same question, in a few words each.</param>
/// <param name="Places">Where each comparison stands.</param>
public sealed record MapLayout(MapAxis Down, MapAxis Across, IReadOnlyList<string> Setting, IReadOnlyList<MapPlace> Places)
{
    /// <summary>The grids of some comparisons, in their order; what stands alone is in none.</summary>
    public static IReadOnlyList<MapLayout> Of(IEnumerable<Comparison> comparisons) =>
        [.. comparisons.GroupBy(QuestionOf).SelectMany(Parts).SelectMany(Grids).Where(grid => grid.Places.Count > 1)];

    /// <summary>Equal for comparisons of one question.</summary>
    internal static (string, string, string, string, string, string?) QuestionOf(Comparison comparison)
    {
        var (baseline, candidate) = (comparison.Baseline, comparison.Candidate);
        return (candidate.Workload, baseline.Variant, baseline.Label, candidate.Variant, candidate.Label, comparison.Machine);
    }

    // Experiments of one question go into one grid, unless they measure the same cell twice. One that does so by itself, such as a selfcheck, is not a map.
    private static IEnumerable<IReadOnlyList<Placed<Comparison>>> Parts(IEnumerable<Comparison> question)
    {
        var all = question.Select(comparison => new Placed<Comparison>(comparison, MapDimension.Of(comparison))).ToList();
        return AreApart(all) ? [all] : all.GroupBy(one => one.Subject.Experiment, StringComparer.Ordinal).Select(experiment => experiment.ToList()).Where(AreApart);
    }

    private static bool AreApart(IReadOnlyList<Placed<Comparison>> all)
    {
        var names = MapDimension.All(all);
        return all.DistinctBy(one => one.Where(names), StringComparer.Ordinal).Count() == all.Count;
    }

    private static IEnumerable<MapLayout> Grids(IReadOnlyList<Placed<Comparison>> all)
    {
        var names = MapDimension.All(all);
        var varying = names.Where(name => Varies(name, names, all)).ToList();
        var across = varying.Contains(MapDimension.Pressure) ? MapDimension.Pressure : varying.Find(name => name != MapDimension.Load) ?? MapDimension.Pressure;
        var down = varying.Contains(MapDimension.Load) ? MapDimension.Load : varying.Find(name => name != across && name != MapDimension.Load) ?? MapDimension.Load;
        string[] others = [.. names.Where(name => name != down && name != across)];
        return all.GroupBy(one => one.Where(others), StringComparer.Ordinal).Select(grid => Grid(down, across, [.. others.Where(varying.Contains)], [.. grid]));
    }

    private static MapLayout Grid(string down, string across, IReadOnlyList<string> told, IReadOnlyList<Placed<Comparison>> entries)
    {
        var (rows, columns) = (Values(down, entries), Values(across, entries));
        return new MapLayout(
            new MapAxis(down, rows),
            new MapAxis(across, columns),
            [.. told.Select(name => MapDimension.Words(name, entries[0].Value(name)))],
            [.. entries.Select(entry => new MapPlace(entry.Subject, rows.IndexOf(MapDimension.Shown(down, entry.Value(down))), columns.IndexOf(MapDimension.Shown(across, entry.Value(across)))))]);
    }

    private static List<string> Values(string name, IEnumerable<Placed<Comparison>> entries) =>
        [.. entries.Select(entry => MapDimension.Shown(name, entry.Value(name))).Distinct(StringComparer.Ordinal)];

    // An axis can be walked along: two comparisons differ in it and in nothing else.
    private static bool Varies(string name, IReadOnlyList<string> names, IEnumerable<Placed<Comparison>> all)
    {
        string[] others = [.. names.Where(other => other != name)];
        return all.GroupBy(one => one.Where(others), StringComparer.Ordinal).Any(alike => alike.DistinctBy(one => one.Value(name), StringComparer.Ordinal).Count() > 1);
    }
}

/// <summary>A comparison or a sweep, with its values by dimension.</summary>
internal sealed record Placed<T>(T Subject, IReadOnlyDictionary<string, string> Dimensions)
{
    /// <summary>Its value; empty where it has none.</summary>
    public string Value(string name) => Dimensions.GetValueOrDefault(name) ?? "";

    /// <summary>Equal for those with the same values of some dimensions.</summary>
    public string Where(IEnumerable<string> names) => string.Join('\n', names.Select(Value));
}

/// <summary>What varies along one edge of a map.</summary>
/// <param name="Name">What it is: <c>load</c>, <c>pressure</c>, <c>GC</c>, <c>runtime</c>, <c>variables</c>, <c>build</c>, or the name of a parameter with <c>parameter.</c> before it.</param>
/// <param name="Values">Its values as they are shown, in the order of the plan.</param>
public sealed record MapAxis(string Name, IReadOnlyList<string> Values)
{
    /// <summary>What stands above the values: <c>Load</c>, <c>depth</c>.</summary>
    public string Title => Name.StartsWith(MapDimension.Parameter, StringComparison.Ordinal) ? Name[MapDimension.Parameter.Length..] : string.Concat(char.ToUpperInvariant(Name[0]).ToString(), Name.AsSpan(1));

    /// <summary>How many, in words: <c>3 loads</c>, <c>4 values of depth</c>.</summary>
    public string Count => Name is MapDimension.Load or MapDimension.Pressure or MapDimension.Runtime or MapDimension.Build
        ? Figures.Plural(Values.Count, Name)
        : $"{Figures.Plural(Values.Count, Name is MapDimension.Gc or MapDimension.Variables ? "set" : "value")} of {(Name == MapDimension.Gc ? "GC settings" : Title)}";
}

/// <summary>A comparison of a map.</summary>
/// <param name="Row">Number of its row, from 0.</param>
/// <param name="Column">Number of its column, from 0.</param>
public sealed record MapPlace(Comparison Comparison, int Row, int Column);

/// <summary>What comparisons of one question may differ in, apart from what their own sides differ in.</summary>
internal static class MapDimension
{
    public const string Load = "load";
    public const string Pressure = "pressure";
    public const string Gc = "GC";
    public const string Runtime = "runtime";
    public const string Variables = "variables";
    public const string Build = "build";
    public const string Parameter = "parameter.";

    private static readonly (CellPart Part, string Name)[] Parts =
        [(CellPart.Pressure, Pressure), (CellPart.Gc, Gc), (CellPart.Runtime, Runtime), (CellPart.Variables, Variables), (CellPart.Build, Build)];

    private static readonly string[] Known = [Load, .. Parts.Select(dimension => dimension.Name)];

    /// <summary>The parts of a cell that some dimensions are about; parameters are none of them, since each has its own dimension.</summary>
    public static IEnumerable<CellPart> PartsOf(IReadOnlyCollection<string> names) => Parts.Where(dimension => names.Contains(dimension.Name)).Select(dimension => dimension.Part);

    /// <summary>The values of a comparison by dimension; what its sides differ in is in its title and has none.</summary>
    public static IReadOnlyDictionary<string, string> Of(Comparison comparison)
    {
        var (cell, differs) = (comparison.Candidate, comparison.Differences);
        var values = new Dictionary<string, string>(StringComparer.Ordinal) { [Load] = cell.Load.Slug };
        Add(CellPart.Pressure, Pressure, cell.Pressure.Name);
        Add(CellPart.Gc, Gc, cell.Gc.Name);
        Add(CellPart.Runtime, Runtime, cell.Runtime?.Name);
        Add(CellPart.Variables, Variables, cell.Variables is null ? null : cell.Words(CellPart.Variables));
        Add(CellPart.Build, Build, cell.Build?.Name);
        foreach (var (name, value) in cell.Parameters.OrderBy(entry => entry.Key, StringComparer.Ordinal)) Add(CellPart.Parameters, Parameter + name, value);
        return values;

        void Add(CellPart part, string name, string? value)
        {
            if (value is not null && !differs.Contains(part)) values[name] = value;
        }
    }

    /// <summary>The dimensions of some comparisons, in the order in which they become rows or columns.</summary>
    public static IReadOnlyList<string> All(IEnumerable<Placed<Comparison>> all) =>
        [.. Known, .. all.SelectMany(one => one.Dimensions.Keys).Except(Known, StringComparer.Ordinal)];

    /// <summary>A value beside others of the same dimension.</summary>
    public static string Shown(string name, string value) => name.StartsWith(Parameter, StringComparison.Ordinal) ? $"{name[Parameter.Length..]}={value}" : value.Length > 0 ? value : "none";

    /// <summary>A value where nothing says what it is a value of: <c>server GC</c>, <c>net9.0</c>, <c>depth=4</c>.</summary>
    public static string Words(string name, string value) => name == Gc ? $"{Shown(name, value)} GC" : Shown(name, value);
}
