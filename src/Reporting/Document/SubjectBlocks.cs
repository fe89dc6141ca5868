using AsyncLoad.Analysis;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Reporting.Document;

/// <summary>What was measured: the work in a sentence, each variant in a line, loads and pressures in words, and how to measure it again.</summary>
internal static class SubjectBlocks
{
    // More lines would push the answer off the first screen.
    private const int MostOpen = 6;

    public static IReadOnlyList<ReportBlock> Of(RunAnalysis run, RunNames names)
    {
        var cells = run.Comparisons.SelectMany(analysis => new[] { analysis.Comparison.Baseline, analysis.Comparison.Candidate }).ToList();
        if (cells.Count == 0) return [];
        List<Fact> measured = [.. cells.GroupBy(cell => cell.Workload, StringComparer.Ordinal).SelectMany(workload => Workload(workload.Key, [.. workload], names))];
        Fact[] conditions =
        [
            .. cells.Select(cell => cell.Load).DistinctBy(load => load.Slug, StringComparer.Ordinal).Select(load => new Fact(VisibleText.Name(load.Slug), ConditionWords.Of(load))),
            .. cells.Select(cell => cell.Pressure).DistinctBy(pressure => pressure.Name, StringComparer.Ordinal).Select(pressure => new Fact(VisibleText.Name(pressure.Name), ConditionWords.Of(pressure))),
        ];
        return
        [
            new ReportBlock.Facts([.. measured.Take(MostOpen)]),
            new ReportBlock.Details($"{(measured.Count > MostOpen ? $"{Figures.Plural(measured.Count - MostOpen, "more line")}, " : "")}{Summary(cells)}", [new ReportBlock.Facts([.. measured.Skip(MostOpen), .. conditions, Again(run)])]),
        ];
    }

    private static IEnumerable<Fact> Workload(string id, List<Cell> cells, RunNames names)
    {
        var workload = names.Workload(id);
        var parameters = string.Join(", ", names.SharedParameters.Where(parameter => cells[0].Parameters.ContainsKey(parameter.Key)).Select(parameter => $"{VisibleText.Name(parameter.Key)}={VisibleText.Name(parameter.Value)}"));
        yield return new Fact(VisibleText.Name(id), VisibleText.Sentence(workload?.Summary ?? "the catalogue of this run does not describe it") + (parameters.Length > 0 ? $" ({parameters})" : ""));
        foreach (var variant in cells.GroupBy(cell => cell.Variant, StringComparer.Ordinal))
            yield return new Fact(VisibleText.Name(variant.Key), Variant([.. variant.DistinctBy(cell => cell.Build?.Name)], names));
    }

    // A commit may change what a method returns: then each build is described.
    private static string Variant(IReadOnlyList<Cell> builds, RunNames names)
    {
        var described = builds.Select(cell => (Build: cell.Words(CellPart.Build), Words: names.Describe(cell) is { } variant ? Words(variant) : "the catalogue of this run does not describe it")).ToList();
        return described.DistinctBy(build => build.Words).Count() == 1
            ? described[0].Words
            : string.Join("; ", described.Select(build => $"{VisibleText.Name(build.Build)}: {build.Words}"));
    }

    private static string Words(VariantDescription variant) =>
        $"{VisibleText.Sentence(variant.Summary)}; returns {VisibleText.Type(variant.ReturnType)}, {Builder(variant.Builder)}";

    private static string Builder(string builder) => builder switch
    {
        "none" => "without an async method builder",
        "default" => "default async method builder",
        _ => $"{VisibleText.Name(builder)} async method builder",
    };

    private static string Summary(List<Cell> cells)
    {
        var loads = cells.DistinctBy(cell => cell.Load.Slug, StringComparer.Ordinal).Count();
        var pressures = cells.DistinctBy(cell => cell.Pressure.Name, StringComparer.Ordinal).Count();
        return $"{Figures.Plural(loads, "load")} and {Figures.Plural(pressures, "pressure")} in words, and the command that runs it again";
    }

    // The resolved profile lies beside the report. It has no --only and no --pairs, which the log has. A report never contains paths of the machine.
    private static Fact Again(RunAnalysis run)
    {
        var (plan, plugins) = (run.Manifest.Plan, run.Manifest.Plan.Plugins);
        List<string> files = [.. (plugins?.Files ?? []).Select(file => VisibleText.Name(Path.GetFileName(file.Path)))];
        string[] options =
        [
            .. files.Select(file => $"--plugin {file}"),
            .. plugins?.SharedInstance == true ? ["--shared-instance"] : Array.Empty<string>(),
            .. plugins?.IgnoreValues == true ? ["--ignore-values"] : Array.Empty<string>(),
            .. plan.SideBySide is { } beside ? [$"--jobs {Figures.Exact(beside.Places.Count)}"] : Array.Empty<string>(),
        ];
        var paths = files.Count == 0 ? "" : $", with the path of {string.Join(" and ", files)}";
        var typed = run.Manifest.Joined is null ? "; asyncload.log begins with the command as it was typed" : "";
        return new Fact("Run it again", $"{string.Join(' ', options.Prepend("asyncload run profile.resolved.json"))} (in this run's folder{paths}{typed})");
    }
}
