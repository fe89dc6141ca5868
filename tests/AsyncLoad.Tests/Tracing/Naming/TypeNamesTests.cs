using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Naming;

public sealed class TypeNamesTests
{
    [Theory]
    [InlineData("System.Threading.Tasks.Task`1[System.Decimal]", "Task<decimal>")]
    [InlineData("System.Threading.Tasks.Task`1[[System.String, System.Private.CoreLib, Version=10.0.0.0, Culture=neutral, PublicKeyToken=7cec85d7bea7798e]]", "Task<string>")]
    [InlineData("System.Threading.Tasks.Task`1[System.Threading.Tasks.VoidTaskResult]", "Task")]
    [InlineData("AsyncStateMachineBox`1[System.Int32,Cases+<YieldInt>d__6]", "AsyncStateMachineBox<int, Cases.YieldInt>")]
    [InlineData("AsyncStateMachineBox`1[System.Threading.Tasks.VoidTaskResult,Cases+<Do>d__2]", "AsyncStateMachineBox<Cases.Do>")]
    [InlineData("StateMachineBox`1[System.Int32,Cases+<YieldPool>d__9]", "StateMachineBox<int, Cases.YieldPool>")]
    [InlineData("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[[System.Int32, c],[Cases+<YieldInt>d__6, a]]", "AsyncTaskMethodBuilder<int>.AsyncStateMachineBox<Cases.YieldInt>")]
    [InlineData("<>c__DisplayClass10_0", "closure")]
    [InlineData("My.App.Orders+<>c__DisplayClass10_0", "closure in Orders")]
    [InlineData("My.App.Orders+<>c", "lambdas in Orders")]
    [InlineData("My.App.Outer`1+Inner+<G>d__1`1[System.String,System.String]", "Outer<string>.Inner.G")]
    [InlineData("Cases+<>c__DisplayClass12_0+<<AsyncLocal>g__Local|0>d", "Cases.AsyncLocal.Local")]
    [InlineData("Cases+<>c+<<Outer>b__3_0>d", "lambda in Cases.Outer")]
    [InlineData("<Iter>d__3", "Iter")]
    [InlineData("My.Orders+<PriceAsync>d__4#1", "Orders.PriceAsync")]
    [InlineData("Program+<<Main>$>d__0", "Program.Main")]
    [InlineData("Program+<<<Main>$>g__Local|0_0>d", "Program.Main.Local")]
    [InlineData("My.Orders+<My-IShop<System-Int32,System-String>-SellAsync>d__3", "Orders.IShop<int, string>.SellAsync")]
    [InlineData("AsyncStateMachineBox`1[System.Int32,My.Prices+price@53]", "AsyncStateMachineBox<int, Prices.price>")]
    [InlineData("AsyncStateMachineBox`1[System.Int32,My.Prices+VB$StateMachine_0_Price]", "AsyncStateMachineBox<int, Prices.Price>")]
    [InlineData("My.Prices+price@53-1", "closure in Prices.price")]
    [InlineData("price@53-1", "closure in price")]
    [InlineData("My.Prices+clo@53-1", "closure in Prices (line 53)")]
    [InlineData("My.Prices+_Closure$__3-0", "closure in Prices")]
    [InlineData("ValueTaskSourceAsTask[System.Int32]", "ValueTaskSourceAsTask<int>")]
    [InlineData("System.Collections.Generic.Dictionary`2[System.String,System.Collections.Generic.List`1[System.Int64[]]]", "Dictionary<string, List<long[]>>")]
    [InlineData("System.Nullable`1[System.Int32]", "int?")]
    [InlineData("System.ValueTuple`2[System.Int32,System.Object][,]", "(int, object)[,]")]
    [InlineData("System.Byte*", "byte*")]
    [InlineData("System.Char&", "ref char")]
    [InlineData("System.Int32[*]", "int[]")]
    [InlineData("<>f__AnonymousType0`2[System.Int32,System.String]", "anonymous type<int, string>")]
    [InlineData("<>z__ReadOnlyArray`1[System.Int32]", "ReadOnlyArray<int>")]
    [InlineData("My.<Orders>F1A2B3C4__Line", "Line")]
    [InlineData("<>A{00000001}`1[System.Int32]", "delegate<int>")]
    [InlineData("System.__Canon[]", "T[]")]
    [InlineData("Pair`2[[ A, x],[B, x]]", "Pair<A, B>")]
    [InlineData("<<>c>f_Odd", "generated")]
    [InlineData("Plain", "Plain")]
    [InlineData("", "(no name)")]
    public void Types_are_written_as_in_source(string runtime, string csharp) => Assert.Equal(csharp, CSharpName.OfType(runtime));

    [Theory]
    [InlineData("[")]
    [InlineData("A`1[")]
    [InlineData("A`1[B,")]
    [InlineData("A`1[[B, c]")]
    [InlineData("A++B")]
    [InlineData("+")]
    [InlineData("A[,")]
    [InlineData("A]B")]
    public void What_is_no_type_is_handed_back(string garbage) => Assert.Equal(garbage, CSharpName.OfType(garbage));

    [Fact]
    public void Arguments_nested_beyond_reason_are_handed_back()
    {
        var deep = string.Concat(Enumerable.Repeat("A`1[", 100_000));

        Assert.Same(deep, CSharpName.OfType(deep));
    }

    [Fact]
    public void Open_angle_brackets_cost_no_second_look()
    {
        // Looking for the end of each would take some 10^10 steps.
        var open = "A" + string.Concat(Enumerable.Repeat("+<", 100_000));

        Assert.Equal(open.Replace('+', '.'), CSharpName.OfType(open));
    }

    [Fact]
    public void A_type_is_taken_apart()
    {
        var type = NamedType.Parse("My.App.Outer`1+Inner[System.String][]")!;

        Assert.Equal(("My.App", "Inner", "My.App.Outer`1+Inner", "[]"), (type.Namespace, type.Last, type.Definition, type.Suffix));
        Assert.Equal("System.String", Assert.Single(type.Arguments).Definition);
    }
}
