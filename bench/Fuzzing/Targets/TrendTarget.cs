using System.Text;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Trends;
using AsyncLoad.Fuzzing.Mutation;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Trend;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Html;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Reporting.Trends;

namespace AsyncLoad.Fuzzing.Targets;

/// <summary>Results in a store, among others of the same comparison, as <c>trend</c> follows them: each metric in turn, as text, JSON and pages.</summary>
internal sealed class TrendTarget : FuzzTarget
{
    // With the damaged one, more than a change needs.
    private const int Others = 9;

    private static readonly string[] Words = ["null", "\\uD800", "\uFEFF", "[]", "{}", "1e999", "1e308", "-1", "[[[[", "\0", "2147483647", "\\u202e"];

    // The other seed does not say when it was measured.
    private readonly byte[] seed = Seeds.Of("results")[0];
    private readonly StoredRun[] others;
    private readonly ByteMutator bytes;
    private readonly JsonMutator json;

    public TrendTarget()
    {
        bytes = new ByteMutator([seed], [.. Words.Select(Encoding.UTF8.GetBytes)]);
        json = new JsonMutator([seed]);
        var whole = ResultsJson.Read(seed, "seed");
        others = [.. Enumerable.Range(1, Others).Select(day => new StoredRun($"run {day}", Later(whole, day)))];
    }

    public override string Name => "trend";

    public override int Divisor => 10;

    public override byte[] Make(Dice dice) => dice.OneIn(4) ? bytes.Mutate(seed, dice) : json.Make(dice);

    public override Outcome Run(byte[] input)
    {
        try
        {
            var stored = new StoredRun("stored", ResultsJson.Read(input, "stored"));
            var trend = TrendAnalyzer.Of([.. others, stored], Metric.All[input.Length % Metric.All.Count], _ => true);
            Write(trend);
            return Read($"{trend.Series.Count} series, {trend.Series.Sum(series => series.Changes.Count)} changes, {trend.Warnings.Count} warnings");
        }
        catch (UnreadableRunException refused)
        {
            return Refused(refused.Message);
        }
    }

    // From the sixth day on twice as much of everything that is judged.
    private static RunResults Later(RunResults results, int day) => results with
    {
        Origin = results.Origin! with { Started = results.Origin.Started.AddDays(day) },
        Comparisons = [.. results.Comparisons.Select(comparison => day < 6 || comparison.Ratio is not { } ratio ? comparison : comparison with { Ratio = new RatioInterval(2 * ratio.Estimate, 2 * ratio.Low, 2 * ratio.High, ratio.Confidence, ratio.Pairs) })],
    };

    private static void Write(RunTrend trend)
    {
        ResultsJson.Write(trend, TextWriter.Null);
        HtmlPage.Write(TrendPage.Of(trend), TextWriter.Null);
        MarkdownPage.Write(TrendPage.Of(trend), TextWriter.Null);
        TrendText.Write(trend, new Terminal(TextWriter.Null, TextWriter.Null, false, false, NoColor: true), new OutputStyle(OutputFormat.Text, Verbosity.Normal, Color: false, Progress: false));
    }
}
