using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>The crossings of <c>docs/evidence/frontier.md</c> are those of its two runs, right after each other.</summary>
public class FrontierPageTests
{
    private const string Page = "docs/evidence/frontier.md";

    private static RunResults First { get; } = PublishedRun.Results("frontier/first");

    private static RunResults Second { get; } = PublishedRun.Results("frontier/second");

    [Fact]
    public void Crossings_are_those_of_both_runs() => PublishedRun.HasRows(Page, Twice().Select(search => new[]
    {
        $"`{Result(search.First)}`",
        $"`{Part(search.First, 2)}`",
        $"`{Part(search.First, 3)}`",
        PublishedRun.Crossing(search.First),
        PublishedRun.Crossing(search.Second),
        Bytes(search.First),
    }));

    [Fact]
    public void Bands_of_both_runs_meet() => Assert.All(
        Twice().Where(search => search.First.Outcome == CrossoverOutcome.Crosses && search.Second.Outcome == CrossoverOutcome.Crosses),
        search => Assert.True(PublishedRun.Overlap(search.First, search.Second)));

    [Fact]
    public void What_both_runs_decide_is_the_same() => Assert.All(
        Twice().Where(search => search.First.Outcome != CrossoverOutcome.Undecided && search.Second.Outcome != CrossoverOutcome.Undecided),
        search => Assert.Equal((search.First.Outcome, search.First.Throughout, search.First.WinsAbove), (search.Second.Outcome, search.Second.Throughout, search.Second.WinsAbove)));

    // Shares of draws lie a hundredth around what was asked for. A completed Task of bool is cached: those bytes meet at 1 and do not cross.
    [Fact]
    public void Bytes_cross_where_their_sizes_say() => Assert.All(Twice().SelectMany(search => new[] { search.First, search.Second }), run =>
    {
        if (Result(run) == "bool") Assert.Null(run.BytesAt);
        else Assert.InRange(run.BytesAt!.At - (Result(run) == "decimal" ? 56 / 216.0 : 32 / 176.0), -0.01, 0.01);
    });

    [Fact]
    public void The_machine_of_the_runs_is_named() => Assert.All(
        new[] { First, Second }.SelectMany(run => new[] { run.Machine.Processor!, run.Runtime }),
        named => Assert.Contains(named, Documents.Of(Page).Text, StringComparison.Ordinal));

    private static IEnumerable<(CrossoverResult First, CrossoverResult Second)> Twice() =>
        First.Crossovers.Select(crossover => (crossover, Second.Crossovers.Single(other => other.Id == crossover.Id)));

    private static string Bytes(CrossoverResult crossover) => crossover.BytesAt is { } bytes ? PublishedRun.Number(bytes.At, "0.000") : "–";

    private static string Result(CrossoverResult crossover) => Part(crossover, 5).Split('=')[^1];

    // Experiment, pair, load, pressure, collector and parameters.
    private static string Part(CrossoverResult crossover, int place) => crossover.Id.Split('/')[place];
}
