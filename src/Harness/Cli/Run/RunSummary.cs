using System.Globalization;
using System.Text.Json;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Exports;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary>Writes the results of a run: as text its verdicts, or its figures when nothing is judged; as JSON <c>results.json</c>.</summary>
internal static class RunSummary
{
    // More maps do not fit on a screen; the report has them all.
    private const int MostMaps = 4;

    // The table would be out of sight above more lines.
    private const int MostUndecided = 6;
    private const int MostGates = 24;

    /// <summary>Everything: tables, gates, the sentence, the files.</summary>
    public static void Write(JudgedRun judged, Terminal terminal, OutputStyle style) => Write(judged, terminal, style, asMap: false);

    /// <summary>The same with maps instead of the table.</summary>
    public static void WriteMap(JudgedRun judged, Terminal terminal, OutputStyle style) => Write(judged, terminal, style, asMap: true);

    private static void Write(JudgedRun judged, Terminal terminal, OutputStyle style, bool asMap)
    {
        if (judged.SelfCheck is { } check)
        {
            SelfCheckSummary.Write(check, terminal, style);
            if (style.Format == OutputFormat.Text) WriteFiles(judged, terminal);
            return;
        }

        if (style.Format == OutputFormat.Json)
        {
            ResultsJson.Write(ResultsBuilder.Build(judged.Run), terminal.Output);
            return;
        }

        var document = judged.Document;
        var maps = asMap || document.Maps.Count <= MostMaps ? document.Maps : [];
        if (document.IsJudged && !(asMap && maps.Count > 0))
        {
            VerdictList.Write(document, terminal, style);
            if (maps.Count > 0) terminal.Output.WriteLine();
        }

        WriteMaps(maps, terminal, style);
        foreach (var table in document.Tables) WriteFigures(table, terminal, style);
        foreach (var crossover in document.Crossovers) WriteCrossover(crossover, terminal);
        WriteGates(document.Gates, terminal.Output);
        WriteUndecided([.. document.Comparisons.Where(row => row.WouldHelp is not null)], terminal.Output);
        if (document.IsJudged) WriteNotMeasured(document.Comparisons, asMap ? "cell" : "comparison", terminal.Output);
        foreach (var skipped in (asMap ? judged.Run.Manifest.Plan.Skipped ?? [] : []).GroupBy(one => one.Reason, StringComparer.Ordinal))
            terminal.Output.WriteLine($"skipped: {Figures.Plural(skipped.Count(), "cell")}: {Printable.Text(skipped.Key)}");
        WriteDisturbed(document.Comparisons, asMap ? "cell" : "comparison", terminal.Output);
        if (document.IsJudged || document.Gates.Count > 0) terminal.Output.WriteLine();
        terminal.Output.WriteLine(document.Headline);
        if (document.Allocation is { } allocation) terminal.Output.WriteLine(allocation);
        WriteCautions(document, terminal.Output);
        WriteFiles(judged, terminal);
    }

    // Only warnings about some comparisons: those about the whole run are on the error stream. The letters of notes are on the rows too, and each has to be explained.
    private static void WriteCautions(ReportDocument document, TextWriter output)
    {
        var lettered = document.IsJudged && document.Comparisons.Count > 1;
        foreach (var caution in document.Cautions.Where(caution => caution is { Explains: false, Letter: not null }))
            output.WriteLine($"{caution.Mark.Word}: {(lettered ? $"[{caution.Letter}] " : "")}{caution.Id}{(caution.Where is { } where ? $" ({where})" : "")}: {caution.Message}{(caution.Remedy is { } remedy ? $" {remedy}" : "")}");
        var notes = document.Cautions.Where(caution => caution.Explains).Select(caution => $"[{caution.Letter}] {caution.Id}").ToList();
        if (lettered && notes.Count > 0) output.WriteLine($"notes: {string.Join(", ", notes)}; the report explains them");
    }

    private static void WriteUndecided(IReadOnlyList<ComparisonRow> open, TextWriter output)
    {
        foreach (var row in open.Take(MostUndecided)) output.WriteLine($"undecided: {row.Title}, {row.Conditions}: {row.WouldHelp}");
        if (open.Count > MostUndecided) output.WriteLine($"undecided: {Figures.Count(open.Count - MostUndecided)} more; the report says what would help each");
    }

    // The table has no room for reasons, and many rows often share one. The headline says it for a single row.
    private static void WriteNotMeasured(IReadOnlyList<ComparisonRow> rows, string what, TextWriter output)
    {
        if (rows.Count < 2) return;
        foreach (var reason in rows.Where(row => row.Verdict == Mark.NotMeasured).GroupBy(row => row.Ratio.Note, StringComparer.Ordinal).Where(reason => reason.Key is not null))
            output.WriteLine($"not measured: {Figures.Plural(reason.Count(), what)}: {reason.Key}");
    }

    /// <summary>One line: the answer to one question.</summary>
    public static void WriteAnswer(JudgedRun judged, Terminal terminal, OutputStyle style)
    {
        if (style.Format == OutputFormat.Json)
        {
            Write(judged, terminal, style);
            return;
        }

        WriteAnswer(judged.Document.Comparisons, judged.Page is { } page ? $"report: {Printable.Text(page)}" : null, terminal.Output);
        WriteGates(judged.Document.Gates, terminal.Output);
        WriteCautions(judged.Document, terminal.Output);
        foreach (var file in judged.Exported) terminal.Output.WriteLine($"export: {Printable.Text(file)}");
    }

    // One answer is one line. Several name their conditions, and their baseline when there are several.
    private static void WriteAnswer(IReadOnlyList<ComparisonRow> comparisons, string? report, TextWriter output)
    {
        var baselines = comparisons.DistinctBy(comparison => comparison.Baseline, StringComparer.Ordinal).Count();
        foreach (var comparison in comparisons)
        {
            output.WriteLine(comparisons.Count > 1 ? $"{comparison.Told}: {comparison.Sentence}{(baselines > 1 ? $"; baseline {comparison.Baseline}" : "")}" : string.Join("; ", new[] { comparison.Sentence, report }.OfType<string>()));
            if (comparison.WouldHelp is { } help) output.WriteLine($"{comparison.Width.Text} after {comparison.Pairs} pairs: {help}");
            if (comparisons.Count == 1 && comparison.Disturbed is { } disturbed) output.WriteLine(disturbed);
        }

        if (comparisons.Count > 1) WriteDisturbed(comparisons, "comparison", output);

        if (comparisons.Count > 1 && report is not null) output.WriteLine(report);
    }

    /// <summary>Writes to the error stream what could not be written or read, and whether the run is partial.</summary>
    public static void WriteProblems(JudgedRun judged, Terminal terminal)
    {
        if (PartialRun.Line(judged.Folder, judged.Evidence) is { } partial) terminal.Error.WriteLine(partial);
        if (judged.Run.Manifest.Plan.Measure.InTurn) terminal.Error.WriteLine("note: sides were measured one after the other, so intervals include the machine's drift");
        foreach (var problem in judged.Run.Problems) terminal.Error.WriteLine($"warning: {Printable.Text(problem)}");
        foreach (var format in judged.Exports)
        {
            if (ExportFile.Gap(format, judged.Run) is { } gap) terminal.Error.WriteLine($"warning: {ExportFile.Name(format)}: {gap}");
        }

        foreach (var problem in judged.Problems) terminal.WriteError($"{problem.File} could not be written: {problem.Message}");
    }

    // Of many, those that passed are only counted: the others would be lost among them.
    private static void WriteGates(IReadOnlyList<GateRow> gates, TextWriter output)
    {
        var told = gates.Count > MostGates ? [.. gates.Where(gate => gate.State != GateState.Passed)] : gates;
        foreach (var gate in told)
        {
            output.WriteLine($"gate {gate.Mark.Glyph} {gate.Mark.Word}: {gate.Condition}: {gate.Value} ({gate.Comparison})");
            if (gate.State != GateState.Passed) output.WriteLine($"  {gate.Reason}");
        }

        var passed = Mark.Of(GateState.Passed);
        if (told.Count < gates.Count) output.WriteLine($"gates {passed.Glyph} {passed.Word}: {Figures.Count(gates.Count - told.Count)} of {Figures.Count(gates.Count)}");
    }

    // Several get one line; the report has the details.
    private static void WriteDisturbed(IReadOnlyList<ComparisonRow> comparisons, string what, TextWriter output)
    {
        var disturbed = comparisons.Where(row => row.Disturbed is not null).ToList();
        if (disturbed is [var row]) output.WriteLine($"disturbed: {row.Title}, {row.Conditions}: {row.Disturbed}");
        else if (disturbed.Count > 1)
            output.WriteLine($"disturbed: {Figures.Plural(disturbed.Count, what)}: other processes used the processors in some of their pairs, so intervals may be wider; the report says how much");
    }

    private static void WriteMaps(IReadOnlyList<HeatMapData> maps, Terminal terminal, OutputStyle style)
    {
        foreach (var map in maps)
        {
            MapGrid.Write(map, terminal, style);
            terminal.Output.WriteLine();
        }
    }

    private static void WriteCrossover(CrossoverRow crossover, Terminal terminal)
    {
        terminal.Output.WriteLine($"crossover: {crossover.Title} ({crossover.Conditions})");
        terminal.Output.WriteLine($"  {crossover.Sentence}");
        if (crossover.Bytes is { } bytes) terminal.Output.WriteLine($"  {bytes}");
    }

    private static void WriteFigures(ReportBlock.Table table, Terminal terminal, OutputStyle style)
    {
        terminal.Output.WriteLine(Printable.Text(table.Caption));
        new TextTable(
            [.. table.Columns.Select(column => column.Title)],
            [.. table.Groups.SelectMany(group => group.Rows).Select(row => row.Select(InLine).ToArray())]).Write(terminal, style);
        terminal.Output.WriteLine();
    }

    // A terminal has no room for why a figure is missing; the report says it.
    private static string InLine(ReportCell cell) => string.Join("; ", new[] { cell }.Concat(cell.Also).Select(line =>
        line.Note is { } note && line.Text != Figures.NotAvailable ? $"{line.Text} ({note})" : line.Text));

    private static void WriteFiles(JudgedRun judged, Terminal terminal)
    {
        terminal.Output.WriteLine();
        if (judged.Page is { } page) terminal.Output.WriteLine($"report   {Printable.Text(page)}");
        var written = ReportWriter.Files.Except(judged.Problems.Select(problem => problem.File)).Where(file => file != JudgedRun.PageFile);
        terminal.Output.WriteLine($"data     {string.Join("  ", written.Concat([EvidenceParts.ManifestFile, EvidenceParts.JournalFile]))}");
        foreach (var file in judged.Exported) terminal.Output.WriteLine($"export   {Printable.Text(file)}");
        var traces = Path.Combine(judged.Folder, "traces");
        if (Directory.Exists(traces))
            terminal.Output.WriteLine($"traces   {Printable.Text(traces)} (PerfView opens them)");
        if (ForecastWords.Took(judged.Run) is { } took) terminal.Output.WriteLine($"took     {took}");
    }
}

/// <summary>Writes the result of a selfcheck: its table, unexpected verdicts, and its bars; or the same as JSON.</summary>
internal static class SelfCheckSummary
{
    private const string None = "–";

    public static void Write(SelfCheckResult result, Terminal terminal, OutputStyle style)
    {
        if (style.Format == OutputFormat.Json)
        {
            terminal.Output.WriteLine(JsonSerializer.Serialize(result, ModelJson.Indented.SelfCheckResult));
            return;
        }

        Table(result.Rows).Write(terminal, style);
        terminal.Output.WriteLine();
        if (result.Surprises.Count > 0)
        {
            terminal.Output.WriteLine("unexpected:");
            foreach (var surprise in result.Surprises) terminal.Output.WriteLine($"  {Sentence(surprise)}");
            terminal.Output.WriteLine();
        }

        foreach (var bar in result.Bars) terminal.Output.WriteLine(Sentence(bar));
        terminal.Output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"selfcheck {(result.Passed ? "passed" : "failed")}, {result.Pairs} pairs"));
    }

    /// <summary>What is compared in a row.</summary>
    public static string Sides(SelfCheckRow row) =>
        row.TwoLevels ? "two levels" : row.Injected is { } injected ? string.Create(CultureInfo.InvariantCulture, $"{injected:P0} injected") : "the same";

    /// <summary>The rows as a table.</summary>
    public static TextTable Table(IEnumerable<SelfCheckRow> rows) => new(
        ["sides", "load", "pressure", "comparisons", "wins", "loses", "equivalent", "inconclusive", "pairs", "median spread", "median ratio"],
        [.. rows.Select(row => new[]
        {
            Sides(row),
            row.Load,
            row.Pressure,
            Number(row.Comparisons),
            Number(row.Wins),
            Number(row.Loses),
            Number(row.Equivalent),
            Number(row.Inconclusive),
            Number(row.Pairs),
            row.MedianSpread is { } spread ? string.Create(CultureInfo.InvariantCulture, $"{spread:P1}") : None,
            row.MedianRatio is { } ratio ? string.Create(CultureInfo.InvariantCulture, $"{ratio:0.000}") : None,
        })]);

    private static string Sentence(SelfCheckBar bar)
    {
        var limit = bar.AtLeast is { } least ? $"at least {Number(least)}" : $"at most {Number(bar.AtMost ?? 0)}";
        return $"{(bar.Passed ? "passed" : "failed")}: {bar.Name}: {Number(bar.Count)} of {Number(bar.Of)}, {limit}";
    }

    private static string Sentence(SelfCheckSurprise surprise) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Printable.Text(surprise.Id)}: {Mark.Of(surprise.Verdict).Word}: {surprise.Ratio.Estimate:0.000} [{surprise.Ratio.Low:0.000}, {surprise.Ratio.High:0.000}] after {surprise.Ratio.Pairs} pairs, spread {surprise.Spread:P1}");

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);
}
