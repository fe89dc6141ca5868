using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting;

/// <summary>The report of a run for a pull request or a step summary.</summary>
public static class MarkdownReport
{
    /// <summary>Writes the document.</summary>
    public static void Write(ReportDocument document, TextWriter writer)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(writer);
        MarkdownPage.Write(document.Page, writer);
    }
}
