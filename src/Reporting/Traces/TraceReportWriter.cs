using AsyncLoad.Reporting.Html;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Reporting.Traces;

/// <summary>Writes what a trace says, in the looks of a run's report.</summary>
public static class TraceReportWriter
{
    /// <summary>Writes one self-contained page.</summary>
    public static void Html(TraceDigest digest, TextWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        HtmlPage.Write(TraceDocument.From(digest).Page, writer);
    }

    /// <summary>Writes the same words and tables in GitHub's Markdown.</summary>
    public static void Markdown(TraceDigest digest, TextWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        MarkdownPage.Write(TraceDocument.From(digest).Page, writer);
    }
}
