using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>An unfinished run: killed, interrupted, or out of time. It is resumed as it was planned.</summary>
/// <param name="Folder">Its folder.</param>
/// <param name="Evidence">What it has measured so far.</param>
/// <param name="Profile">Its resolved profile.</param>
internal sealed record UnfinishedRun(string Folder, RunEvidence Evidence, Profile Profile)
{
    /// <summary>Plug-ins that its measured processes load; null for none.</summary>
    public PluginSet? Plugins => Evidence.Manifest.Plan.Plugins;

    /// <summary>Reads a run folder.</summary>
    /// <exception cref="UnreadableRunException">It holds no run, or not what is needed to resume one.</exception>
    /// <exception cref="CommandFailedException">Nothing is left to measure, or a runtime or plug-in is not there any more.</exception>
    public static UnfinishedRun Read(string folder)
    {
        var evidence = RunReader.Read(folder);
        // New data would be written through the link.
        if (RunPath.Link(folder) is { } link)
            throw new UnreadableRunException($"{Path.Combine(folder, link)}: a link, so nothing is measured into this folder: replace it by the file that it points to");
        var profile = ResolvedProfile.Read(folder);
        var (manifest, plan) = (evidence.Manifest, evidence.Manifest.Plan);
        if (IsDone(folder, evidence))
            throw new CommandFailedException(ExitCode.NothingRan, $"{folder} is complete: nothing is left to measure, and \"asyncload report\" rebuilds its reports");
        if (manifest.Joined is { } joined)
            throw new CommandFailedException(ExitCode.Refused, string.Create(CultureInfo.InvariantCulture, $"{folder} was joined from {joined.Count} run folders: continue the partial ones with --resume, and join them again"));
        if (RunReader.ReferenceProblems(folder, manifest).FirstOrDefault() is { } changed)
            throw new CommandFailedException(ExitCode.Refused, $"{folder} cannot be resumed: {changed}. Its gates need that reference run: restore it, or start a new run with --against");
        // --force does not help here: every pair would fail, and its comparison would be dropped.
        return (RuntimeReport.Gone(plan) ?? plan.Builds.Select(build => build.Plugins).Prepend(plan.Plugins).Select(PluginFiles.Changed).FirstOrDefault(changed => changed is not null)) is { } gone
            ? throw new CommandFailedException(ExitCode.Refused, $"{folder} cannot be resumed: {gone}")
            : new UnfinishedRun(folder, evidence, profile);
    }

    /// <summary>Whether a run has all that was asked for. One that lost a capture can be resumed, even if its manifest calls it complete.</summary>
    public static bool IsDone(string folder, RunEvidence evidence) =>
        evidence.Manifest.Status == RunStatus.Complete && LostCaptures.Of(folder, evidence).Count == 0;

    /// <summary>What is needed to resume it.</summary>
    /// <param name="catalogue">What can be measured now.</param>
    /// <param name="forced">Whether to resume even if its pairs are from another machine, runtime or version.</param>
    /// <exception cref="CommandFailedException">They are, and it is not forced.</exception>
    public Prepared Prepare(Catalogue catalogue, bool forced)
    {
        var problem = Problem(catalogue);
        if (problem is not null && !forced) throw new CommandFailedException(ExitCode.Refused, $"{Folder} {problem} (use --force to resume anyway)");
        return new Prepared(
            Evidence.Catalogue, Profile, Evidence.Manifest.Plan, problem is null ? null : $"the run {problem}", ReferenceRun.KeptIn(Folder), Unfinished: Evidence);
    }

    private string? Problem(Catalogue catalogue)
    {
        var (manifest, machine) = (Evidence.Manifest, MachineProbe.Read());
        if (manifest.Machine.Id != machine.Id) return Begun($"on another machine ({manifest.Machine.Id}, this is {machine.Id})");
        if (manifest.Runtime != catalogue.Runtime) return Begun($"under another runtime ({manifest.Runtime}, this is {catalogue.Runtime})");
        return manifest.Tool == ToolVersion.Current ? null : Begun($"by another version ({manifest.Tool}, this is {ToolVersion.Current})");
    }

    private static string Begun(string how) => $"was started {how}: its pairs and new ones are not one sample";
}
