using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting.Exports;

/// <summary>A label of OpenMetrics text.</summary>
/// <param name="Name">Its name, written by the program.</param>
/// <param name="Value">Text from outside; null or empty where there is none.</param>
internal readonly record struct OpenMetricsLabel(string Name, string? Value)
{
    /// <summary>The label as it is written: <c>workload="call-chain"</c>.</summary>
    public string Written => $"{Name}=\"{Escape(Value ?? "")}\"";

    /// <summary>Text as label values and help have it: control and bidirectional characters become visible escapes, then backslashes, quotes and line feeds are escaped.</summary>
    public static string Escape(string text) => VisibleText.Escape(text)
        .Replace("\\", @"\\", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal)
        .Replace("\n", @"\n", StringComparison.Ordinal);
}
