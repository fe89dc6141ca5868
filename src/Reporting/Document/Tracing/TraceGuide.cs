namespace AsyncLoad.Reporting.Document.Tracing;

/// <summary>How to open a trace with other tools.</summary>
internal static class TraceGuide
{
    private const string PerfView =
        "Open the .nettrace file. GCStats lists every collection with its pause. Any Stacks, filtered to AllocationSampled, shows which stacks allocate which types.";

    private static readonly Fact VisualStudio = new("Visual Studio", "Open the .nettrace file: GC events and allocations.");

    private static readonly Fact DotnetTrace = new(
        "dotnet-trace",
        "dotnet-trace convert <file> --format Speedscope and dotnet-trace report <file> topN read only processor samples, which a trace holds if they were recorded.");

    public static ReportBlock.Guide OfRun { get; } = new(
        "How to open a trace",
        new("PerfView", $"{PerfView} Events shows the rest; the AsyncLoad-Phases events mark the measured window."),
        VisualStudio,
        DotnetTrace);

    /// <summary>For a trace of any process.</summary>
    public static ReportBlock.Guide OfAny { get; } = new("How to look further", new("PerfView", PerfView), VisualStudio, DotnetTrace);
}
