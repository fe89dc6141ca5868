using AsyncLoad.Analysis;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document;

/// <summary>What names a row of figures of one side. Not yet safe to show.</summary>
/// <param name="Parameters"><c>deep=true, result=string</c>, by name.</param>
internal sealed record FigureRow(string Variant, string Parameters)
{
    public ReportCell Heading => new(VisibleText.Name(Variant), Parameters.Length == 0 ? null : VisibleText.Sentence(Parameters));

    public static FigureRow Of(Cell cell) => Of(cell.Variant, cell.Parameters);

    public static FigureRow Of(string variant, IReadOnlyDictionary<string, string> parameters) => new(
        variant,
        string.Join(", ", parameters.OrderBy(entry => entry.Key, StringComparer.Ordinal).Select(entry => $"{entry.Key}={entry.Value}")));

    /// <summary>Whether a cell ran as the published texts measured: nothing else on the heap, the platform's own GC settings.</summary>
    public static bool IsUndisturbed(Cell cell) =>
        cell.Pressure with { Name = PressureSettings.Calm.Name } == PressureSettings.Calm
        && cell.Gc with { Name = GcSettings.Default.Name } == GcSettings.Default;

    /// <summary>The load, and what is not the default of pressure, GC settings, runtime, build, variables and machine: <c>parallelFor, old-heap, server GC, net9.0</c>.</summary>
    public static string Condition(SideAnalysis side) => Under(side);

    /// <summary>The same without the runtime.</summary>
    public static string Surroundings(SideAnalysis side) => Under(side, CellPart.Runtime);

    private static string Under(SideAnalysis side, params IReadOnlyCollection<CellPart> except)
    {
        var cell = side.Cell;
        var parts = new List<string> { cell.Load.Slug };
        if (cell.Pressure.Name != PressureSettings.Calm.Name) parts.Add(cell.Pressure.Name);
        parts.AddRange(RunNames.Settings(cell, except));
        if (side.Machine is { } machine) parts.Add($"machine {machine}");
        return string.Join(", ", parts.Select(VisibleText.Name));
    }
}
