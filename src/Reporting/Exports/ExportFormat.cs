using AsyncLoad.Analysis;

namespace AsyncLoad.Reporting.Exports;

/// <summary>Formats of other programs that the figures of a run can be written in.</summary>
public enum ExportFormat
{
    /// <summary>What BenchmarkDotNet's full JSON exporter writes.</summary>
    BenchmarkDotNet,

    /// <summary>OpenMetrics text.</summary>
    OpenMetrics,
}

/// <summary>The file of each format.</summary>
public static class ExportFile
{
    /// <summary>Its name. BenchmarkDotNet's ResultsComparer looks for <c>*full.json</c>.</summary>
    public static string Name(ExportFormat format) => format == ExportFormat.BenchmarkDotNet ? "benchmarkdotnet-report-full.json" : "openmetrics.txt";

    /// <summary>What the file lacks of the run and why; null where it lacks nothing.</summary>
    public static string? Gap(ExportFormat format, RunAnalysis run) => format == ExportFormat.BenchmarkDotNet ? BenchmarkDotNetJson.Gap(run) : null;

    public static void Write(ExportFormat format, RunAnalysis run, TextWriter writer)
    {
        if (format == ExportFormat.BenchmarkDotNet) BenchmarkDotNetJson.Write(run, writer);
        else OpenMetricsText.Write(run, writer);
    }
}
