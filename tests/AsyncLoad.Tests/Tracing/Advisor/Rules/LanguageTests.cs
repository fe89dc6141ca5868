using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Rules;

/// <summary>Methods of F# and Visual Basic whose assemblies are not at hand, and remedies on older runtimes. Names are those that the compilers of SDK 10.0.401 gave.</summary>
public sealed class LanguageTests
{
    private const string FSharp = "Cases.Prices+suspends@53";
    private const string VisualBasic = "Cases.Prices+VB$StateMachine_0_Suspends";

    [Theory]
    [InlineData(FSharp, "Prices.suspends")]
    [InlineData(VisualBasic, "Prices.Suspends")]
    public void Boxes_and_results_belong_to_the_method_of_their_state_machine(string machine, string method)
    {
        var report = Sites.Advise(Boxed(machine), Completed(machine));

        Assert.Equal([AdviceFinding.Suspends, AdviceFinding.CompletesSynchronously], report.Methods.Select(advice => advice.Finding));
        Assert.All(report.Methods, advice => Assert.Equal((method, true), (advice.Method, advice.IsAsync)));
        Assert.Equal(1, report.Methods.Sum(advice => advice.Share), 9);
    }

    [Fact]
    public void Remedies_of_FSharp_are_those_that_it_has()
    {
        Assert.Contains("poolingValueTask { } of the package IcedTasks", Remedy(Boxed(FSharp)), StringComparison.Ordinal);
        Assert.Contains("valueTask { } of the package IcedTasks", Remedy(Completed(FSharp)), StringComparison.Ordinal);
        Assert.DoesNotContain("typeof", Remedy(Boxed(FSharp)), StringComparison.Ordinal);
        Assert.DoesNotContain("static", Remedy(Sites.Of("Cases.Prices+suspends@54-1", 20, Machine(FSharp))), StringComparison.Ordinal);
    }

    [Fact]
    public void Remedies_of_Visual_Basic_are_those_that_it_has()
    {
        var boxed = Assert.Single(Sites.Advise(Boxed(VisualBasic)).Methods);

        Assert.Equal((AdviceWeight.Nothing, null, null), (boxed.Weight, boxed.Remedy, boxed.Removable));
        Assert.Contains(boxed.Check, check => check.Contains("the same method in C# could", StringComparison.Ordinal));
        Assert.Contains("from a Function without Async", Remedy(Completed(VisualBasic)), StringComparison.Ordinal);
        // What suspends goes on returning a Task there.
        Assert.DoesNotContain(Sites.Advise(Boxed(VisualBasic), Completed(VisualBasic)).Methods.SelectMany(advice => advice.Check), check => check.Contains("each box grows", StringComparison.Ordinal));
    }

    [Fact]
    public void Closures_of_task_expressions_are_found()
    {
        var advice = Assert.Single(Sites.Advise(Sites.Of("Cases.Prices+suspends@54-1", 20, Machine(FSharp))).Methods);

        Assert.Equal(("Prices.suspends", AdviceFinding.Closure, "closure in Prices.suspends"), (advice.Method, advice.Finding, Assert.Single(advice.Types)));
    }

    [Fact]
    public void An_async_expression_is_told_apart_from_a_task_expression()
    {
        var step = new TracedFrame("Cases.dll", "Cases.Prices+byAsync@30-2", "Invoke", "instance class Microsoft.FSharp.Control.FSharpAsync`1<int32>  (class Microsoft.FSharp.Core.Unit)");

        Assert.All(
            [
                Sites.Of("Microsoft.FSharp.Control.FSharpAsync`1[System.Int32]", 20, step),
                Sites.Of("Cases.Prices+byAsync@31-4", 20, step),
                Sites.Of("System.Object", 20, new TracedFrame("FSharp.Core.dll", "Microsoft.FSharp.Control.AsyncPrimitives", "Bind", ""), step),
            ],
            site => Assert.Equal(("lambda in Prices.byAsync", AdviceFinding.AsyncExpression), Found(site)));
        Assert.Equal(AdviceFinding.Suspends, Found(Boxed(FSharp)).Finding);
        // What a task would allocate instead is not known.
        var advice = Assert.Single(Sites.Advise(Sites.Of("Microsoft.FSharp.Control.FSharpAsync`1[System.Int32]", 20, step)).Methods);
        Assert.Equal((AdviceWeight.Conditional, true, null), (advice.Weight, advice.Remedy is not null, advice.Removable));
        // The library belongs to the language.
        Assert.Empty(Sites.Advise(Sites.Of("Microsoft.FSharp.Control.FSharpAsync`1[System.Int32]", 20, new TracedFrame("FSharp.Core.dll", "<StartupCode$FSharp-Core>.$Async+clo@193", "Invoke", ""))).Methods);
    }

    [Theory]
    [InlineData(3, true)]
    [InlineData(5, true)]
    [InlineData(6, false)]
    [InlineData(10, false)]
    [InlineData(null, false)]
    public void A_runtime_without_the_pooling_builder_is_named(int? runtime, bool named)
    {
        var box = Sites.Of(Sites.Box(Sites.Machine("PlainAsync"), "System.Threading.Tasks.VoidTaskResult"), 20, Sites.MoveNext("PlainAsync"));
        var advice = AdviceBuilder.Build([box], Sites.Seconds, AllocationSource.Tick, AdviceOptions.Default, new TracedCode(runtime)).Methods.Single();

        Assert.Equal(named, advice.Check.Contains($"The pooling builder came with .NET 6: this process ran on .NET {runtime}."));
    }

    private static AllocationSite Boxed(string machine) => Sites.Of(Sites.Box(machine), 30, Sites.BoxMaker(), Machine(machine));

    private static AllocationSite Completed(string machine) =>
        Sites.Of(Sites.TaskOf("System.Int32"), 20, Sites.Runtime("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1[System.Int32]", "SetResult"), Machine(machine));

    private static TracedFrame Machine(string machine) => new("Cases.dll", machine, "MoveNext", "instance void  ()");

    private static string Remedy(AllocationSite site) => Assert.Single(Sites.Advise(site).Methods).Remedy!;

    private static (string Method, AdviceFinding Finding) Found(AllocationSite site)
    {
        var advice = Assert.Single(Sites.Advise(site).Methods);
        return (advice.Method, advice.Finding);
    }
}
