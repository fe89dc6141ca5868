using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Traces.Sections;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Reporting.Traces;

/// <summary>A trace in words: every figure already has its digits and its unit, and every name is safe to show. Writers decide where the words go and nothing else.</summary>
/// <param name="Headline">What it says, in a sentence: what could be saved, or that nothing could.</param>
/// <param name="Lead">A second sentence: all remedies together, or the pauses; null when the headline says it all.</param>
/// <param name="Sections">Everything else, warnings first.</param>
public sealed record TraceDocument(string Title, string Subtitle, string Headline, string? Lead, ReportTiles Tiles, IReadOnlyList<ReportSection> Sections)
{
    /// <summary>What stands for a figure that the trace does not hold.</summary>
    internal const string Untold = Figures.NotAvailable + " (not in the trace)";

    /// <summary>What limits the trust in it, and what the trace does not hold.</summary>
    public IReadOnlyList<Notice> Warnings =>
        [.. Sections.Where(section => section.Id == TraceWarnings.Id).SelectMany(section => section.Blocks).OfType<ReportBlock.Notices>().SelectMany(notices => notices.Items)];

    /// <summary>The same, as writers of pages take it.</summary>
    public ReportPage Page => new(
        Title,
        Headline,
        Lead,
        Subtitle,
        Tiles,
        Sections,
        "Brackets hold 95 % intervals. 1 MB = 1,000,000 bytes. asyncload analyze --format json prints these figures without rounding.",
        "asyncload analyze writes it as HTML");

    /// <summary>Puts a trace into words.</summary>
    public static TraceDocument From(TraceDigest digest)
    {
        ReportSection?[] sections =
        [
            TraceWarnings.Build(digest),
            AdviceSection.Build(digest.Advice),
            GcSection.Build(digest),
            TypeSection.Build(digest.Allocation),
            StackSection.Build(digest.Allocation),
            ThreadSection.Build(digest),
            ExceptionSection.Build(digest),
            CpuSection.Build(digest.Cpu),
            FileSection.Build(digest),
        ];
        return new TraceDocument(FileName(digest.File), Circumstances(digest), TraceHeadline.Of(digest), TraceHeadline.Lead(digest), TraceTiles.Of(digest), [.. sections.OfType<ReportSection>().Select(Narrowing)]);
    }

    /// <summary>How the process collected garbage: <c>server GC</c>.</summary>
    public static string GcMode(TracedProcess process) => GcKind(process) is { } kind ? $"{kind} GC" : "GC mode unknown";

    /// <summary><c>server</c> or <c>workstation</c>; null when the trace does not state it.</summary>
    internal static string? GcKind(TracedProcess process) => process.ServerGc switch { true => "server", false => "workstation", null => null };

    /// <summary>Whether it collected in the background; null when the trace does not state it.</summary>
    public static string? BackgroundCollections(TracedProcess process) =>
        process.ConcurrentGc switch { true => "background collections on", false => "background collections off", null => null };

    // These tables are too wide for a narrow window.
    private static ReportSection Narrowing(ReportSection section) =>
        section with { Blocks = [.. section.Blocks.Select(block => block is ReportBlock.Table table ? table with { IsStacked = true } : block)] };

    private static string FileName(string path) => VisibleText.Name(path.Split('/', '\\')[^1]);

    private static string Circumstances(TraceDigest digest)
    {
        var process = digest.Process;
        string?[] parts =
        [
            process.StartedUtc is { } moment ? Figures.Moment(moment) : null,
            Figures.Time(process.DurationMs * 1e6),
            process.Runtime is { } runtime ? $".NET {VisibleText.Name(runtime)}" : null,
            GcMode(process),
            process.Processors is { } processors ? Figures.Plural(processors, "processor") : null,
        ];
        return string.Join(" · ", parts.OfType<string>());
    }
}
