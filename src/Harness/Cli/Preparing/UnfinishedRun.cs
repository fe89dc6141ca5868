using AsyncLoad.Analysis;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>A run that was cut short: killed, interrupted, or out of time. It goes on as it was planned.</summary>
internal sealed class UnfinishedRun
{
    private readonly string folder;
    private readonly RunEvidence evidence;
    private readonly Profile profile;

    private UnfinishedRun(string folder, RunEvidence evidence, Profile profile) => (this.folder, this.evidence, this.profile) = (folder, evidence, profile);

    /// <summary>Reads a run folder.</summary>
    /// <exception cref="UnreadableRunException">It holds no run, or not what one needs to go on.</exception>
    public static UnfinishedRun Read(string folder)
    {
        var evidence = RunReader.Read(folder);
        // What is measured from now on would be written through it.
        return RunPath.Link(folder) is { } link
            ? throw new UnreadableRunException($"{Path.Combine(folder, link)}: a link, so nothing is measured into this folder: what it points to is no part of the run")
            : new UnfinishedRun(folder, evidence, ResolvedProfile.Read(folder));
    }

    /// <summary>Plug-ins that its measured processes load; null for none.</summary>
    public PluginSet? Plugins => evidence.Manifest.Plan.Plugins;

    /// <summary>That there is nothing left to do, in words; null when there is.</summary>
    public string? Complete => evidence.Manifest.Status == RunStatus.Complete
        ? $"{Printable.Text(folder)} is complete: nothing is left to measure, and \"asyncload report\" rebuilds its reports"
        : null;

    /// <summary>Why it is refused to go on here, in words that go on after its name; null when it is not. That may be forced.</summary>
    public string? Problem(Catalogue catalogue)
    {
        var (manifest, machine) = (evidence.Manifest, MachineProbe.Read());
        if (manifest.Machine.Id != machine.Id) return Refused($"on another machine ({manifest.Machine.Id}, this is {machine.Id})");
        if (manifest.Runtime != catalogue.Runtime) return Refused($"under another runtime ({manifest.Runtime}, this is {catalogue.Runtime})");
        return manifest.Tool == ToolVersion.Current ? null : Refused($"by another version ({manifest.Tool}, this is {ToolVersion.Current})");
    }

    /// <summary>What it measures, or measures on, and is not there any more as it was; null when all is. That cannot be forced: every pair would fail, and its comparison be dropped for good.</summary>
    public string? Gone => (RuntimeReport.Gone(evidence.Manifest.Plan) ?? ChangedPlugin) is { } gone ? $"{Printable.Text(folder)} cannot go on: {gone}" : null;

    private string? ChangedPlugin => PluginFiles.Changed(Plugins) is { } changed ? Printable.Text(changed) : null;

    /// <summary>What is needed to go on.</summary>
    public Prepared Prepare() => new(evidence.Catalogue, profile, evidence.Manifest.Plan, Against: ReferenceRun.KeptIn(folder), Unfinished: evidence);

    private static string Refused(string how) => $"was begun {how}: pairs of both would be taken for one sample";
}
