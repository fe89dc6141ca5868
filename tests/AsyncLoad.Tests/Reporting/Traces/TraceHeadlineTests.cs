using AsyncLoad.Reporting.Traces;
using AsyncLoad.Tracing.Advisor;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Traces;

public sealed class TraceHeadlineTests
{
    [Fact]
    public void The_finding_whose_remedies_remove_most_is_the_headline()
    {
        var document = TraceDocument.From(SampleDigest.Create());
        Assert.Equal(
            "57 % of the bytes of 13.0 MB/s come from 2 async methods that complete synchronously; returning ValueTask would remove 7.48 MB/s [7.17, 7.80], if the checks hold.",
            document.Headline);
        Assert.StartsWith("All 3 remedies together would remove 7.79 MB/s [", document.Lead, StringComparison.Ordinal);
    }

    [Fact]
    public void One_method_is_spoken_of_in_the_singular()
    {
        var digest = SampleDigest.Create();
        var one = digest with { Advice = digest.Advice! with { Methods = [digest.Advice.Methods[0]] } };
        var document = TraceDocument.From(one);
        Assert.StartsWith("42 % of the bytes of 13.0 MB/s come from 1 async method that completes synchronously; returning ValueTask would remove 5.48 MB/s [", document.Headline, StringComparison.Ordinal);
        Assert.EndsWith("].", document.Headline, StringComparison.Ordinal);
        Assert.StartsWith("480 GC pauses took ", document.Lead, StringComparison.Ordinal);
    }

    [Fact]
    public void Two_remedies_are_both()
    {
        var digest = SampleDigest.Create();
        var two = digest with { Advice = digest.Advice! with { Methods = [digest.Advice.Methods[0], digest.Advice.Methods[2]] } };
        Assert.StartsWith("Both remedies together would remove 5.78 MB/s [", TraceDocument.From(two).Lead, StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_to_advise_is_said_plainly() => Assert.Equal(
        "13.0 MB/s allocated; no remedy was found for an async method.",
        TraceDocument.From(SampleDigest.Ticks()).Headline);

    [Fact]
    public void Bytes_of_async_code_that_no_method_is_charged_for_are_not_denied()
    {
        var digest = SampleDigest.Ticks();
        var account = digest.Advice!.Account;
        account = account with { Tasks = account.Other, Other = account.Other with { Bytes = account.Other.Bytes / 4 } };

        Assert.Equal(
            "13.0 MB/s allocated; no remedy was found for an async method, though 80 % of it is for async code.",
            TraceDocument.From(digest with { Advice = digest.Advice with { Account = account } }).Headline);
    }

    [Fact]
    public void Many_small_findings_are_told_where_they_take_more_than_the_large_ones()
    {
        var digest = SampleDigest.Create();
        var small = digest.Advice! with { Methods = [digest.Advice.Methods[2]], LeftOut = 700, LeftOutShare = 0.88 };

        Assert.StartsWith("700 more findings are each below 1 % of the bytes and take 88 % together (--min-share).", TraceDocument.From(digest with { Advice = small }).Lead, StringComparison.Ordinal);
        Assert.DoesNotContain("more findings", TraceDocument.From(digest with { Advice = digest.Advice with { LeftOut = 700, LeftOutShare = 0.1 } }).Lead, StringComparison.Ordinal);
    }

    [Fact]
    public void A_method_that_is_not_async_is_not_called_so()
    {
        var digest = SampleDigest.Create();
        var plain = digest.Advice!.Methods[0] with { IsAsync = false };

        Assert.Contains("come from 1 method that completes synchronously;", TraceDocument.From(digest with { Advice = digest.Advice with { Methods = [plain] } }).Headline, StringComparison.Ordinal);
    }

    [Fact]
    public void Only_what_is_sure_of_a_method_is_its_share()
    {
        var digest = SampleDigest.Create();
        var half = digest.Advice!.Methods[0] with { SureShare = 0.21 };

        Assert.StartsWith("21 % of the bytes of 13.0 MB/s come from 1 async method", TraceDocument.From(digest with { Advice = digest.Advice with { Methods = [half] } }).Headline, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_a_method_that_nothing_is_sure_of_its_share_is_the_most()
    {
        var digest = SampleDigest.Create();
        var unsure = digest.Advice!.Methods[0] with { Share = 0.4, SureShare = 0 };

        Assert.StartsWith("Up to 40 % of the bytes of 13.0 MB/s come from 1 async method", TraceDocument.From(digest with { Advice = digest.Advice with { Methods = [unsure] } }).Headline, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_stacks_nothing_can_be_advised() => Assert.Equal(
        "13.0 MB/s allocated; without call stacks there is no advice.",
        TraceDocument.From(SampleDigest.Ticks() with { Advice = null }).Headline);

    [Fact]
    public void A_trace_of_collections_speaks_of_pauses()
    {
        var document = TraceDocument.From(SampleDigest.GcOnly());
        Assert.Matches("^480 GC pauses took [0-9.]+ % of 30.0 s, [0-9.]+ ms at the longest; allocation was not recorded.$", document.Headline);
        Assert.Null(document.Lead);
    }

    [Fact]
    public void A_trace_of_neither_says_so() => Assert.Equal(
        "The trace holds neither collections nor allocations.",
        TraceDocument.From(SampleDigest.GcOnly() with { Gc = null }).Headline);

    [Fact]
    public void Findings_without_a_remedy_never_make_the_headline()
    {
        var digest = SampleDigest.Create();
        var suspends = digest.Advice!.Methods.Where(advice => advice.Finding == AdviceFinding.Suspends);
        var document = TraceDocument.From(digest with { Advice = digest.Advice with { Methods = [.. suspends] } });
        Assert.StartsWith("13.0 MB/s allocated; no remedy was found for an async method", document.Headline, StringComparison.Ordinal);
    }
}
