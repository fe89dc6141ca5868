using System.Xml.Linq;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Charts;

public sealed class GcTimelineTests
{
    [Theory]
    [InlineData("wide")]
    [InlineData("narrow")]
    public void A_timeline_of_few_collections_is_as_approved(string size) => Approval.Matches(Draw(Few(), SizeOf(size)), $"gc-timeline.{size}.svg");

    [Theory]
    [InlineData(5, 20)]
    [InlineData(480, 30_000)]
    [InlineData(5_000, 250)]
    [InlineData(5_000, 7_200_000)]
    public void No_two_texts_overlap_and_all_lie_inside(int collections, double spanMs)
    {
        foreach (var size in ChartSize.All)
            Drawing.AssertTextsStandApart(XElement.Parse(Draw(Many(collections, spanMs), size)), size.Width);
    }

    [Fact]
    public void Thousands_of_collections_stay_small()
    {
        Assert.True(Draw(Many(5_000, 30_000), ChartSize.Wide).Length < 30_000);
        Assert.True(Draw(Many(5_000, 30_000), ChartSize.Narrow).Length < 15_000);
    }

    [Fact]
    public void Every_sort_of_collection_has_a_shape_and_a_word_of_its_own()
    {
        var sorts = Enum.GetValues<CollectionSort>();
        Assert.Equal(sorts.Length, sorts.Select(GcMark.Word).Distinct().Count());
        Assert.Equal(sorts.Length, sorts.Select(sort => string.Concat(GcMark.Heads(sort, [(0, 0)]).Select(Drawing.Text))).Distinct().Count());
    }

    [Fact]
    public void The_legend_counts_all_collections_though_not_all_are_drawn() =>
        Assert.Contains("gen0: 4,285", Draw(Many(5_000, 30_000), ChartSize.Wide), StringComparison.Ordinal);

    [Fact]
    public void Without_heap_sizes_only_pauses_are_drawn()
    {
        var drawing = Draw(Few() with { Collections = [.. Few().Collections.Select(collection => collection with { HeapBytes = null })] }, ChartSize.Wide);
        Assert.DoesNotContain("heap after", drawing, StringComparison.Ordinal);
        Assert.Contains("pause, ms", drawing, StringComparison.Ordinal);
    }

    [Fact]
    public void Pauses_and_heaps_of_nothing_can_be_drawn() =>
        Assert.DoesNotContain("NaN", Draw(Few() with { Collections = [new TimelineGc(0, CollectionSort.Gen0, 0, 0)] }, ChartSize.Wide), StringComparison.Ordinal);

    private static HeapOverTime Few() => new(
        "gc-sample",
        "Heap and GC pauses: sample",
        "Six collections in 300 ms.",
        "the start of the measured window",
        300,
        [
            new(12, CollectionSort.Gen0, 0.31, 22e6),
            new(61, CollectionSort.Gen0, 0.28, 26e6),
            new(118, CollectionSort.Gen1, 1.42, 19e6),
            new(180, CollectionSort.Gen0, 0.35, 24e6),
            new(231, CollectionSort.Background, 0.9, 28e6),
            new(288, CollectionSort.Gen2, 9.7, 14e6),
        ]);

    private static HeapOverTime Many(int count, double spanMs) => Few() with
    {
        SpanMs = spanMs,
        Collections =
        [
            .. Enumerable.Range(0, count).Select(index => new TimelineGc(
                index * spanMs / count,
                index % 7 != 0 ? CollectionSort.Gen0 : (CollectionSort)(1 + (index / 7 % 3)),
                0.1 + (index * 37 % 101 * 0.13),
                1e6 * (20 + (index * 53 % 97)))),
        ],
    };

    private static ChartSize SizeOf(string name) => name == "wide" ? ChartSize.Wide : ChartSize.Narrow;

    private static string Draw(HeapOverTime data, ChartSize size) => Drawing.Text(GcTimeline.Draw(data, size));
}
