using System.Globalization;
using System.Text.Json;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary>What a selfcheck shows on the output: its table, what did not end as it should, and its bars; for programs the same as JSON.</summary>
internal static class SelfCheckSummary
{
    private const string None = "–";

    /// <summary>Writes the result.</summary>
    public static void Write(SelfCheckResult result, Terminal terminal, OutputStyle style)
    {
        if (style.Format == OutputFormat.Json)
        {
            terminal.Output.WriteLine(JsonSerializer.Serialize(result, ModelJson.Indented.SelfCheckResult));
            return;
        }

        Rows(result.Rows).Write(terminal, style);
        terminal.Output.WriteLine();
        if (result.Surprises.Count > 0)
        {
            terminal.Output.WriteLine("not as it should be:");
            foreach (var surprise in result.Surprises) terminal.Output.WriteLine($"  {Sentence(surprise)}");
            terminal.Output.WriteLine();
        }

        foreach (var bar in result.Bars) terminal.Output.WriteLine(Sentence(bar));
        terminal.Output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"selfcheck {(result.Passed ? "passed" : "failed")}, {result.Pairs} pairs"));
    }

    private static TextTable Rows(IEnumerable<SelfCheckRow> rows) => new(
        ["sides", "load", "pressure", "comparisons", "wins", "loses", "equivalent", "inconclusive", "pairs", "median spread", "median ratio"],
        [.. rows.Select(row => new[]
        {
            row.Injected is { } injected ? string.Create(CultureInfo.InvariantCulture, $"{injected:P0} injected") : "the same",
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
