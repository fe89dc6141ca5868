using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Metadata;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Advice on services of F# and Visual Basic, compiled by their compilers.</summary>
public sealed class OtherLanguageTests(OtherLanguageTests.Compiled compiled) : IClassFixture<OtherLanguageTests.Compiled>
{
    private const string SourceOfFSharp = """
        namespace Shop
        open System.Threading.Tasks
        module Prices =
            let mapped (n: int) : Task<int> = task {
                let! got = [| n; n + 1 |] |> Array.map (fun i -> task { do! Task.Yield()
                                                                        return i }) |> Task.WhenAll
                return got.Length }
            let closes (xs: int[]) (limit: int) : Task<int> = task {
                if limit < 0 then do! Task.Yield()
                return (xs |> Array.filter (fun x -> x > limit)).Length }
            let run (n: int) : Task<int> = task {
                let! v = Task.Run(fun () -> n + 1)
                return v }
            let source (n: int) : Task<string> = task {
                if n < 0 then do! Task.Yield()
                return "v" }
            let passes (n: int) : Task<string> = task { return! source n }
            let binds (n: int) : Task<string> = task {
                let! v = source n
                return v }
            let checks (n: int) : Task<string> = task {
                if n < 0 then invalidArg "n" "negative"
                return! source n }
            let chooses (n: int) : Task<string> = task { if n < 0 then return "none" else return! source n }
            let adds (n: int) : Task<string> = task {
                let! v = source n
                return v + "!" }
            let guards (n: int) : Task<string> = task { try return! source n with _ -> return "none" }
            let hops (n: int) : Task<string> = backgroundTask { return! source n }

        """;

    private const string SourceOfVisualBasic = """
        Imports System.Threading.Tasks
        Namespace Shop
            Public Module Prices
                Public Async Function Completes(n As Integer) As Task(Of String)
                    If n < 0 Then Await Task.Yield()
                    Return "v"
                End Function
                Public Function Forwards(n As Integer) As Task(Of String)
                    Return Completes(n)
                End Function
                Public Async Function Called(n As Integer) As Task(Of Integer)
                    Return (Await Forwards(n)).Length
                End Function
                Public Async Function Ready(n As Integer) As Task(Of String)
                    If n < 0 Then Await Task.Yield()
                    Return "v"
                End Function
                Public Async Function Compares(n As Integer) As Task(Of Integer)
                    Dim t = Ready(n)
                    If t Is Nothing Then Return 0
                    Return (Await t).Length
                End Function
                Public Async Function Run(n As Integer) As Task(Of Integer)
                    Return Await Task.Run(Function() n + 1)
                End Function
                Public Async Function Nested(n As Integer) As Task(Of Integer)
                    Dim f As System.Func(Of Integer, Task(Of String)) = Async Function(k)
                                                                            If k < 0 Then Await Task.Yield()
                                                                            Return "v"
                                                                        End Function
                    Return (Await f(n)).Length
                End Function
                Public Async Function Deeper(n As Integer) As Task(Of Integer)
                    Dim f As System.Func(Of Integer, Task(Of String)) = Async Function(k)
                                                                            If k < 0 Then Await Task.Yield()
                                                                            Return "v"
                                                                        End Function
                    Dim g As System.Func(Of System.Func(Of Integer, Task(Of String))) = Function() Async Function(k)
                                                                                                       If k < 0 Then Await Task.Yield()
                                                                                                       Return "v"
                                                                                                   End Function
                    Return (Await f(n)).Length + (Await g()(n)).Length
                End Function
                Public Async Function Source(n As Integer) As Task(Of String)
                    If n < 0 Then Await Task.Yield()
                    Return "v"
                End Function
                Public Async Function Passes(n As Integer) As Task(Of String)
                    Return Await Source(n)
                End Function
                Public Async Function Adds(n As Integer) As Task(Of String)
                    Return Await Source(n) & "!"
                End Function
                Public Async Function Takes(n As Integer) As Task(Of Integer)
                    Return (Await Passes(n)).Length + (Await Adds(n)).Length
                End Function
            End Module
        End Namespace
        """;

    private const string RunTakesNone = "Task.Run has no overload with a state argument: Task.Factory.StartNew takes one, as an object.";

    [Fact]
    public void A_task_expression_in_a_lambda_that_is_inlined_is_not_async_void()
    {
        var site = compiled.FSharp.Site("Shop.Prices+mapped@5-1", "MoveNext", Sites.Box("Shop.Prices+mapped@5-1", "System.Int32"), 20);

        var advice = Assert.Single(Sites.Advise(site with { Frames = [Sites.BoxMaker(), .. site.Frames] }).Methods);

        Assert.Equal(("Prices.mapped", AdviceFinding.Suspends, AdviceWeight.Conditional), (advice.Method, advice.Finding, advice.Weight));
        Assert.Contains("poolingValueTask", advice.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public void A_closure_of_FSharp_is_made_where_its_lambda_stands()
    {
        var advice = Only(compiled.FSharp.Site("Shop.Prices+closes@8", "MoveNext", "Shop.Prices+closes@10-1", 20));

        Assert.Equal("It captures variables, and allocates a closure for them each time.", advice.Because);
        Assert.Equal("Write a function with a loop, outside of task { } where a loop over a sequence allocates its enumerator, instead of the call of Array.filter: there is no overload with a state argument.", advice.Remedy);
    }

    [Fact]
    public void A_constructor_of_a_closure_assigns_no_captured_variable()
    {
        var advice = Only(compiled.FSharp.Site("Shop.Prices+run@11", "MoveNext", "Shop.Prices+run@12-1", 20));

        Assert.Equal("Pass what the lambda needs as an argument, or make the function that takes the lambda inline.", advice.Remedy);
        Assert.Equal([RunTakesNone], advice.Check);
    }

    [Fact]
    public void A_closure_of_Visual_Basic_has_a_remedy_that_it_can_take()
    {
        var advice = Only(compiled.VisualBasic.Site("Shop.Prices+VB$StateMachine_5_Run", "MoveNext", "Shop.Prices+_Closure$__5-0", 20));

        Assert.Equal([RunTakesNone], advice.Check);
        Assert.DoesNotContain("static", advice.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public void A_function_of_Visual_Basic_that_returns_a_task_passes_it_on()
    {
        var advice = compiled.VisualBasic.OnTasks("Shop.Prices", "Completes");

        Assert.Contains("Change Prices.Forwards(int) (", advice.Remedy, StringComparison.Ordinal);
        Assert.DoesNotContain(advice.Check, check => check.Contains("Prices.Forwards", StringComparison.Ordinal));
    }

    [Fact]
    public void A_function_of_Visual_Basic_that_only_awaits_another_can_return_its_task()
    {
        var advice = compiled.VisualBasic.OnTasks("Shop.Prices", "Passes");

        Assert.Equal((AdviceWeight.Recommended, RemedyKind.ReturnTaskItself), (advice.Weight, advice.RemedyKind));
        Assert.StartsWith("Return the task of Prices.Source(int) itself, without Async and Await.", advice.Remedy, StringComparison.Ordinal);
        Assert.Equal(RemedyKind.ReturnValueTask, compiled.VisualBasic.OnTasks("Shop.Prices", "Adds").RemedyKind);
    }

    [Theory]
    [InlineData("passes", true)]
    [InlineData("binds", true)]
    [InlineData("checks", true)]
    [InlineData("chooses", false)]
    [InlineData("adds", false)]
    [InlineData("guards", false)]
    [InlineData("hops", false)]
    public void A_function_of_FSharp_that_only_awaits_another_can_return_its_task(string function, bool passes)
    {
        var advice = compiled.FSharp.OnTasks("Shop.Prices", function);

        Assert.Equal(passes, advice.RemedyKind == RemedyKind.ReturnTaskItself);
        if (passes) Assert.StartsWith("Return the task of Prices.source(int) itself, without task { }.", advice.Remedy, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("_Lambda$__6-0", "lambda in Prices.Nested")]
    [InlineData("_Lambda$__7-0", "lambda 1 in Prices.Deeper")]
    [InlineData("_Lambda$__7-2", "lambda 3 in Prices.Deeper")]
    public void A_lambda_of_Visual_Basic_is_named_by_the_method_around_it(string lambda, string written) =>
        Assert.Equal(written, compiled.VisualBasic.OnTasks("Shop.Prices+_Closure$__", lambda).Method);

    [Fact]
    public void A_comparison_of_Visual_Basic_has_its_own_code()
    {
        var advice = compiled.VisualBasic.OnTasks("Shop.Prices", "Ready");

        Assert.Contains(advice.Check, check => check.Contains("that stops compiling (BC30020, BC31419, BC30021 or BC30487)", StringComparison.Ordinal));
    }

    private static Advice Only(AllocationSite site) => Assert.Single(Sites.Advise(site).Methods);

    /// <summary>Both services, compiled once.</summary>
    public sealed class Compiled : IDisposable
    {
        internal WrittenService FSharp { get; } = new(SourceLanguage.FSharp, SourceOfFSharp);

        internal WrittenService VisualBasic { get; } = new(SourceLanguage.VisualBasic, SourceOfVisualBasic);

        public void Dispose()
        {
            FSharp.Dispose();
            VisualBasic.Dispose();
        }
    }
}
