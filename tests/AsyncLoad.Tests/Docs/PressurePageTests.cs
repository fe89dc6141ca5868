using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>The crossings of <c>docs/evidence/pressure.md</c> are those of its runs, each made twice in a row.</summary>
public class PressurePageTests
{
    private const string Page = "docs/evidence/pressure.md";

    public static TheoryData<string> Sweeps { get; } = ["wrapping", "cache", "await-pair", "one-level"];

    [Theory]
    [MemberData(nameof(Sweeps))]
    public void Crossings_are_those_of_both_runs(string sweep) => PublishedRun.HasRows(Page, Twice(sweep).Select(runs => new[]
    {
        Name(runs.First),
        PublishedRun.Crossing(runs.First),
        PublishedRun.Crossing(runs.Second),
        runs.First.BytesAt is { } bytes ? PublishedRun.Number(bytes.At, "0.000") : "–",
        $"{PublishedRun.Number(runs.First.Steps.Count, "0")}, {PublishedRun.Number(runs.Second.Steps.Count, "0")}",
    }));

    [Theory]
    [MemberData(nameof(Sweeps))]
    public void Both_runs_agree(string sweep) => Assert.All(Twice(sweep), runs =>
    {
        Assert.Equal((runs.First.Id, runs.First.Outcome, runs.First.Throughout), (runs.Second.Id, runs.Second.Outcome, runs.Second.Throughout));
        Assert.True(PublishedRun.Overlap(runs.First, runs.Second));
    });

    [Theory]
    [MemberData(nameof(Sweeps))]
    public void The_machine_of_the_runs_is_named(string sweep) => Assert.All(
        Both(sweep).SelectMany(run => new[] { run.Machine.Processor!, run.Runtime }),
        named => Assert.Contains(named, Documents.Of(Page).Text, StringComparison.Ordinal));

    [Fact]
    public void The_map_of_the_chain_has_a_row_a_live_set_and_a_column_a_kind_of_collector()
    {
        var (workstation, server) = (PublishedRun.Results("pressure-workstation"), PublishedRun.Results("pressure-server"));
        PublishedRun.HasRows(Page, workstation.Comparisons.Zip(server.Comparisons).Select(step => new[] { LiveSet(step.First), PublishedRun.WithPauses(step.First), PublishedRun.WithPauses(step.Second) }));
        Assert.Equal(workstation.Comparisons.Select(LiveSet), server.Comparisons.Select(LiveSet));
    }

    [Fact]
    public void The_levels_of_one_level_are_those_of_its_first_run()
    {
        var results = PublishedRun.Results("crossings/one-level-first");
        PublishedRun.HasRows(Page, results.Comparisons.GroupBy(LiveSet).Select(step => step.Select(PublishedRun.WithPauses).Prepend(step.Key)));
    }

    private static IEnumerable<(CrossoverResult First, CrossoverResult Second)> Twice(string sweep) => Both(sweep) is [var first, var second]
        ? first.Crossovers.Zip(second.Crossovers)
        : throw new InvalidOperationException($"{sweep} was not measured twice");

    private static RunResults[] Both(string sweep) => [.. new[] { "first", "second" }.Select(run => PublishedRun.Results($"crossings/{sweep}-{run}"))];

    // Experiment, pair, load, pressure, settings: the parts of an id.
    private static string Name(CrossoverResult crossover) =>
        crossover.Id.Split('/')[4] is var settings && settings == "default" ? $"`{crossover.Experiment}`" : $"`{crossover.Experiment}`, `{settings}`";

    // "calm", or a preset with its live set at the end of its name.
    private static string LiveSet(ComparisonResult comparison) =>
        comparison.Pressure.Split('-')[^1] is var size && size.EndsWith("MB", StringComparison.Ordinal) && size != "0MB" ? size.Replace("MB", " MB", StringComparison.Ordinal) : "none";
}
