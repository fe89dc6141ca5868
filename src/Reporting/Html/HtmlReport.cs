using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting.Html;

/// <summary>The report of a run as one self-contained page.</summary>
public static class HtmlReport
{
    /// <summary>Writes the document.</summary>
    public static void Write(ReportDocument document, TextWriter writer)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(writer);
        HtmlPage.Write(document.Page, writer);
    }
}
