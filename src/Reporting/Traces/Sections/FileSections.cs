using AsyncLoad.Analysis;
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
    private const string NotRecordedTitle = "not recorded";

    public static ReportSection? Build(TraceDigest digest)
    {
        Notice?[] warnings =
        [
            OtherBuilds(digest),
            WithoutMetadata(digest),
            DebugBuilds(digest),
            Damage(digest.State),
            Truncated(digest.State),
            Lost(digest.State),
            digest.Process.NativeAot ? NativeAot() : Unnamed(digest.State),
            Biased(digest.Allocation),
            RuntimeAsync(digest),
            UnusedPdbs(digest),
        ];
        List<Notice> notices = [.. warnings.OfType<Notice>(), .. NotRecorded(digest.Missing)];
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
        "The trace ends before its end mark: the process died, or the recording was killed. Method names are written last and may be missing.",
        "Let the session end by itself: run dotnet-trace collect with --duration, or press Enter in its window, while the process is still running.");

    private static Notice? Lost(TraceState state) => state.EventsLost switch
    {
        0 => null,
        { } lost => new Notice(
            Mark.Of(WarningSeverity.Warning),
            "events lost",
            $"The runtime dropped {Figures.Plural(lost, "event")}, because they came faster than they could be written. Sums are too small by an unknown amount, and intervals do not hold.",
            "Record again with a larger buffer (dotnet-trace collect --buffersize 1024), with fewer providers, or to a faster disk."),
        null => new Notice(
            Mark.Of(WarningSeverity.Warning),
            "loss unknown",
            "The trace's count of lost events is not valid, which damaged files show. Sums may be too small.",
            "Record again."),
    };

    private static Notice NativeAot() => new(
        Mark.Of(WarningSeverity.Warning),
        "no names",
        "This is a NativeAOT program, whose trace names neither types nor methods. Bytes and their intervals hold. There are no figures by type and method, and no advice.",
        "Record a build that is compiled at run time: the same program published without PublishAot, or started with dotnet run -c Release.");

    private static Notice? Unnamed(TraceState state) => !state.LacksNames || state.UnnamedFrames is not { } share ? null : new(
        Mark.Of(WarningSeverity.Warning),
        "frames without names",
        $"{Figures.Percent(share)} of the frames of allocation stacks have no method name. Their bytes are counted, but not assigned to a method.",
        "Let the session end by itself, and do not switch the rundown off: the rundown holds the names.");

    private static Notice? Biased(AllocationDigest? allocation) => allocation?.Source != AllocationSource.Tick ? null : new(
        Mark.Of(WarningSeverity.Warning),
        "AllocationTick: biased",
        "Bytes come from AllocationTick: one event for about every 100 kB, which names the last object. Large objects and objects at regular distances are over-represented. " +
        "Intervals assume random sampling and may be wrong.",
        "On .NET 10 and later record randomised samples instead: dotnet-trace collect --providers Microsoft-Windows-DotNETRuntime:0x80000000001:4.");

    private static Notice? OtherBuilds(TraceDigest digest) => OfAssemblies(
        digest.Advice?.OtherBuilds,
        "assemblies changed",
        "These assemblies are not the build that was traced: the identities of their PDBs differ. They were not read, so advice on their methods covers both Task and ValueTask, and may name a caller instead of the method that it calls.",
        "Name the folder that holds the build that was traced with --assembly DIR, or record again.");

    // Remedies depend on the return type.
    private static Notice? WithoutMetadata(TraceDigest digest) => OfAssemblies(
        digest.Advice?.WithoutMetadata,
        "assemblies not found",
        "These assemblies were not found, so it is not known whether their methods return Task or ValueTask. Advice on them covers both.",
        "Name the folder that holds them with --assembly DIR.");

    private static Notice? DebugBuilds(TraceDigest digest) => OfAssemblies(
        digest.Advice?.DebugBuilds,
        "Debug builds",
        "These assemblies are Debug builds: each call of an async method allocates its state machine too, which a Release build does not. Their bytes are not those of the program that you deploy.",
        "Build with -c Release, and record again.");

    private static Notice? OfAssemblies(IReadOnlyList<string>? assemblies, string title, string message, string remedy) =>
        assemblies is { Count: > 0 } ? new(Mark.Of(WarningSeverity.Warning), title, message, remedy, [.. assemblies.Select(VisibleText.Name)]) : null;

    private static Notice? RuntimeAsync(TraceDigest digest) => digest.Advice is null || !(digest.Process.Major >= FirstWithRuntimeAsync) ? null : new(
        Mark.Of(WarningSeverity.Note),
        "runtime async",
        "The framework of this runtime is compiled with runtime async. Its methods allocate continuations while they wait, and no change in your code removes these. " +
        "Advice on boxes and the pooling builder applies to methods that were compiled without runtime async; advice on other methods says so. A ValueTask for a result that is already there saves its Task in both.",
        null);

    private static Notice? UnusedPdbs(TraceDigest digest) => digest.Advice?.UnusedPdbs is not { Count: > 0 } files ? null : new(
        Mark.Of(WarningSeverity.Note),
        "PDBs not used",
        "These PDBs belong to another build than the assemblies beside them, or cannot be read. Advice on these assemblies names no file and line.",
        "Put the PDBs of the same build beside the assemblies.",
        [.. files.Select(VisibleText.Name)]);

    // Several are one notice: most traces lack some, and the answer comes after them.
    private static IEnumerable<Notice> NotRecorded(IReadOnlyList<string> missing) => missing.Count < 2
        ? missing.Select(sentence => new Notice(Mark.Of(WarningSeverity.Note), NotRecordedTitle, VisibleText.Sentence(sentence), null))
        : [new Notice(Mark.Of(WarningSeverity.Note), NotRecordedTitle, $"{Figures.Count(missing.Count)} things that a page can show are not in this trace.", null, [.. missing.Select(VisibleText.Sentence)])];
}

/// <summary>The file, and the process that was traced.</summary>
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
        yield return new Fact("Events lost", state.EventsLost is { } lost ? Figures.Count(lost) : "n/a (the count is not valid)");
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
