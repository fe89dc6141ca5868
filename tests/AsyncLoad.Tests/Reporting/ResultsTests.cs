using System.Text.Json;
using System.Text.Json.Nodes;
using AsyncLoad.Analysis;
using AsyncLoad.Fuzzing.Targets;
using AsyncLoad.Model;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public sealed class ResultsTests
{
    [Fault(19)]
    [Fact]
    public void Every_null_of_a_result_is_named_with_its_reason()
    {
        foreach (var run in new[] { SampleRun.Create(), SampleFigures.Create(), Bare() })
        {
            var json = JsonNode.Parse(Rendered.All(run)["results.json"])!;
            Assert.All(json["comparisons"]!.AsArray(), entry =>
            {
                var comparison = entry!.AsObject();
                AssertNamed(comparison, comparison["missing"]!.AsObject(), "");
                foreach (var pair in new[] { "metrics", "traces" })
                {
                    AssertNamed(comparison[pair]!.AsObject(), comparison["missing"]!.AsObject(), pair + ".");
                }

                foreach (var (_, side) in comparison["metrics"]!.AsObject())
                {
                    if (side is JsonObject metrics) AssertNamed(metrics, metrics["missing"]!.AsObject(), "");
                }
            });
            Assert.All(json["loadOverhead"]!.AsObject(), cost => AssertNamed(cost.Value!.AsObject(), cost.Value!["missing"]!.AsObject(), ""));
            Assert.All(json["gates"]!.AsArray(), gate => Assert.NotEqual("", gate!["reason"]!.GetValue<string>()));
        }
    }

    [Fact]
    public void A_count_of_lost_events_that_makes_no_sense_is_missing()
    {
        var run = SampleRun.Create();
        var spoilt = run with { Comparisons = [run.Comparisons[0].WithBaseline(side => side with { Trace = side.Trace.Value! with { EventsLost = null } })] };

        var trace = ResultsBuilder.Build(spoilt).Comparisons[0].Traces.Baseline!;

        Assert.Null(trace.EventsLost);
        Assert.Equal("the trace's count of lost events is not valid", trace.Missing["eventsLost"]);
    }

    [Fault(19)]
    [Fact]
    public void A_figure_that_is_not_finite_becomes_null()
    {
        var run = SampleRun.Create();
        var first = run.Comparisons[0];
        var empty = first.Sides.Baseline.Ledger.Value! with { Operations = 0, Elapsed = new Nanoseconds(0) };
        var spoilt = run with
        {
            Comparisons =
            [
                first.With(VerdictMetric.Wall, first.Ratio.Value! with { High = double.PositiveInfinity }).WithSides(side => side with { Ledger = empty }) with { BytesDifference = double.NaN },
            ],
            Gates = [run.Gates[0] with { Value = double.NaN, Max = double.PositiveInfinity }],
        };
        var result = ResultsBuilder.Build(spoilt).Comparisons[0];
        Assert.Null(result.Ratio);
        Assert.Null(result.BytesDifference);
        Assert.Null(result.Metrics.Baseline!.NsPerOperation);
        Assert.Equal("not a finite number", result.Missing["ratio"]);
        var outputs = Rendered.All(spoilt);
        Assert.All(outputs.Values, text => Assert.DoesNotContain("NaN", text, StringComparison.Ordinal));
        Assert.All(outputs.Values, text => Assert.DoesNotContain("∞", text, StringComparison.Ordinal));
    }

    [Fact]
    public void Results_read_back_as_they_were_written()
    {
        var results = ResultsBuilder.Build(SampleRun.Create());
        var text = Rendered.All(SampleRun.Create())["results.json"];
        var back = JsonSerializer.Deserialize(text, ModelJson.Indented.RunResults)!;
        Assert.Equal(results.Comparisons.Select(comparison => comparison.Ratio), back.Comparisons.Select(comparison => comparison.Ratio));
        Assert.Equal(results.Gates, back.Gates);
    }

    [Fact]
    public void The_csv_file_parses_back_with_numbers_unrounded()
    {
        var rows = CsvCheck.Rows(Rendered.All(SampleRun.Create())["results.csv"]);
        Assert.Equal(5, rows.Count);
        Assert.All(rows, row => Assert.Equal(rows[0].Count, row.Count));
        Assert.Equal("0.2718", rows[3][rows[0].IndexOf("ratio")]);
        Assert.Equal("-504", rows[3][rows[0].IndexOf("bytesDifference")]);
        Assert.Contains("p99Ratio: ", rows[1][rows[0].IndexOf("missing")], StringComparison.Ordinal);
    }

    private static void AssertNamed(JsonObject holder, JsonObject missing, string prefix) =>
        Assert.All(holder.Where(member => member.Value is null), member => Assert.True(missing.ContainsKey(prefix + member.Key), $"{prefix}{member.Key} is null without a reason"));

    /// <summary>A run in which nothing could be measured and nothing was said about why.</summary>
    private static RunAnalysis Bare()
    {
        var run = SampleRun.Create();
        return run with
        {
            Comparisons =
            [
                .. run.Comparisons.Select(comparison => comparison
                    .With(VerdictMetric.Wall, null).With(VerdictMetric.Cpu, null).WithSides(side => side with { Ledger = null, Trace = null }) with
                {
                    Verdict = null, HalfWidth = null, Totals = null, Split = null, BytesDifference = null, Spread = null, Pairs = [],
                }),
            ],
        };
    }
}
