using AsyncLoad.Harness.Planning;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Results;

namespace AsyncLoad.Harness.Cli;

/// <summary>What a judged run shows on the output: for people a table and a sentence, for programs <c>results.json</c>.</summary>
internal static class RunSummary
{
    /// <summary>Everything: table, gates, findings, the sentence, the files.</summary>
    public static void Write(JudgedRun judged, Terminal terminal, OutputStyle style)
    {
        if (style.Format == OutputFormat.Json)
        {
            ResultsJson.Write(ResultsBuilder.Build(judged.Run), terminal.Output);
            return;
        }

        var document = judged.Document;
        new TextTable(["comparison", "conditions", "verdict", "ratio [interval]", "time", "allocated"], [.. document.Comparisons.Select(Row)])
            .Write(terminal, style);
        foreach (var gate in document.Gates)
            terminal.Output.WriteLine($"gate {gate.Mark.Glyph} {gate.Mark.Word}: {gate.Condition}: {gate.Value} ({gate.Comparison})");
        terminal.Output.WriteLine();
        terminal.Output.WriteLine(document.Headline);
        if (document.Allocation is { } allocation) terminal.Output.WriteLine(allocation);
        WriteFiles(judged, terminal);
    }

    /// <summary>One line: the answer to one question.</summary>
    public static void WriteAnswer(JudgedRun judged, Terminal terminal, OutputStyle style)
    {
        if (style.Format == OutputFormat.Json) Write(judged, terminal, style);
        else
        {
            foreach (var comparison in judged.Document.Comparisons)
                terminal.Output.WriteLine($"{comparison.Sentence}; report: {Printable.Text(Path.Combine(judged.Folder, "report.html"))}");
        }
    }

    /// <summary>Says on the error stream what could not be written or read.</summary>
    public static void WriteProblems(JudgedRun judged, Terminal terminal)
    {
        foreach (var problem in judged.Run.Problems) terminal.Error.WriteLine($"warning: {Printable.Text(problem)}");
        foreach (var problem in judged.Problems) terminal.Error.WriteLine($"error: {Printable.Text(problem.File)} could not be written: {Printable.Text(problem.Message)}");
    }

    private static string?[] Row(ComparisonRow row) =>
        [row.Title, row.Conditions, $"{row.Verdict.Glyph} {row.Verdict.Word}", row.Ratio.Text, row.Time.Text, row.Bytes.Text];

    private static void WriteFiles(JudgedRun judged, Terminal terminal)
    {
        terminal.Output.WriteLine();
        terminal.Output.WriteLine($"report   {Printable.Text(Path.Combine(judged.Folder, "report.html"))}");
        terminal.Output.WriteLine($"data     {string.Join("  ", ReportWriter.Files.Where(file => file != "report.html"))}  manifest.json  pairs.jsonl");
        var traces = Path.Combine(judged.Folder, "traces");
        if (Directory.Exists(traces))
            terminal.Output.WriteLine($"traces   {Printable.Text(traces)} (PerfView opens them)");
    }
}
