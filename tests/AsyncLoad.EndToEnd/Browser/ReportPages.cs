using System.Collections.Concurrent;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Html;
using AsyncLoad.Reporting.Traces;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Reporting;
using AsyncLoad.Tests.Reporting.Traces;

namespace AsyncLoad.EndToEnd.Browser;

/// <summary>Reports made of the runs that the unit tests make by hand: nothing is measured for them.</summary>
internal static class ReportPages
{
    /// <summary>Names that try to be markup, a script, another line or another direction, and one without an end.</summary>
    public static readonly string HostileName = string.Concat(HostileRun.Pieces);

    private static readonly ConcurrentDictionary<string, string> Written = new(StringComparer.Ordinal);

    /// <summary>A page of its name, written once.</summary>
    public static string Html(string name) => Written.GetOrAdd(name, Write);

    private static string Write(string name) => name switch
    {
        "matrix" => Html(SampleMatrix.Create()),
        "sample" => Html(SampleRun.Create()),
        "unmeasured" => Html(Unmeasured(SampleRun.Create())),
        "figures" => Html(SampleFigures.Create()),
        "frontier" => Html(FrontierRun.Create()),
        "extremes" => Together([.. SampleExtremes.All.Values.Select(run => Html(run()))]),
        "hostile" => Html(HostileRun.Of(HostileName)),
        "wide" => Html(HostileRun.Of(new string('W', 10_000))),
        "trace" => Trace(SampleDigest.Create()),
        "hostile trace" => Trace(SampleDigest.Create(HostileName)),
        _ => throw new ArgumentException($"no page is named {name}", nameof(name)),
    };

    // The first of its comparisons has neither verdict nor ratio.
    private static RunAnalysis Unmeasured(RunAnalysis run) => run with
    {
        Comparisons = [run.Comparisons[0].With(VerdictMetric.Wall, new(null, "dropped: a pair failed twice")) with { Verdict = null }, .. run.Comparisons.Skip(1)],
    };

    private static string Html(RunAnalysis run)
    {
        using var writer = new StringWriter();
        HtmlPage.Write(ReportDocument.From(run).Page, writer);
        return writer.ToString();
    }

    // One page is opened in place of many. It keeps the head and the script of the first; scripts of the others would do the same again.
    private static string Together(IReadOnlyList<string> pages)
    {
        const string Start = "<body>";
        string Body(string page) => page[(page.IndexOf(Start, StringComparison.Ordinal) + Start.Length)..page.LastIndexOf("</footer>", StringComparison.Ordinal)] + "</footer>";
        var first = Body(pages[0]);
        return pages[0].Replace(first, string.Concat(pages.Select(Body)), StringComparison.Ordinal);
    }

    private static string Trace(AsyncLoad.Tracing.Digests.TraceDigest digest)
    {
        using var writer = new StringWriter();
        HtmlPage.Write(TraceDocument.From(digest).Page, writer);
        return writer.ToString();
    }
}
