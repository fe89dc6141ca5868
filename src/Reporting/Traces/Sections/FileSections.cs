using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Reporting.Traces.Sections;

/// <summary>What limits the trust in the figures, and what the trace does not hold: first, since it decides how to read the rest.</summary>
internal static class TraceWarnings
{
    public const string Id = "warnings";

    private const int FirstWithRuntimeAsync = 11;

    public static ReportSection? Build(TraceDigest digest)
    {
        Notice?[] warnings =
        [
            OtherBuilds(digest),
            WithoutMetadata(digest),
            Damage(digest.State),
            Truncated(digest.State),
            Lost(digest.State),
            digest.Process.NativeAot ? NativeAot() : Unnamed(digest.State),
            Biased(digest.Allocation),
            RuntimeAsync(digest),
            UnusedPdbs(digest),
        ];
        List<Notice> notices = [.. warnings.OfType<Notice>(), .. digest.Missing.Select(NotRecorded)];
        return notices.Count == 0 ? null : new ReportSection(
            Id,
            "Before you rely on it",
            "What limits the trust in these figures, what the trace does not hold, and how to record it.",
            new ReportBlock.Notices(notices));
    }

    private static Notice? Damage(TraceState state) => state.Damage is not { } damage ? null : new(
        Mark.Of(WarningSeverity.Invalid),
        "damaged",
        $"Not everything could be read: {VisibleText.Sentence(damage)}. Figures cover what came before.",
        "Copy the file again, or record again.");

    private static Notice? Truncated(TraceState state) => !state.Truncated ? null : new(
        Mark.Of(WarningSeverity.Warning),
        "truncated",
        "The trace ends before its end mark: the process died, or the recording was killed. Names of methods, which stand at the end, may be missing.",
        "Let the session end by itself: dotnet-trace collect with --duration, or Enter in its window, and a process that outlives it.");

    private static Notice? Lost(TraceState state) => state.EventsLost switch
    {
        0 => null,
        { } lost => new Notice(
            Mark.Of(WarningSeverity.Warning),
            "events lost",
            $"The runtime dropped {Figures.Plural(lost, "event")}, since they came faster than they were written. Sums are too small by an unknown amount, and intervals do not hold.",
            "Record again with a larger buffer (dotnet-trace collect --buffersize 1024), with fewer providers, or to a faster disk."),
        null => new Notice(
            Mark.Of(WarningSeverity.Warning),
            "loss unknown",
            "The trace's own count of lost events makes no sense, as in damaged files. Sums may be too small.",
            "Record again."),
    };

    private static Notice NativeAot() => new(
        Mark.Of(WarningSeverity.Warning),
        "no names",
        "This is a NativeAOT program: it tells neither the types of its objects nor the names of its methods. Bytes and their intervals hold, but nothing can be said of types, methods and async code.",
        "Record a build that is compiled at run time: the same program published without PublishAot, or started with dotnet run -c Release.");

    private static Notice? Unnamed(TraceState state) => !state.LacksNames || state.UnnamedFrames is not { } share ? null : new(
        Mark.Of(WarningSeverity.Warning),
        "frames without names",
        $"{Figures.Percent(share)} of the frames of allocation stacks have no method name. Their bytes count, but nothing can be said of their methods.",
        "Let the session write its rundown: end it by itself, and do not switch the rundown off.");

    private static Notice? Biased(AllocationDigest? allocation) => allocation?.Source != AllocationSource.Tick ? null : new(
        Mark.Of(WarningSeverity.Warning),
        "AllocationTick: biased",
        "Bytes come from AllocationTick, one event in about 100 kB that names whichever object came last. It prefers large objects and whatever is allocated at regular distances; " +
        "intervals are as if objects had been drawn at random, and may miss.",
        "On .NET 10 and later record randomised samples instead: dotnet-trace collect --providers Microsoft-Windows-DotNETRuntime:0x80000000001:4.");

    private static Notice? OtherBuilds(TraceDigest digest) => digest.Advice?.OtherBuilds is not { Count: > 0 } assemblies ? null : new(
        Mark.Of(WarningSeverity.Warning),
        "assemblies changed",
        "These assemblies were built again since: the trace names another build by the identity of its PDB. Nothing was read from them, so advice on their methods names both Task and ValueTask, and may name a caller for what it calls.",
        "Name the folder that holds the build that was traced with --assembly DIR, or record again.",
        [.. assemblies.Select(VisibleText.Name)]);

    // It limits every remedy.
    private static Notice? WithoutMetadata(TraceDigest digest) => digest.Advice?.WithoutMetadata is not { Count: > 0 } assemblies ? null : new(
        Mark.Of(WarningSeverity.Warning),
        "assemblies not found",
        "Whether methods of these assemblies return Task or ValueTask could not be looked up, so advice on them names both possibilities.",
        "Name the folder that holds them with --assembly DIR.",
        [.. assemblies.Select(VisibleText.Name)]);

    private static Notice? RuntimeAsync(TraceDigest digest) => digest.Advice is null || !(digest.Process.Major >= FirstWithRuntimeAsync) ? null : new(
        Mark.Of(WarningSeverity.Note),
        "runtime async",
        "This runtime's framework is compiled with runtime async: what its methods allocate while they wait are continuations, which no change of yours removes. " +
        "Advice on boxes and the pooling builder holds for methods of yours that were compiled without it; of the others the advice says so. A ValueTask for a result that is there saves its Task in both.",
        null);

    private static Notice? UnusedPdbs(TraceDigest digest) => digest.Advice?.UnusedPdbs is not { Count: > 0 } files ? null : new(
        Mark.Of(WarningSeverity.Note),
        "PDBs not used",
        "These PDBs are of another build than the assemblies beside them, or cannot be read: advice on these assemblies names no file and line.",
        "Put the PDBs of the same build beside the assemblies.",
        [.. files.Select(VisibleText.Name)]);

    private static Notice NotRecorded(string sentence) => new(Mark.Of(WarningSeverity.Note), "not recorded", VisibleText.Sentence(sentence), null);
}

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
        yield return new Fact("Command line", process.CommandLine is { } line ? VisibleText.Sentence(line) : TraceDocument.Untold);
        yield return new Fact("Runtime", process.Runtime is { } runtime ? $".NET {VisibleText.Name(runtime)}" : process.NativeAot ? "NativeAOT" : TraceDocument.Untold);
        yield return new Fact("Processors", process.Processors is { } processors ? Figures.Count(processors) : TraceDocument.Untold);
        yield return new Fact("Recorded", process.StartedUtc is { } moment ? Figures.Moment(moment) : TraceDocument.Untold);
        yield return new Fact("Duration", Figures.Time(process.DurationMs * 1e6));
    }
}
