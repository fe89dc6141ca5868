using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting.Traces.Sections;

/// <summary>Words that sections about traces share.</summary>
internal static class TraceWords
{
    /// <summary>What stands for a figure that the trace does not hold.</summary>
    public const string Untold = Figures.NotAvailable + " (the trace does not tell)";
}
