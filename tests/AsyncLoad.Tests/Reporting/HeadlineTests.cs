using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public sealed class HeadlineTests
{
    [Fact]
    public void Verdicts_that_share_a_load_say_so() => Assert.Equal(
        "ValueTask wins in 3 of 4 comparisons, all under parallelFor; inconclusive in 1, under sequential without pressure.",
        ReportDocument.From(SampleRun.Create()).Headline);

    [Fact]
    public void What_every_comparison_shares_is_not_mentioned() => Assert.Equal(
        "ValueTask loses in all 4 comparisons.", With(Verdict.Loses).Headline);

    [Fact]
    public void A_comparison_without_a_verdict_was_not_measured() => Assert.Equal(
        "ValueTask could not be measured in any of 4 comparisons.", With(null).Headline);

    [Fact]
    public void Verdicts_of_the_plain_build_beside_those_of_a_named_runtime_say_so()
    {
        var run = SampleRun.Create();
        var net8 = run.Comparisons[0].Comparison;
        var named = run.Comparisons[0] with { Comparison = net8 with { Baseline = OnNet8(net8.Baseline), Candidate = OnNet8(net8.Candidate) } };

        Assert.Equal(
            "ValueTask wins in 3 of 4 comparisons, all under parallelFor on the plain build; inconclusive in 1, under sequential without pressure on net8.0.",
            ReportDocument.From(run with { Comparisons = [named, .. run.Comparisons.Skip(1)] }).Headline);

        static Cell OnNet8(Cell cell) => cell with { Runtime = new RuntimeSettings("net8.0", Version: "8.0.33") };
    }

    [Fact]
    public void One_comparison_is_answered_in_one_line()
    {
        var run = SampleRun.Create();
        var document = ReportDocument.From(run with { Comparisons = [run.Comparisons[2]] });
        Assert.Equal("await-value-task wins: 0.27 [0.25, 0.30], 504 → 0 B/op", document.Comparisons[0].Sentence);
        Assert.Equal(document.Comparisons[0].Sentence + ".", document.Headline);
    }

    [Fact]
    public void Several_candidates_with_one_comparison_each_share_their_verdicts()
    {
        var run = SampleRun.Create();

        Assert.Equal("a and c win; b loses; d could not be measured.", Of(run, ("a", Verdict.Wins), ("b", Verdict.Loses), ("c", Verdict.Wins), ("d", null)));
        Assert.Equal("5 candidates are equivalent; f is inconclusive.", Of(run, [.. "abcde".Select(name => ($"{name}", (Verdict?)Verdict.Equivalent)), ("f", Verdict.Inconclusive)]));
    }

    [Fact]
    public void Methods_of_a_class_go_by_their_return_types_only_where_those_tell_all_candidates_apart()
    {
        var run = SampleRun.Create();
        var workload = run.Catalogue.Workloads[0];
        run = run with { Catalogue = run.Catalogue with { Workloads = [workload with { Variants = [.. workload.Variants.Select(variant => variant with { Declared = new BenchmarkDeclaration(variant.Id, variant.Id, [], "") })] }] } };

        Assert.Equal("await-value-task wins; direct-value-task loses.", Of(run, ("await-value-task", Verdict.Wins), ("direct-value-task", Verdict.Loses)));
        Assert.Equal("await-value-task wins; direct-task loses.", Of(run, ("await-value-task", Verdict.Wins), ("direct-task", Verdict.Loses)));
        Assert.Equal("ValueTask wins in both comparisons.", Of(run, ("await-value-task", Verdict.Wins), ("await-value-task", Verdict.Wins)));
    }

    [Theory]
    [InlineData("504 0 504 0 504 0 504 0", "504 → 0 B/op in every comparison")]
    [InlineData("504 0 504 0 72 72 96 96", "504 → 0 B/op in 2, unchanged in 2")]
    [InlineData("72 72 96 96 72 72 96 96", "unchanged in every comparison")]
    [InlineData("72 72 72 72 72 72 72 72", "72 → 72 B/op in every comparison")]
    [InlineData("504 0 72 0 96 0 96 96", "504 → 0 B/op in 1, 72 → 0 B/op in 1, 96 → 0 B/op in 1, unchanged in 1")]
    public void Bytes_that_stay_are_summed_and_those_that_change_are_listed(string bytes, string expected)
    {
        var figures = bytes.Split(' ').Select(text => double.Parse(text, CultureInfo.InvariantCulture)).Chunk(2).ToList();
        var run = SampleRun.Create();
        var document = ReportDocument.From(run with { Comparisons = [.. run.Comparisons.Zip(figures, (comparison, pair) => comparison with { Sides = new(Of(comparison.Sides.Baseline, pair[0]), Of(comparison.Sides.Candidate, pair[1])) })] });

        Assert.EndsWith($" Allocation: {expected}.", document.Allocation, StringComparison.Ordinal);

        static SideAnalysis Of(SideAnalysis side, double bytes) => side with { Bytes = new CountedBytes(bytes, bytes, bytes, null) };
    }

    [Fact]
    public void What_the_headline_says_of_the_only_comparison_is_not_said_again()
    {
        var run = SampleRun.Create();
        var document = ReportDocument.From(run with { Comparisons = [run.Comparisons[1]] });

        Assert.EndsWith(", 504 → 0 B/op.", document.Headline, StringComparison.Ordinal);
        Assert.Null(document.Allocation);
    }

    [Fact]
    public void Nothing_compared_is_said_plainly() =>
        Assert.Equal("Nothing was compared.", ReportDocument.From(SampleRun.Create() with { Comparisons = [] }).Headline);

    private static string Of(RunAnalysis run, params (string Name, Verdict? Verdict)[] candidates)
    {
        return ReportDocument.From(run with { Comparisons = [.. candidates.Select(Named)] }).Headline;

        ComparisonAnalysis Named((string Name, Verdict? Verdict) candidate)
        {
            var (comparison, cell) = (run.Comparisons[0].Comparison, run.Comparisons[0].Comparison.Candidate);
            return run.Comparisons[0] with { Comparison = comparison with { Candidate = cell with { Variant = candidate.Name } }, Verdict = candidate.Verdict };
        }
    }

    private static ReportDocument With(Verdict? verdict)
    {
        var run = SampleRun.Create();
        return ReportDocument.From(run with { Comparisons = [.. run.Comparisons.Select(Changed)] });

        ComparisonAnalysis Changed(ComparisonAnalysis comparison) => comparison with { Verdict = verdict };
    }
}
