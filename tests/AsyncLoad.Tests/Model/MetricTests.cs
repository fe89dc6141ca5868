using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Model;

/// <summary>The one table of metrics, and that everything else follows it.</summary>
public sealed class MetricTests
{
    public static TheoryData<string> Gated => [.. Metric.All.Where(metric => metric.Gate is not null).Select(metric => metric.Name)];

    public static TheoryData<string> Named => [.. Metric.All.Select(metric => metric.Name)];

    [Fact]
    public void Each_name_stands_once() => Assert.Equal(Metric.All.Select(metric => metric.Name).Distinct(), Metric.All.Select(metric => metric.Name));

    [Fact]
    public void A_verdict_can_be_on_each_ratio_and_on_nothing_else() =>
        Assert.Equal(Enum.GetValues<VerdictMetric>(), Metric.Ratios.Select(metric => metric.Judged!.Metric));

    [Theory]
    [MemberData(nameof(Named))]
    public void Results_have_a_member_for_it_which_the_schema_describes(string name)
    {
        var metric = Metric.Named(name)!;

        Assert.Contains($"\"description\":\"{metric.Meaning}; {metric.Unit}\"", ResultsSchema.Create().ToJsonString(Plain), StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Gated))]
    public void A_gate_on_it_is_evaluated(string name)
    {
        var metric = Metric.Named(name)!;
        var gate = new GateSettings(name, null, metric.Limits[0] == "max" ? 1 : null, InconclusivePolicy.Fail, Min: metric.Limits[0] == "min" ? 1 : null);

        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf(SyntheticRun.Id, gate));
        var gated = Assert.Single(RunAnalyzer.Analyze(SyntheticRun.Evidence(plan, [.. SyntheticRun.Pairs([0.5, 0.5, 0.5, 0.5, 0.5, 0.5])]), SyntheticRun.Trace).Gates);

        Assert.DoesNotContain("no gate on a metric", gated.Reason, StringComparison.Ordinal);
    }

    private static System.Text.Json.JsonSerializerOptions Plain { get; } = new() { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
}
