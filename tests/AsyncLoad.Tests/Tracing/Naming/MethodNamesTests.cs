using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Naming;

public sealed class MethodNamesTests
{
    [Theory]
    [InlineData("My.App.Orders+<PriceAsync>d__4", "MoveNext", "instance void  ()", "Orders.PriceAsync")]
    [InlineData("My.App.Orders", "PriceAsync", "instance class System.Threading.Tasks.Task`1<value class System.Decimal>  (class System.String)", "Orders.PriceAsync(string)")]
    [InlineData("My.App.Orders", "PriceAsync", "instance class System.Threading.Tasks.Task`1<!!0>  (class System.String,int32)", "Orders.PriceAsync<T>(string, int)")]
    [InlineData("My.App.Orders", "PriceAsync", "class System.Threading.Tasks.Task`1<!!0>  (!!0,!!1)", "Orders.PriceAsync<T1, T2>(T1, T2)")]
    [InlineData("My.App.Cache`1[System.__Canon]", "Get", "instance !0  (!0)", "Cache<T>.Get(T)")]
    [InlineData("My.App.Cache`2[System.Int32,System.__Canon]", "Get", "instance !1  (!0)", "Cache<int, T>.Get(int)")]
    [InlineData("My.App.Outer`1+Inner`1[System.__Canon,System.__Canon]", "Put", "void  (!0,!1)", "Outer<T1>.Inner<T2>.Put(T1, T2)")]
    [InlineData("My.Orders", "<Outer>g__Local|0_1", "class System.Threading.Tasks.Task  (int32)", "Orders.Outer.Local(int)")]
    [InlineData("My.Orders", "<Outer>g__Local|0_1", "void  (int32,value class <>c__DisplayClass3_0&)", "Orders.Outer.Local(int)")]
    [InlineData("My.Orders+<>c__DisplayClass3_0", "<Outer>b__0", "instance int32  (int32)", "lambda in Orders.Outer")]
    [InlineData("My.Orders+<>c", "<.ctor>b__3_0", "instance int32  (int32)", "lambda in new Orders")]
    [InlineData("My.Orders+<>c+<<Outer>b__3_0>d", "MoveNext", "instance void  ()", "lambda in Orders.Outer")]
    [InlineData("My.Orders+<Iter>d__3", "System.Collections.Generic.IAsyncEnumerator<System.Int32>.MoveNextAsync", "", "Orders.Iter")]
    [InlineData("My.Orders+<Iter>d__3", "System.IAsyncDisposable.DisposeAsync", "", "Orders.Iter.IAsyncDisposable.DisposeAsync")]
    [InlineData("My.Orders", "PriceAsync", "required_modifier System.Threading.Tasks.Task`1 value class System.Decimal  (class System.String)", "Orders.PriceAsync(string)")]
    [InlineData("My.Orders", "SendAsync", "generic required_modifier System.Threading.Tasks.Task void  (!!0)", "Orders.SendAsync<T>(T)")]
    [InlineData("My.Prices+price@53", "MoveNext", "instance void  ()", "Prices.price")]
    [InlineData("My.Prices+price@53-2`1[System.__Canon]", "MoveNext", "instance void  ()", "Prices.price")]
    [InlineData("My.Prices+price@53-1", "Invoke", "instance class System.String  (int32)", "lambda in Prices.price")]
    [InlineData("My.Prices+clo@53-1", "Invoke", "instance class System.String  (int32)", "lambda in Prices (line 53)")]
    [InlineData("My.Prices+VB$StateMachine_0_Price", "MoveNext", "instance void  ()", "Prices.Price")]
    [InlineData("My.Prices+VB$StateMachine_3__Lambda$__3-0", "MoveNext", "instance void  ()", "lambda in Prices")]
    [InlineData("My.Prices+_Closure$__3-0", "_Lambda$__0", "instance int32  (int32)", "lambda in Prices")]
    [InlineData("My.Prices+_Closure$__", "_Lambda$__3-0", "instance int32  (int32)", "lambda in Prices")]
    [InlineData("My.Prices", "_Lambda$__3-0", "instance int32  (int32)", "lambda in Prices")]
    [InlineData("My.Prices+_Closure$__3-0", "_Lambda$__1", "instance int32  (int32)", "lambda 2 in Prices")]
    [InlineData("My.Prices+_Closure$__", "_Lambda$__3-1", "instance int32  (int32)", "lambda 2 in Prices")]
    [InlineData("My.Orders", ".ctor", "instance void  (int64)", "new Orders(long)")]
    [InlineData("My.Orders", ".cctor", "void  ()", "static Orders()")]
    [InlineData("My.Orders", "get_Total", "instance float64  ()", "Orders.Total")]
    [InlineData("My.Orders", "set_Total", "instance void  (float64)", "Orders.Total.set(double)")]
    [InlineData("My.Orders", "get_Item", "instance float64  (int32)", "Orders.this[int]")]
    [InlineData("My.Orders", "get_Total", "float64  (class My.Order)", "Orders.Total")]
    [InlineData("My.Orders", "<get_Total>g__Local|0_1", "float64  (int32)", "Orders.Total.Local(int)")]
    [InlineData("My.Money", "op_Addition", "class My.Money  (class My.Money,class My.Money)", "Money.operator +(Money, Money)")]
    [InlineData("My.Money", "op_CheckedUnaryNegation", "class My.Money  (class My.Money)", "Money.operator checked -(Money)")]
    [InlineData("My.Money", "op_AdditionAssignment", "instance void  (class My.Money)", "Money.operator +=(Money)")]
    [InlineData("My.Money", "op_IncrementAssignment", "instance void  ()", "Money.operator ++()")]
    [InlineData("My.Money", "op_Implicit", "class My.Money  (value class System.Decimal)", "Money.implicit operator(decimal)")]
    [InlineData("My.Money", "op_Unknown", "void  ()", "Money.op_Unknown()")]
    [InlineData("My.Orders", "My.App.IShop.SellAsync", "instance bool  (unsigned int8[],native int)", "Orders.IShop.SellAsync(byte[], nint)")]
    [InlineData("My.Orders", "My.App.IShop<System.Int32,System.Collections.Generic.List<System.String>>.SellAsync", "", "Orders.IShop<int, List<string>>.SellAsync")]
    [InlineData("My.Orders", "My.App.IShop<(System.Int32 Id, T[,] Rest)?>.get_Total", "instance float64  ()", "Orders.IShop<(int Id, T[,] Rest)?>.Total")]
    [InlineData("My.Orders", "<My.App.IShop.SellAsync>g__Local|0_1", "", "Orders.IShop.SellAsync.Local")]
    [InlineData("My.Orders+<>c", "<My.App.IShop.SellAsync>b__3_0", "", "lambda in Orders.IShop.SellAsync")]
    [InlineData("My.Orders", "Fill", "void  (wchar&,native unsigned int*,int32[0...,0...],class System.Collections.Generic.Dictionary`2<class System.String,int32[]>)", "Orders.Fill(ref char, nuint*, int[,], Dictionary<string, int[]>)")]
    [InlineData("My.Orders", "Read", "void  (int32& modreq(System.Runtime.InteropServices.InAttribute),unsigned int64)", "Orders.Read(ref int, ulong)")]
    [InlineData("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1[System.__Canon]", "SetResult", "instance void  (!0)", "AsyncTaskMethodBuilder<T>.SetResult(T)")]
    [InlineData("Program", "<Main>$", "class System.Threading.Tasks.Task  (class System.String[])", "Program.Main(string[])")]
    [InlineData("My.Orders", "PriceAsync", "", "Orders.PriceAsync")]
    [InlineData("My.Orders", "PriceAsync", "no signature", "Orders.PriceAsync")]
    [InlineData("My.Orders", "PriceAsync", "void  (int32", "Orders.PriceAsync")]
    [InlineData("", "PriceAsync", "", "PriceAsync")]
    [InlineData("A`1[", "PriceAsync", "", "A`1[.PriceAsync")]
    [InlineData("My.Orders", "", "", "Orders")]
    [InlineData("", "", "", "(no name)")]
    public void Methods_are_written_as_in_source(string type, string method, string signature, string csharp) =>
        Assert.Equal(csharp, CSharpName.OfMethod(new TracedFrame(null, type, method, signature)));

    [Fact]
    public void A_signature_is_taken_apart()
    {
        var signature = MethodSignature.Parse("instance value class System.Threading.Tasks.ValueTask`1<!!0>  (!0,class My.Line/Part)")!;

        Assert.Equal("System.Threading.Tasks.ValueTask`1", signature.Returns!.Definition);
        Assert.True(Assert.Single(signature.Returns.Arguments).IsParameter);
        Assert.Equal(["!0", "My.Line+Part"], signature.Parameters.Select(parameter => parameter.Definition));
    }
}
