using System.Globalization;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.Sweeps;

/// <summary>The axes there are: settings by the paths that <c>--set</c> takes, and the parameters of a workload that are numbers.</summary>
internal static class SweepAxes
{
    private const double Megabyte = 1 << 20;

    // Fine enough for any answer, and coarse enough that steps have short names.
    private const double StepsOfRange = 1_000;

    private static readonly SweepAxis[] Settings =
    [
        Load("degree", 1_024, (load, step) => load switch
        {
            LoadSettings.ParallelFor parallel => parallel with { Degree = step },
            LoadSettings.ParallelForAsync parallel => parallel with { Degree = step },
            _ => null,
        }),
        Load("workers", 100_000, (load, step) => load is LoadSettings.ClosedLoop loop ? loop with { Workers = step } : null),
        Load("size", 100_000, (load, step) => load is LoadSettings.Wave wave ? wave with { Size = step } : null),
        Load("rate", 1_000_000, (load, step) => load is LoadSettings.OpenLoop { Steps: null } open ? open with { Rate = step } : null),
        Size("liveSet", default, SizeLimits.Heap, LiveSet),
        Number("oldToYoungWritesPerMs", 100_000, (pressure, step) => pressure with { OldToYoungWritesPerMs = step }),
        Size("allocatePerSecond", default, SizeLimits.Heap, (pressure, step) => pressure with { AllocatePerSecond = step }),
        Number("survivePercent", 100, (pressure, step) => pressure with { SurvivePercent = step }),
        Number("lohPerMille", 1_000, (pressure, step) => pressure with { LohPerMille = step }),
        Number("pinnedPercent", 100, (pressure, step) => pressure with { PinnedPercent = step }),
        Number("finalizablePercent", 100, (pressure, step) => pressure with { FinalizablePercent = step }),
        Size("gen0Size", SizeLimits.Gen0Least, SizeLimits.Gen0Most, (pressure, step) => pressure with { Gen0Size = step }),
        new("gc.gen0Size", AxisUnit.Bytes, SizeLimits.Gen0Least.Bytes, SizeLimits.Gen0Most.Bytes, Gen0) { Step = Megabyte / 4 },
    ];

    /// <summary>Paths of all axes of a workload, for messages.</summary>
    public static IReadOnlyList<string> Paths(WorkloadDescription? workload) =>
        [.. Settings.Select(axis => axis.Path), .. Numbers(workload).Select(parameter => CrossoverSettings.ParameterPrefix + parameter.Name)];

    /// <summary>The axis of a path; null when there is none.</summary>
    public static SweepAxis? Of(string path, WorkloadDescription? workload) =>
        Settings.FirstOrDefault(axis => axis.Path == path)
        ?? Numbers(workload).Where(parameter => CrossoverSettings.ParameterPrefix + parameter.Name == path).Select(Parameter).FirstOrDefault();

    /// <summary>The same for a sweep that was planned already: its grid says which steps there are.</summary>
    public static SweepAxis Of(Sweep sweep) =>
        Settings.FirstOrDefault(axis => axis.Path == sweep.Axis) ?? Parameter(sweep.Axis[CrossoverSettings.ParameterPrefix.Length..], (sweep.Grid.From, sweep.Grid.To));

    private static IEnumerable<ParameterDescription> Numbers(WorkloadDescription? workload) => (workload?.Parameters ?? []).Where(parameter =>
        parameter.Range is not null || (parameter.Values.Count > 1 && parameter.Values.All(value => Number(value) is not null)));

    private static SweepAxis Parameter(ParameterDescription parameter)
    {
        if (parameter.Range is { } range)
            return Parameter(parameter.Name, (range.Min, range.Max)) with { Step = range.Step ?? ((range.Max - range.Min) / StepsOfRange) };
        double[] values = [.. parameter.Values.Select(value => Number(value)!.Value).Order()];
        return Parameter(parameter.Name, (values[0], values[^1])) with { Only = values };
    }

    private static SweepAxis Parameter(string name, (double Least, double Most) range) => new(
        CrossoverSettings.ParameterPrefix + name,
        AxisUnit.Number,
        range.Least,
        range.Most,
        (cell, step) => !cell.Parameters.ContainsKey(name) ? null : cell with
        {
            Parameters = new Dictionary<string, string>(cell.Parameters, StringComparer.Ordinal) { [name] = SweepAxis.Text(AxisUnit.Number, step) },
        });

    private static SweepAxis Load(string member, double most, Func<LoadSettings, int, LoadSettings?> change) => new(
        $"load.{member}",
        AxisUnit.Number,
        1,
        most,
        (cell, step) => change(cell.Load, (int)step) is { } load ? cell with { Load = load } : null);

    private static SweepAxis Number(string member, double most, Func<PressureSettings, int, PressureSettings> change) => Pressure(
        new SweepAxis($"pressure.{member}", AxisUnit.Number, 0, most, static (_, _) => null),
        member,
        (pressure, step) => change(pressure, (int)step));

    private static SweepAxis Size(string member, ByteSize least, ByteSize most, Func<PressureSettings, ByteSize, PressureSettings> change) => Pressure(
        new SweepAxis($"pressure.{member}", AxisUnit.Bytes, least.Bytes, most.Bytes, static (_, _) => null) { Step = least.Bytes > 0 ? Megabyte / 4 : Megabyte },
        member,
        (pressure, step) => change(pressure, new ByteSize((long)step)));

    // Calm entries stay calm, as they do under --set.
    private static SweepAxis Pressure(SweepAxis axis, string member, Func<PressureSettings, double, PressureSettings> change) => axis with
    {
        Change = (cell, step) => cell.Pressure == PressureSettings.Calm ? null : cell with
        {
            Pressure = change(cell.Pressure, step) with { Name = $"{cell.Pressure.Name}-{member}-{axis.Text(step)}" },
        },
    };

    // Without a live set there is nothing to write into.
    private static PressureSettings LiveSet(PressureSettings pressure, ByteSize size) =>
        pressure with { LiveSet = size, OldToYoungWritesPerMs = size.Bytes == 0 ? 0 : pressure.OldToYoungWritesPerMs };

    private static Cell Gen0(Cell cell, double step)
    {
        var size = new ByteSize((long)step);
        return cell with { Gc = cell.Gc with { Name = $"{cell.Gc.Name}-gen0Size-{size}", Gen0Size = size } };
    }

    private static double? Number(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint | NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : null;
}

/// <summary>A numeric setting that comparisons can be measured along.</summary>
/// <param name="Unit">What its steps count.</param>
/// <param name="Least">Smallest step that makes sense.</param>
/// <param name="Most">Largest step that makes sense.</param>
/// <param name="Change">A cell at a step, named after it; null for a cell that has no such setting.</param>
internal sealed record SweepAxis(string Path, AxisUnit Unit, double Least, double Most, Func<Cell, double, Cell?> Change)
{
    /// <summary>Distance between neighbouring steps; null for any number.</summary>
    public double? Step { get; init; } = 1;

    /// <summary>The steps there are; null for all between the ends.</summary>
    public IReadOnlyList<double>? Only { get; init; }

    /// <summary>Whether a cell has the setting.</summary>
    public bool IsOf(Cell cell) => Change(cell, Least) is not null;

    /// <summary>A step as profiles write it: <c>200MB</c>, <c>0.259</c>.</summary>
    public string Text(double step) => Text(Unit, step);

    /// <summary>A step in a unit, as profiles write it.</summary>
    public static string Text(AxisUnit unit, double step) => unit == AxisUnit.Bytes
        ? new Model.Units.ByteSize((long)step).ToString()
        : step.ToString("0.######", CultureInfo.InvariantCulture);
}
