using AsyncLoad.Analysis;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis.Crossovers;

namespace AsyncLoad.Tests.Reporting;

/// <summary>A run along shares, under several loads and pressures, in which every answer that a search may come to is there.</summary>
internal static class FrontierRun
{
    public static readonly LoadSettings Loop = new LoadSettings.ClosedLoop(1);
    public static readonly LoadSettings Wave = new LoadSettings.Wave(64);

    /// <summary>A sweep over a probability.</summary>
    public static Sweep Sweep(LoadSettings load, PressureSettings pressure, string result, GcSettings? gc = null, string experiment = "frontier")
    {
        var sweep = SweptRun.Probability($"{experiment}/{load.Slug}/{pressure.Name}/{gc?.Name}/{result}", 0, 0.25, 0.5, 0.75, 1);
        return sweep with { Template = sweep.Template with { Experiment = experiment, Baseline = Of(sweep.Template.Baseline), Candidate = Of(sweep.Template.Candidate) } };

        Cell Of(Cell cell) => cell with
        {
            Load = load,
            Pressure = pressure,
            Gc = gc ?? cell.Gc,
            Parameters = new Dictionary<string, string>(StringComparer.Ordinal) { ["probability"] = "0", ["result"] = result },
        };
    }

    public static PressureSettings OldHeap(int megabytes) =>
        PressureSettings.OldHeap with { Name = FormattableString.Invariant($"old-heap-{megabytes}MB"), LiveSet = ByteSize.FromMegabytes(megabytes) };

    public static RunAnalysis Create()
    {
        var measured = new List<(Sweep Sweep, Func<double, double> Ratio)>();
        foreach (var (index, pressure) in new[] { PressureSettings.Calm, OldHeap(100), OldHeap(400), PressureSettings.Churn }.Index())
        {
            measured.Add((Sweep(Loop, pressure, "decimal"), Falling(0.7 - (0.12 * index))));
            measured.Add((Sweep(Wave, pressure, "decimal"), Falling(0.5 - (0.08 * index))));
        }

        measured.Add((Sweep(Loop, PressureSettings.Calm, "bool"), _ => 1.2));
        measured.Add((Sweep(Loop, OldHeap(100), "bool"), _ => 1));
        measured.Add((Sweep(Loop, OldHeap(400), "bool"), step => Math.Exp(Math.Cos(step * Math.Tau) / 5)));
        measured.Add((Sweep(Loop, PressureSettings.Churn, "bool"), step => 1.04 - (0.042 * step)));
        measured.Add((Sweep(Loop, PressureSettings.Calm, "string"), Falling(0.4)));
        measured.Add((Sweep(Loop, OldHeap(400), "string"), _ => 0.5));
        List<JournalEntry.Pair> pairs = [.. measured.SelectMany(one => SweptRun.Pairs(one.Sweep, one.Ratio))];
        return SweptRun.Analyze(SweptRun.PlanOf([.. measured.Select(one => one.Sweep)]), [.. pairs]);
    }

    // Above 1 below the crossing, and below 1 above it.
    private static Func<double, double> Falling(double crossing) => step => Math.Exp((crossing - step) / 2);
}
