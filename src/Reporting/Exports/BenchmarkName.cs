using AsyncLoad.Analysis;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Exports;

/// <summary>What BenchmarkDotNet calls a benchmark (<c>FullNameProvider</c>): the same name where it is measured as BenchmarkDotNet would; otherwise with its conditions after the parameters.</summary>
/// <param name="Space">Namespace; null for none.</param>
/// <param name="Outer">The classes around a nested one, each followed by a plus sign; empty for none.</param>
/// <param name="Type">The class, or the workload.</param>
/// <param name="Method">The method, or the variant.</param>
/// <param name="Title">What a table shows: the description, or the method.</param>
/// <param name="Arguments">Name and value of what the method is called with; empty for nothing.</param>
/// <param name="Parameters">Names and values of parameters, then of what it is measured under.</param>
internal sealed record BenchmarkName(string? Space, string Outer, string Type, string Method, string Title, IReadOnlyList<(string Name, string Value)> Arguments, IReadOnlyList<(string Name, string Value)> Parameters)
{
    private const string OwnSpace = "AsyncLoad";

    private static readonly string[] Quoted = [" ", "'", "[", "]"];

    /// <summary><c>Shop.Orders.ReadAsync(Count: 10, load: parallelFor)</c>.</summary>
    public string Full => $"{(Space is null ? "" : Space + ".")}{Distinct}";

    /// <summary>The same without the namespace.</summary>
    public string Distinct => $"{Outer}{Type}.{Method}{(Arguments.Count + Parameters.Count == 0 ? "" : $"({Joined(Arguments.Concat(Parameters), ": ", ", ")})")}";

    /// <summary>Parameters in one text, as <c>Count=10&amp;Step=1</c>. Unlike in a name, arguments come last.</summary>
    public string Values(string after) => Joined(Parameters.Concat(Arguments), "=", after);

    /// <summary>The name of one side.</summary>
    public static BenchmarkName Of(SideAnalysis side, Catalogue catalogue)
    {
        var cell = side.Cell;
        var workload = catalogue.Workload(cell.Workload);
        var variant = catalogue.Variant(cell);
        var (space, outer, type) = workload?.ClassName is { } name ? ClassNames(name) : (OwnSpace, "", cell.Workload);
        var method = variant?.Declared?.Method ?? cell.Variant;
        var parameters = cell.Parameters.ToLookup(parameter => parameter.Key == workload?.ArgumentsParameter, parameter => (parameter.Key, parameter.Value));
        // A method without arguments has none, although the cell names the arguments of other methods of its class.
        var arguments = variant?.Arguments is null ? [] : parameters[true];
        return new BenchmarkName(space, outer, type, method, TitleOf(variant?.Declared?.Description) ?? method, [.. arguments], [.. parameters[false], .. Conditions(side)]);
    }

    private static string Joined(IEnumerable<(string Name, string Value)> values, string between, string after) => string.Join(after, values.Select(value => value.Name + between + value.Value));

    // What BenchmarkDotNet has no notion of; omitted where it has its default.
    private static IEnumerable<(string, string)> Conditions(SideAnalysis side)
    {
        var cell = side.Cell;
        if (cell.Load is not LoadSettings.Sequential) yield return ("load", cell.Load.Slug);
        if (cell.Pressure.Name != PressureSettings.Calm.Name) yield return ("pressure", cell.Pressure.Name);
        if (cell.Gc.Name != GcSettings.Default.Name) yield return ("gcSettings", cell.Gc.Name);
        if (cell.Runtime is { } runtime) yield return ("runtime", runtime.Name);
        if (cell.Build is { } build) yield return ("build", build.Name);
        if (cell.Variables is not null) yield return ("environment", cell.Words(CellPart.Variables));
        if (side.Machine is { } machine) yield return ("machine", machine);
    }

    private static string? TitleOf(string? description) =>
        description is not null && Quoted.Any(description.Contains) ? $"'{description}'" : description;

    // As reflection writes it: Shop.Outer+Cache`1[System.Collections.Generic.List`1[System.Int32]].
    private static (string? Space, string Outer, string Type) ClassNames(string name)
    {
        var plain = name[..^TypeArguments(name).Length];
        var dot = plain.LastIndexOf('.');
        var nested = plain[(dot + 1)..].Split('+');
        return (dot < 0 ? null : plain[..dot], string.Concat(nested.SkipLast(1).Select(outer => outer + "+")), TypeName(name));
    }

    private static string TypeName(string name)
    {
        var arguments = TypeArguments(name);
        var plain = name[..^arguments.Length].Split('.', '+')[^1].Split('`')[0];
        return arguments.Length == 0 ? plain : $"{plain}<{string.Join(", ", Split(arguments[1..^1]).Select(TypeName))}>";
    }

    // An array has no comma and no name between its brackets.
    private static string TypeArguments(string name) => name.IndexOf('`', StringComparison.Ordinal) is >= 0 and var tick && name.IndexOf('[', tick) is >= 0 and var open ? name[open..] : "";

    private static IEnumerable<string> Split(string arguments)
    {
        var (depth, start) = (0, 0);
        for (var i = 0; i < arguments.Length; i++)
        {
            depth += arguments[i] switch { '[' => 1, ']' => -1, _ => 0 };
            if (arguments[i] != ',' || depth > 0) continue;
            yield return arguments[start..i];
            start = i + 1;
        }

        yield return arguments[start..];
    }
}
