using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>Tables of <c>docs/evidence/pooling.md</c> are those of its two runs: the drivers, and the GC settings.</summary>
public class PoolingPageTests
{
    private const string Page = "docs/evidence/pooling.md";

    private static readonly string[] Drivers = ["sequential", "closedLoop-1", "closedLoop-64", "wave-64"];

    private static readonly RunResults Hits = PublishedRun.Results("pooling");
    private static readonly RunResults Settings = PublishedRun.Results("pooling-settings");

    [Fact]
    public void Bytes_of_pooled_variants_stand_beside_those_of_their_baseline() => PublishedRun.HasRows(Page, Variants().Select(variant => new[]
    {
        $"`{variant.Key}`",
        Bytes(variant.First().Metrics.Baseline!),
    }.Concat(Drivers.Select(load => Bytes(variant.Single(comparison => comparison.Load == load).Metrics.Candidate!)))));

    [Fact]
    public void Pool_hit_rates_are_those_of_the_run() => PublishedRun.HasRows(Page, Variants().Select(variant =>
        Drivers.Select(load => Percent(variant.Single(comparison => comparison.Load == load).Metrics.Candidate!.PoolHitRate!.Value)).Prepend($"`{variant.Key}`")));

    [Fact]
    public void Bytes_under_each_setting_are_those_of_the_run() => PublishedRun.HasRows(Page, Settings.Comparisons.GroupBy(comparison => comparison.GcSettings).Select(setting =>
        setting.GroupBy(comparison => comparison.Load).SelectMany(load => load.Select(comparison => Bytes(comparison.Metrics.Candidate!)).Prepend(Bytes(load.First().Metrics.Baseline!))).Prepend($"`{setting.Key}`")));

    [Fact]
    public void Ratios_under_each_setting_are_those_of_the_run() => PublishedRun.HasRows(Page, Settings.Comparisons.GroupBy(comparison => comparison.GcSettings).Select(setting =>
        setting.Select(PublishedRun.Judged).Prepend($"`{setting.Key}`")));

    [Fact]
    public void The_machine_of_the_runs_is_named() =>
        Assert.All(new[] { Hits.Machine.Processor!, Settings.Machine.Processor!, Hits.Runtime }, named => Assert.Contains(named, Documents.Of(Page).Text, StringComparison.Ordinal));

    private static IEnumerable<IGrouping<string, ComparisonResult>> Variants() => Hits.Comparisons.Where(comparison => comparison.Experiment != "gc-settings").GroupBy(comparison => comparison.Candidate);

    private static string Bytes(SideResult side) => PublishedRun.Number(side.BytesPerOperation!.Value, "0.#");

    private static string Percent(double share) => PublishedRun.Number(share * 100, "0.#");
}
