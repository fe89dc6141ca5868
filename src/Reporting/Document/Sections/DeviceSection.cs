using AsyncLoad.Analysis;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>How closely the simulated device delivered the latency it was asked for: one row for each cell that used it.</summary>
internal static class DeviceSection
{
    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        var cells = rows.Zip(run.Comparisons, Cells).SelectMany(row => row).ToList();
        return cells.Count == 0 ? null : new ReportSection(
            "device",
            "Simulated device",
            "The latency that the device was asked for, waiting for a server included, beside the latency until it handed an access over. " +
            "A median that is off by more than 10 % and 20 µs marks the cell, since its time then includes an error of the device. The p99 is shown but not judged.",
            new ReportBlock.Table(
                "Latency asked and delivered, over the measured slices",
                [
                    new("Cell", Numeric: false), new("Median", Numeric: false), new("Asked p50"), new("Delivered p50"),
                    new("Asked p99"), new("Delivered p99"), new("Accesses"),
                ],
                new ReportGroup(null, cells)));
    }

    private static IEnumerable<IReadOnlyList<ReportCell>> Cells(ComparisonRow row, ComparisonAnalysis analysis)
    {
        foreach (var side in analysis.Sides.Each())
        {
            if (side.Device is { } device) yield return Cells(row.NameOf(side.Side), row.Told, device);
        }
    }

    private static IReadOnlyList<ReportCell> Cells(string name, string conditions, DeviceReport device) =>
    [
        new(name, conditions),
        ReportCell.Judged(device.IsMedianKept ? new Mark(Tone.Good, "✓", "kept") : new Mark(Tone.Open, "!", "off")),
        new(Figures.Time(device.AskedP50.Value)),
        new(Figures.Time(device.DeliveredP50.Value)),
        new(Figures.Time(device.AskedP99.Value)),
        new(Figures.Time(device.DeliveredP99.Value)),
        new(Figures.Count(device.Accesses)),
    ];
}
