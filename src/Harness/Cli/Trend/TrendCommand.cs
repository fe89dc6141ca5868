using System.CommandLine;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Trends;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Cli.Storing;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Reporting.Trends;
using AsyncLoad.Tracing.Files;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Trend;

/// <summary><c>trend &lt;run&gt;…</c>: follows comparisons over many runs, and shows where they changed. It judges no gate.</summary>
internal sealed class TrendCommand(CliServices services)
{
    public Command Create(StyleOptions style)
    {
        var runs = new Argument<string[]>("run") { Description = "run folders or results.json files, in any order", Arity = ArgumentArity.ZeroOrMore };
        var store = new Option<string?>("--store") { Description = "a store, a folder or a FILE.sqlite: the runs are added to it, and all its runs are followed", HelpName = "STORE" };
        var only = PlanningOptions.OnlyOption();
        var metric = CheckedOption.Word(
            "--metric", "the figure to follow, one of \"list metrics\" (default: the metric of the newest run's verdicts)", [.. Metric.All.Select((known, index) => (known.Name, index))]);
        metric.HelpName = "NAME";
        var output = new Option<string?>("--output") { Description = "also write a page with charts into this file: FILE.html, or FILE.md without charts; replaced if it is there", HelpName = "FILE" };
        output.Validators.Add(result =>
        {
            if (result.Tokens is [{ Value: var file }] && OutputFile.PageFormatOf(file) is null) result.AddError($"--output takes a file that ends in .html or .md, not {Printable.Quote(file)}");
        });
        var command = new ExampleCommand(
            "trend",
            "Follow comparisons over many runs: where they changed.",
            "trend runs/monday runs/tuesday runs/wednesday",
            "trend runs/monday runs/tuesday runs/wednesday --output trend.html",
            "trend runs/monday --store perf",
            "trend --store perf --only \"*parallelFor*\"",
            "trend runs/monday runs/tuesday --only \"*parallelFor*\" --metric bytesPerOperation") { runs, store, only, metric, output };
        command.Validators.Add(result =>
        {
            if (result.GetResult(runs) is not { Tokens.Count: > 0 } && result.GetResult(store) is null) result.AddError("trend takes run folders or results.json files, or a store with --store");
        });
        command.SetAction((parsed, cancellation) =>
        {
            var page = parsed.GetValue(output);
            if (page is not null) OutputFile.Check(page);
            var kept = parsed.GetValue(store) is { } place ? RunStore.Open(place) : null;
            List<StoredRun> read = [];
            foreach (var path in parsed.GetRequiredValue(runs))
            {
                cancellation.ThrowIfCancellationRequested();
                read.Add(TrendSources.Read(path));
            }

            if (kept is not null) read = Kept(kept, read);
            var trend = Trend(read, parsed.GetValue(metric) is { } index ? Metric.All[index] : null, parsed.GetValue(only) ?? []);
            if (page is not null) OutputFile.Write(page, writer => OutputFile.PageFormatOf(page)!(TrendPage.Of(trend), writer));
            Write(trend, style.Of(parsed));
            return Task.CompletedTask;
        });
        return command;
    }

    // All are read before the first is added: with a typo in the last argument, none is added.
    private List<StoredRun> Kept(RunStore store, List<StoredRun> given)
    {
        var added = given.Count(store.Add);
        if (given.Count > 0) services.Terminal.Error.WriteLine($"note: {store.Path}: {Figures.Plural(added, "run")} added{(added < given.Count ? $", {Figures.Count(given.Count - added)} already there" : "")}");
        return store.Read() is { Count: > 0 } all ? [.. all] : throw new CommandFailedException(ExitCode.NothingRan, $"{store.Path}: this store holds no run: add one with \"asyncload trend --store {store.Path} RUN\", or measure with \"asyncload run --store\"");
    }

    private RunTrend Trend(List<StoredRun> runs, Metric? metric, string[] only)
    {
        var all = TrendAnalyzer.Comparisons(runs);
        var trend = TrendAnalyzer.Of(runs, metric, comparison => only.Length == 0 || only.Any(ComparisonNames.Of(comparison).Match));
        if (trend.Series.Count == 0) throw new CommandFailedException(ExitCode.NothingRan, only.Length == 0 ? "the runs have no comparison" : MatchNone(only)) { Details = [.. all.Select(comparison => $"there is {comparison.Id}")] };
        string[] idle = [.. only.Where(glob => !all.Any(comparison => ComparisonNames.Of(comparison).Match(glob)))];
        if (idle.Length > 0) services.Terminal.Error.WriteLine($"warning: {MatchNone(idle)}");
        return trend;
    }

    private static string MatchNone(IEnumerable<string> globs) => $"--only {string.Join(" or ", globs.Select(Printable.Quote))} matches no comparison of the runs";

    private void Write(RunTrend trend, OutputStyle style)
    {
        if (style.Format == OutputFormat.Json) ResultsJson.Write(trend, services.Terminal.Output);
        else TrendText.Write(trend, services.Terminal, style);
    }
}

/// <summary>Reads the results of a run from what a command line names.</summary>
internal static class TrendSources
{
    private const string ResultsFile = "results.json";

    /// <summary>A run folder, judged again from its evidence, or a file of results.</summary>
    /// <exception cref="UnreadableRunException">It is neither, or of a version that cannot be read.</exception>
    public static StoredRun Read(string path)
    {
        if (RunStore.IsThere(path)) throw new UnreadableRunException($"{path} is a store, which holds many runs: name it with --store");
        var full = Path.GetFullPath(path);
        if (File.Exists(Path.Combine(full, EvidenceParts.ManifestFile)))
            return new StoredRun(path, ResultsBuilder.Build(RunAnalyzer.AnalyzeUntraced(RunReader.Read(path))));
        var file = File.Exists(Path.Combine(full, ResultsFile)) ? Path.Combine(path, ResultsFile) : path;
        if (!File.Exists(file)) throw new UnreadableRunException(GivenPath.Told(path) ?? $"{path}: neither a run folder nor a file of results: it has no {EvidenceParts.ManifestFile} and no {ResultsFile}");
        try
        {
            return new StoredRun(path, ResultsJson.Read(RegularFile.Read(file, ResultsJson.MostBytes), file));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UnreadableRunException($"{file}: {exception.Message}", exception);
        }
    }
}
