using System.Globalization;
using Xunit;

namespace AsyncLoad.EndToEnd.Advice;

/// <summary>That the proof would see an advisor fail.</summary>
public class AdviceRunTests
{
    private const string Digest = """
        {
          "state": { "truncated": false, "damage": null, "eventsLost": 0 },
          "process": { "startedUtc": "2026-11-26T12:00:00.250+00:00", "durationMs": 8500 },
          "advice": { "seconds": 8.5, "methods": [
            {
              "method": "Prices.QuoteAsync(string)", "namespace": "OrderService.Planted", "finding": "completesSynchronously", "weight": "conditional",
              "allocated": { "samples": 10, "bytes": 1000, "low": 900, "high": 1100 }, "removable": { "estimate": 100, "low": 90, "high": 110 }, "check": []
            },
            {
              "method": "AtHand.TipAsync(int)", "namespace": "OrderService.Bait", "finding": "suspends", "weight": "conditional",
              "allocated": { "samples": 10, "bytes": 1000, "low": 900, "high": 1100 }, "removable": null, "check": []
            },
            {
              "method": "Prices.QuoteAsync(string)", "namespace": "OrderService.Planted", "finding": "suspends", "weight": "conditional",
              "allocated": { "samples": 10, "bytes": 1000, "low": 900, "high": 1100 }, "removable": null, "check": []
            }
          ] }
        }
        """;

    private static readonly OrderRow Quote = new("quote", "Prices.QuoteAsync(string)", "completesSynchronously", "recommended", 10, 100);
    private static readonly OrderRow Label = new("label", "Prices.LabelAsync(int)", "completesSynchronously", "recommended", 10, 100);
    private static readonly OrderRow Tip = new("tip", "AtHand.TipAsync(int)", null, null, 10, 0);

    [Theory]
    [InlineData("2026-11-26T12:00:08.700Z", true)]
    [InlineData("2026-11-26T12:00:08.800Z", false)]
    public void A_load_that_ended_after_the_session_was_not_recorded_whole(string end, bool covered) =>
        Assert.Equal(covered, PrintedDigest.Parse(Digest).Covers(DateTimeOffset.Parse(end, CultureInfo.InvariantCulture)));

    [Fact]
    public void Lost_events_may_be_those_of_the_load() =>
        Assert.False(PrintedDigest.Parse(Digest.Replace("\"eventsLost\": 0", "\"eventsLost\": 1", StringComparison.Ordinal)).Covers(DateTimeOffset.UnixEpoch));

    [Fact]
    public void What_is_missing_has_no_advice()
    {
        Assert.Equal([Quote, Label], Run().Planted.Select(method => method.Row));
        Assert.Equal([true, false], Run().Planted.Select(method => method.Advice is not null));
    }

    [Fact]
    public void Bait_and_the_wrong_finding_are_false() =>
        Assert.Equal(["AtHand.TipAsync(int)", "Prices.QuoteAsync(string)"], Run().False.Select(advice => advice.Method));

    [Fact]
    public void A_planted_method_by_another_namespace_is_missing_and_false()
    {
        var run = new AdviceRun(new OrderTruth(false, 1, 0, [Quote]), PrintedDigest.Parse(Digest.Replace("OrderService.Planted", "OrderService.Bait", StringComparison.Ordinal)));

        Assert.Null(Assert.Single(run.Planted).Advice);
        Assert.Equal(3, run.False.Count);
    }

    [Fact]
    public void The_wrong_weight_is_seen() => Assert.False(Run().Planted[0].IsWeighedRight);

    [Theory]
    [InlineData(8, false)]
    [InlineData(9, true)]
    [InlineData(11, true)]
    [InlineData(12, false)]
    public void Intervals_cover_what_lies_within(int calls, bool covered) => Assert.Equal(covered, Run(Quote with { Calls = calls }).Planted[0].IsCovered);

    [Fact]
    public void Nothing_found_covers_nothing() => Assert.False(Run(Label).Planted[0].IsCovered);

    [Fact]
    public void The_truth_of_a_session_is_what_came_during_it()
    {
        var before = new OrderTruth(false, 1, 1000, [Quote]);

        var during = new OrderTruth(false, 3, 5000, [Quote with { Calls = 25 }]).Since(before);

        Assert.Equal((2, 4000, 1500), (during.Rounds, during.AllocatedBytes, during.Rows[0].Bytes));
    }

    private static AdviceRun Run() => Run(Quote, Label, Tip);

    private static AdviceRun Run(params IReadOnlyList<OrderRow> rows) => new(new OrderTruth(false, 1, 0, rows), PrintedDigest.Parse(Digest));
}
