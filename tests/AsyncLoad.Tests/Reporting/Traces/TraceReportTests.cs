using System.Globalization;
using System.Xml.Linq;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Html;
using AsyncLoad.Reporting.Traces;
using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Digests;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Traces;

public sealed class TraceReportTests
{
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    public static TheoryData<string, string> Outputs => new()
    {
        { "all", "trace.html" }, { "all", "trace.md" }, { "gc", "trace.gc.md" }, { "ticks", "trace.ticks.md" },
    };

    [Theory]
    [MemberData(nameof(Outputs))]
    public void Each_output_is_as_approved(string digest, string file) => Approval.Matches(Written(Digest(digest), Path.GetExtension(file)), file);

    [Theory]
    [InlineData("tr-TR")]
    [InlineData("de-DE")]
    public void Outputs_are_the_same_in_every_culture(string culture)
    {
        var expected = (Html(SampleDigest.Create()), Markdown(SampleDigest.Create()));
        var before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
            Assert.Equal(expected, (Html(SampleDigest.Create()), Markdown(SampleDigest.Create())));
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public void A_hostile_name_is_inert_in_every_output()
    {
        var names = Gen.Elements(HostileRun.Pieces).ListOf(3).Select(string.Concat).ToArbitrary();
        var ordinary = Shape(SampleDigest.Create("ordinary"));
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(60).WithReplay(20_261_122, 7), Prop.ForAll(names, name =>
        {
            var digest = SampleDigest.Create(name);
            Assert.Equal(ordinary, Shape(digest));
            HostileNamesTests.AssertPlain(Markdown(digest));
            Assert.DoesNotContain(Html(digest), HostileNamesTests.Misleads);
            Assert.True(Html(digest).Length < 200_000);
        }));
    }

    [Fact]
    public void The_page_fetches_and_runs_nothing_and_its_ids_are_unique()
    {
        var page = HtmlReportTests.Parse(Html(SampleDigest.Create()));
        Assert.DoesNotContain(page.Descendants(), element => element.Name.LocalName is "script" or "link" or "iframe" or "img" or "form");
        Assert.DoesNotContain(page.Descendants().Attributes(), attribute => attribute.Name.LocalName is "src" or "style");
        Assert.All(page.Descendants().Attributes("href"), link => Assert.StartsWith("#", link.Value, StringComparison.Ordinal));
        var policy = HtmlReportTests.Policy(page);
        Assert.Equal(["default-src 'none'", "base-uri 'none'", "form-action 'none'"], policy.Take(3));
        Assert.StartsWith("style-src 'sha256-", Assert.Single(policy.Skip(3)), StringComparison.Ordinal);
        var ids = page.Descendants().Attributes("id").Select(id => id.Value).ToList();
        Assert.Equal(ids.Distinct(), ids);
    }

    [Fact]
    public void Every_chart_has_a_title_a_description_and_a_data_table()
    {
        var charts = HtmlReportTests.Parse(Html(SampleDigest.Create())).Descendants(Svg + "svg").ToList();
        Assert.Equal(ChartSize.All.Count, charts.Count);
        Assert.All(charts, chart =>
        {
            Assert.Equal("img", chart.Attribute("role")?.Value);
            string[] labels = [chart.Element(Svg + "title")!.Attribute("id")!.Value, chart.Element(Svg + "desc")!.Attribute("id")!.Value];
            Assert.Equal(string.Join(' ', labels), chart.Attribute("aria-labelledby")?.Value);
            Assert.Contains("The longest pause was", chart.Element(Svg + "desc")!.Value, StringComparison.Ordinal);
            Assert.NotEmpty(chart.Parent!.Descendants("tbody").Elements("tr"));
        });
    }

    [Fact]
    public void All_that_was_not_recorded_is_one_notice_with_a_line_for_each()
    {
        string[] missing = ["No exceptions: record them.", "No waits for locks: record them."];
        var notice = Notices(SampleDigest.Create() with { Missing = missing }, "warnings").Single(notice => notice.Title == "not recorded");

        Assert.Equal("2 things that a page can show are not in this trace.", notice.Message);
        Assert.Equal(missing, notice.About);
    }

    [Fact]
    public void Warnings_come_first_each_with_its_remedy()
    {
        var first = TraceDocument.From(SampleDigest.Create()).Sections[0];
        Assert.Equal("warnings", first.Id);
        var notices = Assert.IsType<ReportBlock.Notices>(Assert.Single(first.Blocks)).Items;
        Assert.Equal(["assemblies not found", "truncated", "events lost", "frames without names", "not recorded"], notices.Select(notice => notice.Title));
        Assert.All(notices.SkipLast(1), notice => Assert.NotNull(notice.Remedy));
        Assert.Equal(["AllocationTick: biased"], Notices(SampleDigest.Ticks(), "warnings").Select(notice => notice.Title));
    }

    [Fact]
    public void A_trace_without_anything_odd_has_no_warnings()
    {
        var digest = SampleDigest.Create();
        var clean = digest with { State = new TraceState(false, null, 1, 0, 0.02), Missing = [], Advice = digest.Advice! with { WithoutMetadata = [] } };
        Assert.DoesNotContain(TraceDocument.From(clean).Sections, section => section.Id == "warnings");
        Assert.Equal(["PDBs not used"], Notices(clean with { Advice = clean.Advice! with { UnusedPdbs = ["Orders.pdb"] } }, "warnings").Select(notice => notice.Title));
        Assert.Equal(["loss unknown"], Notices(clean with { State = clean.State with { EventsLost = null } }, "warnings").Select(notice => notice.Title));
        Assert.Equal(["damaged"], Notices(clean with { State = clean.State with { Damage = "a block of 9 EB" } }, "warnings").Select(notice => notice.Title));
    }

    [Fact]
    public void Only_remedies_are_spelt_out_and_every_finding_is_in_the_table()
    {
        var section = TraceDocument.From(SampleDigest.Create()).Sections.Single(section => section.Id == "advice");
        var table = Assert.IsType<ReportBlock.Table>(section.Blocks[0]);
        Assert.Equal(["recommended", "conditional", "recommended", "nothing to gain", "not enough evidence"], table.Groups[0].Rows.Select(row => row[2].Mark!.Word));
        Assert.Equal(["Pricing.PriceAsync(string)", "Stock.CountAsync(int)", "Orders.Find(Func<Order, bool>)"], Notices(SampleDigest.Create(), "advice").Select(notice => notice.Title));
        Assert.Equal(2, Notices(SampleDigest.Create(), "advice")[1].About.Count);
        Assert.Contains("3 findings below 1 % of all bytes are left out.", section.Lead, StringComparison.Ordinal);
    }

    [Fact]
    public void Sections_that_the_trace_has_nothing_for_are_left_out() => Assert.Equal(
        ["warnings", "gc", "trace"],
        TraceDocument.From(SampleDigest.GcOnly()).Sections.Select(section => section.Id));

    [Fact]
    public void Thinned_collections_are_said_to_be_thinned()
    {
        var digest = SampleDigest.GcOnly();
        var many = digest with { Gc = digest.Gc! with { Counts = [new GcCount(0, "AllocSmall", "blocking", 61_234, 9_000)] } };
        Assert.Contains("480 of 61,234, evenly chosen", Markdown(many), StringComparison.Ordinal);
        Assert.DoesNotContain("evenly chosen", Markdown(digest), StringComparison.Ordinal);
    }

    private static TraceDigest Digest(string name) => name switch
    {
        "gc" => SampleDigest.GcOnly(),
        "ticks" => SampleDigest.Ticks(),
        _ => SampleDigest.Create(),
    };

    private static IReadOnlyList<Notice> Notices(TraceDigest digest, string section) =>
        [.. TraceDocument.From(digest).Sections.Single(found => found.Id == section).Blocks.OfType<ReportBlock.Notices>().SelectMany(notices => notices.Items)];

    // Elements: text may differ, structure may not.
    private static IReadOnlyList<string> Shape(TraceDigest digest) => [.. HtmlReportTests.Parse(Html(digest)).Descendants().Select(element => element.Name.LocalName)];

    private static string Written(TraceDigest digest, string extension) => extension == ".html" ? Html(digest) : Markdown(digest);

    private static string Html(TraceDigest digest) => Text(writer => HtmlPage.Write(TraceDocument.From(digest).Page, writer));

    private static string Markdown(TraceDigest digest) => Text(writer => MarkdownPage.Write(TraceDocument.From(digest).Page, writer));

    private static string Text(Action<TextWriter> write)
    {
        using var writer = new StringWriter();
        write(writer);
        return writer.ToString();
    }
}
