using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Reporting.Traces.Sections;

/// <summary>The file, and the process that it is of.</summary>
internal static class FileSection
{
    public static ReportSection Build(TraceDigest digest) => new(
        "trace",
        "This trace",
        null,
        new ReportBlock.Facts([.. File(digest), .. Process(digest.Process)]),
        TraceGuide.OfAny);

    private static IEnumerable<Fact> File(TraceDigest digest)
    {
        var state = digest.State;
        yield return new Fact("File", VisibleText.Sentence(digest.File));
        yield return new Fact("Size", Figures.Size(digest.FileBytes));
        yield return new Fact("Format", VisibleText.Sentence($"{digest.Format}, read by {digest.Reader}"));
        yield return new Fact("State", state switch { { Damage: not null } => "damaged", { Truncated: true } => "truncated", _ => "whole" });
        yield return new Fact("Events", Figures.Count(state.Events));
        yield return new Fact("Events lost", state.EventsLost is { } lost ? Figures.Count(lost) : "n/a (the count makes no sense)");
        if (state.UnnamedFrames is { } unnamed) yield return new Fact("Frames without names", Figures.Percent(unnamed));
    }

    private static IEnumerable<Fact> Process(TracedProcess process)
    {
        yield return new Fact("Process id", Figures.Exact(process.ProcessId));
        yield return new Fact("Command line", process.CommandLine is { } line ? VisibleText.Sentence(line) : TraceWords.Untold);
        yield return new Fact("Runtime", process.Runtime is { } runtime ? $".NET {VisibleText.Name(runtime)}" : TraceWords.Untold);
        yield return new Fact("Processors", Figures.Count(process.Processors));
        yield return new Fact("Recorded", process.StartedUtc is { } moment ? Figures.Moment(moment) : TraceWords.Untold);
        yield return new Fact("Duration", Figures.Time(process.DurationMs * 1e6));
    }
}
