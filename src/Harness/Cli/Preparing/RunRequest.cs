using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Harness.Planning.SelfChecks;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting.Exports;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>What a command line asks to have planned or measured.</summary>
/// <param name="Subject">A profile, or a question without one.</param>
/// <param name="Overrides">Settings that replace the profile's.</param>
/// <param name="Options">What else changes the plan.</param>
/// <param name="Output">The run folder; null for the default place.</param>
/// <param name="Style">How results are shown.</param>
/// <param name="Forced">Whether to measure even if the environment is refused.</param>
/// <param name="TimeBudget">No pair begins after this time; null for no limit.</param>
/// <param name="Against">The folder of the reference run; null for none.</param>
/// <param name="Plugins">Plug-ins to measure; null for none.</param>
/// <param name="DotnetRoot">A folder with runtimes that are used before the installed ones; null for none.</param>
/// <param name="Exports">Further formats to write results in; null for none.</param>
/// <param name="Jobs">How many pairs go side by side; null for one after the other.</param>
/// <param name="Gates">Gates in addition to those of the profile; null for none.</param>
/// <param name="Store">The store that the results are added to; null for none.</param>
internal sealed record RunRequest(
    RunSubject Subject,
    IReadOnlyList<Override> Overrides,
    PlanOptions Options,
    string? Output,
    OutputStyle Style,
    bool Forced = false,
    Duration? TimeBudget = null,
    string? Against = null,
    PluginRequest? Plugins = null,
    string? DotnetRoot = null,
    IReadOnlyList<ExportFormat>? Exports = null,
    Jobs? Jobs = null,
    IReadOnlyList<GateSettings>? Gates = null,
    string? Store = null)
{
    /// <summary>Whether a map is asked for.</summary>
    public bool IsMap => Subject is RunSubject.Pair { Asked.Map: not null };
}

/// <summary>How many pairs go side by side.</summary>
/// <param name="Count">Their number, 1 or more; null for as many as this machine is known to have room for.</param>
internal readonly record struct Jobs(int? Count);

/// <summary>What is to be measured.</summary>
internal abstract record RunSubject
{
    private RunSubject()
    {
    }

    /// <summary>What a profile says.</summary>
    /// <param name="Path">Path of its file.</param>
    public sealed record ProfileFile(string Path) : RunSubject;

    /// <summary>An interrupted run.</summary>
    /// <param name="Folder">Its folder.</param>
    public sealed record Unfinished(string Folder) : RunSubject;

    /// <summary>One question.</summary>
    /// <param name="Asked">The question.</param>
    public sealed record Pair(PairQuestion Asked) : RunSubject;

    /// <summary>The program itself.</summary>
    /// <param name="Size">How much of it.</param>
    public sealed record SelfCheck(SelfCheckSize Size) : RunSubject;
}
