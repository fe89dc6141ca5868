using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;

namespace AsyncLoad.Tests.Cli;

/// <summary>A complete run folder whose pairs have given ratios.</summary>
internal static class SyntheticFolder
{
    /// <summary>Writes it and returns its path; what is there already is replaced. Folders whose names begin with other letters began at other times.</summary>
    public static string Write(string path, string machine, double[] ratios, params string[] ids)
    {
        if (ids.Length == 0) ids = [SyntheticRun.Id];
        if (Directory.Exists(path)) Directory.Delete(path, recursive: true);
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], [.. ids.Select(id => SyntheticRun.ComparisonOf(id))]));
        var manifest = evidence.Manifest with { Machine = evidence.Manifest.Machine with { Id = machine }, Started = SyntheticRun.Noon.AddMinutes(Path.GetFileName(path)[0]) };
        using var writer = RunWriter.Create(path, manifest, evidence.Catalogue, Profiles.Good(Profiles.Smallest));
        foreach (var pair in ids.SelectMany(id => ratios.Select((ratio, i) => SyntheticRun.PairOf(i + 1, ratio, id)))) writer.Append(pair);
        writer.Finish(RunStatus.Complete, manifest.Started);
        return path;
    }
}
