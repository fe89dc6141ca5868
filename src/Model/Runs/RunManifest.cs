using System.Text.Json.Serialization;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Model.Runs;

/// <summary>What <c>manifest.json</c> says of a run: who measured what, where, and how it ended.</summary>
/// <param name="SchemaVersion">Version of the run folder's formats; this program reads 2.</param>
/// <param name="Tool">Version of AsyncLoad.</param>
/// <param name="Runtime">Runtime of the measured processes, such as <c>.NET 10.0.12</c>.</param>
/// <param name="Started">When the run began, UTC.</param>
/// <param name="Finished">When it ended, UTC; null while it runs or when it was killed.</param>
/// <param name="Status">How it ended.</param>
/// <param name="Machine">The machine that measured.</param>
/// <param name="Plan">What was to be measured.</param>
/// <param name="Warnings">Warnings about the environment, in words.</param>
/// <param name="Files">The evidence files with their hashes; empty until the run has ended.</param>
/// <param name="Environment">Container, virtual machine and builds that measured it; null in run folders of older versions.</param>
/// <param name="Resumed">When it was resumed, UTC; null for never.</param>
/// <param name="Reference">The files of the reference run, with their hashes, from the beginning; null, and then not in JSON, for none.</param>
/// <param name="Parts">Hashes of everything that judging uses, part by part; null, and then not in JSON, in run folders of older versions.</param>
/// <param name="Doubts">What was changed or missing before the evidence was merged or resumed, in words; later hashes do not show it. Null, and then not in JSON, for nothing.</param>
/// <param name="Joined">The run folders that were merged into this one; null, and then not in JSON, for a run that was measured in its own folder.</param>
public sealed record RunManifest(
    int SchemaVersion,
    string Tool,
    string Runtime,
    DateTimeOffset Started,
    DateTimeOffset? Finished,
    RunStatus Status,
    MachineFingerprint Machine,
    Plan Plan,
    IReadOnlyList<string> Warnings,
    IReadOnlyList<EvidenceFile> Files,
    RunEnvironment? Environment = null,
    IReadOnlyList<DateTimeOffset>? Resumed = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<EvidenceFile>? Reference = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<EvidencePart>? Parts = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Doubts = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Joined = null)
{
    /// <summary>Folder, inside a run folder, of the reference run of its gates.</summary>
    public const string ReferenceFolder = "reference";

    /// <summary>The run folder format that this program writes and reads.</summary>
    public const int CurrentSchemaVersion = 2;

    /// <summary>Most pairs of a plan over all its shards, since every machine plans the whole. At 4.5 s each they take seven weeks.</summary>
    public const long MostPlannedPairs = 1_000_000;

    /// <summary>Largest manifest that is read, in bytes: five times that of the largest plan.</summary>
    public const long MostManifestBytes = 500_000_000;

    /// <summary>Largest journal that is read, in bytes: a report holds it in memory, where it takes about as much as on disk.</summary>
    public const long MostJournalBytes = 4_000_000_000;

    /// <summary>Largest journal that is planned for, in bytes: half of what can be read, since a journal may be twice its forecast.</summary>
    public const long MostPlannedJournalBytes = MostJournalBytes / 2;
}

/// <summary>What every version of <c>manifest.json</c> has: its own version.</summary>
/// <param name="SchemaVersion">Version of the run folder's formats.</param>
/// <param name="Tool">Version of the program that wrote it; null where it does not say.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Skip)]
public sealed record SchemaOf(int SchemaVersion, string? Tool = null);

/// <summary>How far a run got.</summary>
public enum RunStatus
{
    /// <summary>Still measuring, or killed.</summary>
    Running,

    /// <summary>All that was planned was measured, or failed.</summary>
    Complete,

    /// <summary>Stopped by the user, or a requested trace could not be captured; what was measured is kept.</summary>
    Interrupted,
}

/// <summary>A file that measuring wrote.</summary>
/// <param name="Path">Path inside the run folder, with forward slashes.</param>
/// <param name="Bytes">Its length.</param>
/// <param name="Sha256">Its SHA-256, lower-case hex.</param>
public sealed record EvidenceFile(string Path, long Bytes, string Sha256);

/// <summary>A part of an evidence file.</summary>
/// <param name="File">The file, inside the run folder.</param>
/// <param name="Name">Which part: the path of a member, or a comparison by its id.</param>
/// <param name="Sha256">SHA-256 of its text, lower-case hex.</param>
public sealed record EvidencePart(string File, string Name, string Sha256);

/// <summary>Identity of a machine; times are only compared between equal ones.</summary>
/// <param name="Id">Short hash over the other members.</param>
/// <param name="OperatingSystem">Name and version.</param>
/// <param name="Architecture">Processor architecture, such as X64.</param>
/// <param name="Processor">Model name, or null where the system does not report it.</param>
/// <param name="Cores">Logical cores.</param>
/// <param name="MemoryBytes">Physical memory that processes may use, in bytes.</param>
/// <param name="CpuLimit">Cores that the control group allows, or null for no limit.</param>
public sealed record MachineFingerprint(
    string Id,
    string OperatingSystem,
    string Architecture,
    string? Processor,
    int Cores,
    long MemoryBytes,
    double? CpuLimit);

/// <summary>Container, virtual machine and builds of a run.</summary>
/// <param name="Container">The sign of a container, such as <c>/.dockerenv</c>; null for none.</param>
/// <param name="VirtualMachine">Whether the processor reports a virtual machine; null where it does not report either.</param>
/// <param name="Harness">The program itself.</param>
/// <param name="Host">The measured process, as one that was started before the run reported.</param>
/// <param name="Forced">Reasons to refuse measuring that <c>--force</c> overrode, in words; empty for none.</param>
public sealed record RunEnvironment(
    string? Container,
    bool? VirtualMachine,
    ProcessState Harness,
    ProcessState Host,
    IReadOnlyList<string> Forced);

/// <summary>What makes a process unfit to measure or to be measured.</summary>
/// <param name="Optimized">Whether its code was built with optimisation: a Release build.</param>
/// <param name="Debugged">Whether a managed debugger is attached.</param>
/// <param name="Watched">What else watches it, in words: a profiler, or events of tasks; null for nothing.</param>
public sealed record ProcessState(bool Optimized, bool Debugged, string? Watched = null);
