using AsyncLoad.Tests.Tracing.Advisor.Samples;
using AsyncLoad.Tests.Tracing.Advisor.Services;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Naming;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor;

public sealed class AdviceBuilderTests
{
    private static readonly TracedFrame Explicit = Sites.Plain("Explicit", "instance class System.Threading.Tasks.Task`1<class System.String>  (int32)");

    [Fact]
    public void Sites_of_one_method_and_finding_are_one_advice_and_the_largest_comes_first()
    {
        var report = Sites.Advise(
            Price(10),
            Sites.Of(Sites.TaskOf("System.Decimal"), 30, Sites.MoveNext("PriceAsync", typeof(string)), Sites.Runtime("System.Threading.Timer", "Fire")),
            Box("ValueAsync", 100));

        Assert.Equal([("SampleShop.ValueAsync(int)", 100L), ("SampleShop.PriceAsync(string)", 40L)], report.Methods.Select(advice => (advice.Method, advice.Allocated.Samples)));
    }

    [Fact]
    public void Rates_are_bytes_over_seconds_and_shares_refer_to_everything()
    {
        var advice = Sites.Advise(Price(25), Sites.Of("System.String", 75, Explicit)).Methods.Single();

        Assert.Equal(0.25, advice.Share, 9);
        Assert.Equal(Sites.Size, advice.ObjectBytes!.Value, 6);
        Assert.Equal(advice.Allocated.Bytes / Sites.Seconds, advice.Removable!.Estimate, 6);
        Assert.Equal(advice.Allocated.Low / Sites.Seconds, advice.Removable.Low, 6);
        Assert.Equal(advice.Allocated.High / Sites.Seconds, advice.Removable.High, 6);
    }

    [Fact]
    public void What_is_below_the_share_is_counted_and_left_out()
    {
        var report = AdviceBuilder.Build([Price(9), Box("ValueAsync", 91)], Sites.Seconds, AllocationSource.Sampled, new AdviceOptions(0.1, []));

        Assert.Equal(("SampleShop.ValueAsync(int)", 1, 0.1), (Assert.Single(report.Methods).Method, report.LeftOut, report.MinShare));
        Assert.InRange(report.LeftOutShare, 0.001, 0.1);
    }

    [Fact]
    public void Nine_samples_are_not_enough_and_ten_are()
    {
        var few = Sites.Advise(Price(9)).Methods.Single();

        Assert.Equal((AdviceWeight.NotEnoughEvidence, null, null), (few.Weight, few.Remedy, few.Removable));
        Assert.Contains("9 of the 10 samples", Assert.Single(few.Check), StringComparison.Ordinal);
        Assert.NotEqual(AdviceWeight.NotEnoughEvidence, Sites.Advise(Price(10)).Methods.Single().Weight);
    }

    [Fact]
    public void Without_sites_there_is_no_advice()
    {
        var report = Sites.Advise();

        Assert.Empty(report.Methods);
        Assert.Equal(0, report.LeftOut);
    }

    [Fact]
    public void A_method_that_also_suspends_gives_back_what_its_boxes_grow_by()
    {
        var report = Sites.Advise(
            Sites.Sized(Sites.TaskOf("System.Decimal"), 1_000, 80, Sites.MoveNext("PriceAsync", typeof(string))),
            Sites.Sized(Sites.Box(Sites.Machine("PriceAsync", typeof(string)), "System.Decimal"), 500, 112, Sites.BoxMaker(), Sites.MoveNext("PriceAsync", typeof(string))));

        var completes = report.Methods.Single(advice => advice.Finding == AdviceFinding.CompletesSynchronously);
        var suspends = report.Methods.Single(advice => advice.Finding == AdviceFinding.Suspends);
        // A decimal takes 16 B.
        Assert.Equal((completes.Allocated.Bytes - suspends.Allocated.Bytes * 16 / 112) / Sites.Seconds, completes.Removable!.Estimate, 3);
        Assert.True(completes.Removable.Low < completes.Allocated.Low / Sites.Seconds);
        Assert.Contains(completes.Check, check => check.Contains("16 B", StringComparison.Ordinal));
    }

    [Fact]
    public void Callers_that_suspend_for_reasons_of_their_own_keep_the_larger_value_too()
    {
        var caller = typeof(SampleCallers).GetMethod("AwaitsAsync")!;
        var awaited = new TracedFrame(Sites.Module, typeof(SampleCallers).FullName!, "Awaited", "instance class System.Threading.Tasks.Task`1<int32>  (int32)");
        var report = Sites.Advise(
            Sites.Sized(Sites.TaskOf("System.Int32"), 1_000, 72, Sites.Runtime("System.Threading.Tasks.Task", "FromResult"), awaited),
            Sites.Sized(Sites.Box(Sites.Machine(caller)), 500, 128, Sites.BoxMaker(), Sites.MoveNext(caller)));

        var completes = report.Methods.Single(advice => advice.Finding == AdviceFinding.CompletesSynchronously);
        var suspends = report.Methods.Single(advice => advice.Finding == AdviceFinding.Suspends);
        Assert.Equal("Return ValueTask<int>, made with ValueTask.FromResult(value), instead of Task<int>.", completes.Remedy);
        // A ValueTask of an int takes 16 B where a reference to a task takes 8. A box with a place for another such task keeps that.
        Assert.Equal((completes.Allocated.Bytes - suspends.Allocated.Bytes * 8 / 128) / Sites.Seconds, completes.Removable!.Estimate, 3);
        Assert.Equal((completes.Allocated.Low - suspends.Allocated.High * 16 / 128) / Sites.Seconds, completes.Removable.Low, 3);
        Assert.Equal(completes.Allocated.High / Sites.Seconds, completes.Removable.High, 3);
    }

    [Fact]
    public void What_boxes_grow_by_is_taken_off_once_where_one_remedy_removes_tasks_and_boxes()
    {
        var report = Sites.Advise(CountedSites.Task("Passing", "FindAsync"), CountedSites.Box("Passing", "FindAsync"), CountedSites.Box("Passing", "PassGuardedAsync"));

        var completes = report.Methods.Single(advice => advice is { Method: "Passing.FindAsync(int)", Finding: AdviceFinding.CompletesSynchronously });
        var suspends = report.Methods.Single(advice => advice is { Method: "Passing.FindAsync(int)", Finding: AdviceFinding.Suspends });
        var caller = report.Methods.Single(advice => advice.Method == "Passing.PassGuardedAsync(int)");
        Assert.Equal((RemedyKind.ReturnValueTask, RemedyKind.PoolBoxes), (completes.RemedyKind, suspends.RemedyKind));
        Assert.EndsWith("That removes its tasks too, which have a separate entry.", suspends.Remedy, StringComparison.Ordinal);
        // A ValueTask of a text takes 24 B where a reference to a task takes 8. Larger boxes of the method itself are pooled, too.
        Assert.Equal((completes.Allocated.Bytes + suspends.Allocated.Bytes - (caller.Allocated.Bytes * 16 / Sites.Size)) / Sites.Seconds, completes.Removable!.Estimate + suspends.Removable!.Estimate, 3);
    }

    [Fact]
    public void Nothing_is_to_gain_where_boxes_grow_by_more_than_the_tasks_take()
    {
        var report = Sites.Advise(CountedSites.Task("Passing", "FindAsync"), CountedSites.Box("Passing", "PassGuardedAsync", samples: 1_000));

        var advice = report.Methods.Single(advice => advice.Method == "Passing.FindAsync(int)");
        Assert.Equal((AdviceWeight.Nothing, null), (advice.Weight, advice.Removable));
        Assert.Contains("grow by more", Assert.Single(advice.Check), StringComparison.Ordinal);
    }

    [Fact]
    public void Biased_samples_recommend_nothing()
    {
        AllocationSite[] sites = [Sites.Of("ValueTaskSourceAsTask[System.Int32]", 20, Sites.MoveNext("ConvertsAsync"))];

        Assert.Equal(AdviceWeight.Recommended, Sites.Advise(sites).Methods.Single().Weight);
        var biased = AdviceBuilder.Build(sites, Sites.Seconds, AllocationSource.Tick, new AdviceOptions(0, [])).Methods.Single();
        Assert.Equal(AdviceWeight.Conditional, biased.Weight);
        Assert.Contains(biased.Check, check => check.Contains("AllocationTick", StringComparison.Ordinal));
    }

    [Fact]
    public void Without_metadata_the_stack_says_what_it_can()
    {
        var kickoff = Sites.Plain("PriceAsync", "instance class System.Threading.Tasks.Task`1<value class System.Decimal>  (class System.String)");
        var report = Sites.AdviseWithoutMetadata(
            Sites.Of(Sites.TaskOf("System.Decimal"), 30, Sites.MoveNext("PriceAsync", typeof(string)), kickoff),
            Sites.Of(Sites.Box(Sites.Machine("ValueAsync")), 20, Sites.BoxMaker(), Sites.MoveNext("ValueAsync")));

        Assert.Equal(["Nowhere.dll"], report.WithoutMetadata);
        Assert.Equal(["SampleShop.PriceAsync(string)", "SampleShop.ValueAsync"], report.Methods.Select(advice => advice.Method));
        Assert.All(report.Methods, advice => Assert.Equal((AdviceWeight.Conditional, "Nowhere.dll"), (advice.Weight, advice.Assembly)));
        Assert.Contains("does not show whether it returns Task or ValueTask", report.Methods[1].Because, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Without_the_assembly_what_a_method_calls_may_have_made_its_tasks(bool isAsync)
    {
        var frame = isAsync ? Sites.MoveNext("PriceAsync", typeof(string)) : Sites.Plain("Explicit", "instance class System.Threading.Tasks.Task`1<value class System.Decimal>  (int32)");
        var report = Sites.AdviseWithoutMetadata(Sites.Of(Sites.TaskOf("System.Decimal"), 30, frame));
        var advice = Assert.Single(report.Methods);

        Assert.Equal((0.0, 0.0, 0.0), (advice.Allocated.Low, advice.Removable!.Low, advice.SureShare));
        Assert.Equal(advice.Allocated.Bytes / Sites.Seconds, advice.Removable.Estimate, 6);
        Assert.Equal(30, report.Account.Tasks.Samples);
    }

    [Fact]
    public void The_same_method_is_one_whether_or_not_a_stack_shows_its_beginning()
    {
        var kickoff = Sites.Plain("PriceAsync", "instance class System.Threading.Tasks.Task`1<value class System.Decimal>  (class System.String)");
        var code = Sites.MoveNext("PriceAsync", typeof(string));

        var advice = Assert.Single(Sites.AdviseWithoutMetadata(Sites.Of(Sites.TaskOf("System.Decimal"), 10, code), Sites.Of(Sites.TaskOf("System.Decimal"), 10, code, kickoff)).Methods);

        Assert.Equal(("SampleShop.PriceAsync(string)", 20), (advice.Method, advice.Allocated.Samples));
    }

    [Fact]
    public void No_trace_makes_it_throw()
    {
        var part = Gen.Elements(
            "<", ">", "[", "]", "+", ",", "`1", "<M>d__4", "<>c__DisplayClass1_0", "A", "System.Int32", "!0", "AsyncStateMachineBox`1", "StateMachineBox`1", "System.Threading.Tasks.Task`1",
            "ValueTaskSourceAsTask", "MoveNext", " ", "(", ")", "class ", typeof(SampleShop).FullName!, "Explicit", "PriceAsync", "[System.Int32,A+<M>d__4]", "[System.Int32]");
        var text = part.ListOf().Select(string.Concat);
        var frame =
            from module in Gen.Elements(null, "", "x", "a.dll", Sites.Module)
            from names in text.ArrayOf(3)
            select new TracedFrame(module, names[0], names[1], names[2]);
        var site =
            from type in text
            from frames in frame.ArrayOf(3)
            select Sites.Of(type, 10, frames);

        Check.One(Config.QuickThrowOnFailure.WithMaxTest(300), Prop.ForAll(site.ArrayOf(4).ToArbitrary(), sites => Sites.Advise(sites).Methods.All(advice => advice.Method.Length > 0)));
    }

    private static AllocationSite Price(int samples) => Sites.Of(Sites.TaskOf("System.Decimal"), samples, Sites.MoveNext("PriceAsync", typeof(string)));

    private static AllocationSite Box(string method, int samples) => Sites.Of(Sites.Box(Sites.Machine(method)), samples, Sites.BoxMaker(), Sites.MoveNext(method));
}
