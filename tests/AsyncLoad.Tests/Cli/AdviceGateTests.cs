using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Analyze;
using AsyncLoad.Tests.Reporting.Traces;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Digests;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary><c>--fail-on</c>.</summary>
public class AdviceGateTests
{
    private static readonly TraceDigest Whole = With(report => report with { WithoutMetadata = [] });

    [Theory]
    [InlineData(AdviceWeight.Recommended, "recommended: 2 findings", "Pricing.PriceAsync(string): completes synchronously, recommended, would save|Orders.Find(Func<Order, bool>): closure or delegate, recommended, would save")]
    [InlineData(AdviceWeight.Conditional, "conditional: 3 findings", "Pricing.PriceAsync(string): |Stock.CountAsync(int): completes synchronously, conditional, would save|Orders.Find(Func<Order, bool>): ")]
    public void What_asks_for_a_change_fails_it_and_is_named(AdviceWeight least, string head, string findings)
    {
        var gate = AdviceGate.Judge(Whole, least);

        Assert.Equal(ExitCode.GateFailed, gate.Code);
        Assert.Equal($"gate ✗ failed: --fail-on {head}", gate.Lines[0]);
        Assert.All(findings.Split('|').Zip(gate.Lines.Skip(1)), pair => Assert.StartsWith("  " + pair.First, pair.Second, StringComparison.Ordinal));
        Assert.Equal(findings.Split('|').Length, gate.Lines.Count - 1);
    }

    [Theory]
    [InlineData(AdviceWeight.Recommended)]
    [InlineData(AdviceWeight.Conditional)]
    public void Packages_and_what_asks_for_nothing_never_fail_it(AdviceWeight least)
    {
        var advice = Whole.Advice!.Methods[0] with { Weight = AdviceWeight.Package, Package = "Vendor 2.0.1" };
        var digest = With(report => report with { WithoutMetadata = [], Methods = [advice, .. report.Methods.Where(method => method.Weight > AdviceWeight.Conditional)] });

        Assert.Equal((ExitCode.Ok, 0), (AdviceGate.Judge(digest, least).Code, AdviceGate.Judge(digest, least).Lines.Count));
    }

    [Fact]
    public void Conditions_alone_do_not_fail_a_build_that_asks_for_recommendations() =>
        Assert.Equal(ExitCode.Ok, AdviceGate.Judge(OnConditions(), AdviceWeight.Recommended).Code);

    // No method has a name: to pass would prove nothing.
    [Theory]
    [InlineData(AdviceWeight.Recommended)]
    [InlineData(AdviceWeight.Conditional)]
    public void A_trace_without_names_leaves_it_undecided(AdviceWeight least)
    {
        var nameless = With(report => report with { WithoutMetadata = [], Methods = [] });
        var cut = AdviceGate.Judge(nameless with { State = nameless.State with { Truncated = true, UnnamedFrames = 0.9 } }, least);
        var native = AdviceGate.Judge(nameless with { Process = nameless.Process with { NativeAot = true } }, least);

        Assert.Equal((ExitCode.GateInconclusive, ExitCode.GateInconclusive), (cut.Code, native.Code));
        Assert.Contains("cut off before the names", Assert.Single(cut.Lines), StringComparison.Ordinal);
        Assert.Contains("NativeAOT", Assert.Single(native.Lines), StringComparison.Ordinal);
    }

    // Nothing could be recommended: to pass would prove nothing.
    [Fact]
    public void What_could_not_be_looked_up_leaves_it_undecided()
    {
        Assert.Contains("were not found", Undecided(OnConditions() with { Advice = OnConditions().Advice! with { WithoutMetadata = ["Orders.dll"] } }), StringComparison.Ordinal);
        Assert.Contains("were rebuilt after", Undecided(OnConditions() with { Advice = OnConditions().Advice! with { OtherBuilds = ["Orders.dll"] } }), StringComparison.Ordinal);
        Assert.Contains("AllocationTick", Undecided(OnConditions() with { Allocation = Whole.Allocation! with { Source = AllocationSource.Tick } }), StringComparison.Ordinal);
        Assert.Contains("no allocation with call stacks", Undecided(SampleDigest.GcOnly()), StringComparison.Ordinal);
        Assert.Equal(ExitCode.GateInconclusive, AdviceGate.Judge(SampleDigest.GcOnly(), AdviceWeight.Conditional).Code);

        static string Undecided(TraceDigest digest)
        {
            var gate = AdviceGate.Judge(digest, AdviceWeight.Recommended);
            Assert.Equal(ExitCode.GateInconclusive, gate.Code);
            return Assert.Single(gate.Lines);
        }
    }

    private static TraceDigest OnConditions() => With(report => report with { WithoutMetadata = [], Methods = [.. report.Methods.Where(method => method.Weight == AdviceWeight.Conditional)] });

    private static TraceDigest With(Func<AdviceReport, AdviceReport> change) =>
        SampleDigest.Create() is var digest ? digest with { Advice = change(digest.Advice!), State = digest.State with { UnnamedFrames = 0.01 } } : digest;
}
