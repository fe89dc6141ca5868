using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Tests.Analysis;

namespace AsyncLoad.Tests.Cli;

/// <summary>A run folder whose pairs have given ratios.</summary>
internal static class SyntheticFolder
{
    /// <summary>Writes it and returns its path. Folders whose names begin with other letters began at other times.</summary>
    public static string Write(string path, string machine, double[] ratios, params string[] ids)
    {
        if (ids.Length == 0) ids = [SyntheticRun.Id];
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], [.. ids.Select(id => SyntheticRun.ComparisonOf(id))]));
        var manifest = evidence.Manifest with { Machine = evidence.Manifest.Machine with { Id = machine }, Started = SyntheticRun.Noon.AddMinutes(Path.GetFileName(path)[0]) };
        Directory.CreateDirectory(path);
        File.WriteAllText(Path.Combine(path, "manifest.json"), JsonSerializer.Serialize(manifest, ModelJson.Indented.RunManifest));
        File.WriteAllText(Path.Combine(path, "catalogue.json"), JsonSerializer.Serialize(evidence.Catalogue, ModelJson.Indented.Catalogue));
        var pairs = ids.SelectMany(id => ratios.Select((ratio, i) => SyntheticRun.PairOf(i + 1, ratio, id)));
        File.WriteAllLines(Path.Combine(path, "pairs.jsonl"), pairs.Select(pair => JsonSerializer.Serialize<JournalEntry>(pair, ModelJson.Line.JournalEntry)));
        return path;
    }
}
