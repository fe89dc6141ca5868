using System.Text;
using System.Text.Json.Nodes;
using System.Xml.Linq;
using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Reporting.Traces;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Collections;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

/// <summary>What the report of a run says of its traces.</summary>
public sealed class TracedRunTests
{
    [Fact]
    public void Each_traced_side_has_its_timeline_and_its_stacks_behind_a_summary()
    {
        var details = Timelines(SampleRun.Create()).Blocks.OfType<ReportBlock.Details>().ToList();
        Assert.Equal(4, details.Count);
        Assert.Equal("Collections over time and top stacks: await-value-task vs await-task, sequential, calm [ac]", details[0].Summary);
        Assert.Equal([typeof(ReportBlock.Timeline), typeof(ReportBlock.Stacks)], details[0].Blocks.Select(block => block.GetType()));
        var timeline = (ReportBlock.Timeline)details[0].Blocks[0];
        Assert.Equal((2, 300.25), (timeline.Data.Collections.Count, timeline.Data.SpanMs));
        Assert.Equal(7.5, timeline.Data.Collections[0].AtMs, 1e-9);
    }

    [Theory]
    [InlineData("blocking", 3)]
    [InlineData("background", 2)]
    public void The_heap_after_a_background_collection_is_not_drawn_at_its_beginning(string kind, int sizes)
    {
        var run = SampleRun.Create();
        var trace = run.Comparisons[0].Sides.Baseline.Trace.Value!;
        var longer = trace with { Collections = [.. trace.Collections, new TracedGc(9, 2, "AllocSmall", kind, 1_500, 0.8, 20, 1)] };
        var comparison = run.Comparisons[0].WithBaseline(side => side with { Trace = longer });
        var timeline = (ReportBlock.Timeline)Timelines(run with { Comparisons = [comparison] }).Blocks.OfType<ReportBlock.Details>().Single().Blocks[0];
        Assert.Equal((3, sizes), (timeline.Data.Collections.Count, timeline.Data.Collections.Count(collection => collection.HeapBytes is not null)));
    }

    [Fact]
    public void A_heap_that_stays_the_same_is_told_once()
    {
        var run = SampleRun.Create();
        var trace = run.Comparisons[0].Sides.Baseline.Trace.Value!;
        var level = trace with { Collections = [.. trace.Collections.Select(collection => collection with { HeapAfterMb = 0.609 })] };
        var comparison = run.Comparisons[0].WithBaseline(side => side with { Trace = level });
        var timeline = (ReportBlock.Timeline)Timelines(run with { Comparisons = [comparison] }).Blocks.OfType<ReportBlock.Details>().Single().Blocks[0];
        Assert.Contains(" The heap after a collection was 609 kB. The longest pause ", timeline.Data.Description.Replace('\u00a0', ' '), StringComparison.Ordinal);
    }

    [Fact]
    public void Checks_are_printed_as_passed_or_failed()
    {
        var table = Traces(SampleRun.Create()).Blocks.OfType<ReportBlock.Table>().Last();
        Assert.Equal("Traces against the processes' own counters", table.Caption);
        Assert.Equal(["passed", "failed", "passed"], table.Groups[0].Rows.Select(row => row[^1].Mark!.Word));
    }

    [Fact]
    public void Advice_on_several_sides_is_given_once_with_what_it_would_remove_from_each()
    {
        var section = ReportDocument.From(SampleRun.Create()).Sections.Single(section => section.Id == "advice");
        var notices = Assert.IsType<ReportBlock.Notices>(Assert.Single(section.Blocks)).Items;
        var notice = Assert.Single(notices);
        Assert.Equal(("recommended", "CallChain.AwaitAsync(int)"), (notice.Mark.Word, notice.Title));
        Assert.Equal(3, notice.About.Count(about => about.StartsWith("await-task, ", StringComparison.Ordinal)));
        Assert.Contains(notice.About, about => about.EndsWith("97 % of all bytes; the remedy would remove 488.9 [481.8, 495.9] B/op", StringComparison.Ordinal));
    }

    [Fact]
    public void A_chain_of_methods_is_one_piece_of_advice_with_what_all_of_them_would_save()
    {
        var run = SampleRun.Create();
        var trace = run.Comparisons[0].Sides.Baseline.Trace.Value!;
        var one = trace.Advice!.Methods.First(advice => advice.Weight == AdviceWeight.Recommended);
        string[] chain = ["Orders.FindAsync(int)", "Store.FindAsync(int)", "Cache.FindAsync(int)"];
        var chained = trace with { Advice = trace.Advice with { Methods = [.. chain.Select(method => one with { Method = method, Chain = chain, Share = one.Share / 3 })] } };
        var comparison = run.Comparisons[0].WithBaseline(side => side with { Trace = chained });
        var section = ReportDocument.From(run with { Comparisons = [comparison] }).Sections.Single(section => section.Id == "advice");
        var notice = Assert.Single(Assert.IsType<ReportBlock.Notices>(Assert.Single(section.Blocks)).Items);

        Assert.Equal("Orders.FindAsync(int) and 2 more in a chain", notice.Title);
        Assert.EndsWith(" In each of the 3 methods.", notice.Remedy, StringComparison.Ordinal);
        Assert.Equal("Chain: Orders.FindAsync(int) → Store.FindAsync(int) → Cache.FindAsync(int)", notice.About[0]);
        Assert.Contains(notice.About, about => about.Contains($"{Figures.Percent(one.Share)} of all bytes; the remedy would remove ", StringComparison.Ordinal));
    }

    [Fact]
    public void Results_hold_types_checks_and_advice_of_every_trace()
    {
        var json = JsonNode.Parse(Rendered.All(SampleRun.Create())["results.json"])!;
        var trace = json["comparisons"]![0]!["traces"]!["baseline"]!;
        Assert.Equal(504 * 4_000_000 * 0.998, trace["types"]![0]!["bytes"]!["estimate"]!.GetValue<double>(), 1.0);
        Assert.Equal([true, false, true], trace["checks"]!.AsArray().Select(check => check!["passed"]!.GetValue<bool>()));
        Assert.Equal("completesSynchronously", trace["advice"]![0]!["finding"]!.GetValue<string>());
        Assert.Equal(4_000_000, trace["operations"]!.GetValue<long>());
        Assert.All(json["comparisons"]!.AsArray().SelectMany(comparison => comparison!["traces"]!.AsObject()).Select(side => side.Value).OfType<JsonObject>(), side => Assert.Equal(
            side.Where(member => member.Value is null).Select(member => member.Key).Order(StringComparer.Ordinal),
            side["missing"]!.AsObject().Select(member => member.Key).Order(StringComparer.Ordinal)));
    }

    [Fact]
    public void A_hundred_comparisons_with_thousands_of_collections_stay_below_2_MB()
    {
        var run = Hundred();
        var outputs = Rendered.All(run);
        Assert.InRange(Encoding.UTF8.GetByteCount(outputs["report.html"]), 100_000, 2_000_000);
        Assert.InRange(Encoding.UTF8.GetByteCount(outputs["report.md"]), 100_000, 1_048_576);
        var section = Timelines(run);
        Assert.Equal(5, section.Blocks.OfType<ReportBlock.Details>().Count());
        Assert.Contains("the 5 of 100 comparisons with the longest pauses", section.Lead, StringComparison.Ordinal);
        var ids = HtmlReportTests.Parse(outputs["report.html"]).Descendants().Attributes("id").Select(id => id.Value).ToList();
        Assert.Equal(ids.Distinct(), ids);
    }

    private static RunAnalysis Hundred()
    {
        var run = SampleRun.Create();
        var collections = Enumerable.Range(0, 5_000).Select(index => new TracedGc(index, index % 3, "AllocSmall", "blocking", 1_403 + (index * 0.0599), 0.01 + (index * 37 % 101 * 0.01), 20 + (index * 53 % 97), 1)).ToList();
        return run with { Comparisons = [.. Enumerable.Range(1, 100).Select(Comparison)] };

        ComparisonAnalysis Comparison(int number)
        {
            var comparison = run.Comparisons[number % 3];
            var sample = comparison.Sides.Baseline.Trace.Value!;
            var trace = sample with
            {
                Collections = collections,
                Stacks = SampleDigest.Create().Allocation!.Stacks,
                Allocations = [.. Enumerable.Repeat(sample.Allocations[0], 30)],
            };
            return comparison.With(trace, trace with { Advice = new AdviceReport(0.3, [], 0.01, 0, [], Nothing) }) with
            {
                Comparison = comparison.Comparison with { Id = FormattableString.Invariant($"completed-calls/{number}"), Ordinal = number },
            };
        }
    }

    private static AllocationEstimate None { get; } = new(0, 0, 0, 377_738);

    private static ByteAccount Nothing { get; } = new(None, None, None, None, None, []);

    private static ReportSection Traces(RunAnalysis run) => Section(run, "traces");

    private static ReportSection Timelines(RunAnalysis run) => Section(run, "gc-timeline");

    private static ReportSection Section(RunAnalysis run, string id) => ReportDocument.From(run).Sections.Single(section => section.Id == id);
}
