using System.Reflection;
using System.Reflection.Emit;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Rules;

/// <summary>Stacks of methods that were compiled with runtime async, as .NET 10.0.12 records them.</summary>
public sealed class RuntimeAsyncTests
{
    private const string Helpers = "System.Runtime.CompilerServices.AsyncHelpers";

    // The code of the method itself, and that which callers without runtime async enter.
    private const string Suspending = "required_modifier System.Threading.Tasks.Task`1 int32  (int32)";
    private const string Entered = "class System.Threading.Tasks.Task`1<int32>  (int32)";

    [Theory]
    [InlineData("System.Runtime.CompilerServices.Continuation", "AllocContinuation", Suspending)]
    [InlineData("System.Byte[]", "AllocContinuation", Suspending)]
    [InlineData("System.Object[]", "AllocContinuation", Suspending)]
    [InlineData("YieldAwaiter", "UnsafeAwaitAwaiter", Suspending)]
    [InlineData("ThunkTask`1[System.Int32]", "FinalizeTaskReturningThunk", Entered)]
    [InlineData("System.Action", "FinalizeTaskReturningThunk", Entered)]
    [InlineData("System.Runtime.CompilerServices.Continuation", null, Suspending)]
    [InlineData("RuntimeAsyncTask`1[System.Int32]", null, Entered)]
    public void What_is_kept_while_a_method_waits_is_charged_to_it(string type, string? helper, string signature)
    {
        var advice = Assert.Single(Sites.Advise(Sites.Of(type, 20, [.. helper is null ? [] : new[] { Sites.Runtime(Helpers, helper) }, Method(signature)])).Methods);

        Assert.Equal(("Prices.SuspendsAsync(int)", AdviceFinding.Suspends, AdviceWeight.Nothing, null), (advice.Method, advice.Finding, advice.Weight, advice.Remedy));
        Assert.True(advice.IsAsync);
        Assert.Contains("runtime async", advice.Because, StringComparison.Ordinal);
        Assert.Contains(advice.Check, check => check.StartsWith("ValueTask and the pooling builder save nothing", StringComparison.Ordinal));
        Assert.Contains(advice.Check, check => check.StartsWith("Suspend less often", StringComparison.Ordinal));
    }

    [Fact]
    public void Both_codes_of_a_method_are_one_method() => Assert.Equal(40, Assert.Single(Sites.Advise(
        Sites.Of("System.Runtime.CompilerServices.Continuation", 20, Sites.Runtime(Helpers, "AllocContinuation"), Method(Suspending)),
        Sites.Of("ThunkTask`1[System.Int32]", 20, Sites.Runtime(Helpers, "FinalizeTaskReturningThunk"), Method(Entered))).Methods).Allocated.Samples);

    // The types of continuations have no names on .NET 11.
    [Fact]
    public void A_continuation_of_NET_11_is_charged_by_what_allocates_it() =>
        Assert.Equal("Prices.SuspendsAsync(int)", Assert.Single(Sites.Advise(Sites.Of(
            "(no name)", 20, Sites.Runtime("System.RuntimeTypeHandle", "<InternalAllocNoChecks>g__InternalAllocNoChecksWorker|43_0"), Sites.Runtime(Helpers, "AllocContinuation"), Method("int32  (int32)"))).Methods).Method);

    [Fact]
    public void What_the_framework_keeps_while_it_waits_is_a_cost_of_async_code()
    {
        var report = Sites.Advise(
            Sites.Of("System.Runtime.CompilerServices.Continuation", 20, Sites.Runtime(Helpers, "AllocContinuation"), Sites.Runtime("System.IO.Stream", "ReadAsync")),
            Sites.Of("System.Byte[]", 20, Sites.Runtime(Helpers, "AllocContinuation"), Sites.Runtime("System.IO.Stream", "ReadAsync")));

        Assert.Empty(report.Methods);
        Assert.Equal((40, 0), (report.Account.AsyncCosts.Samples, report.Account.Other.Samples));
    }

    [Fact]
    public void The_assembly_tells_what_was_compiled_so()
    {
        var folder = Directory.CreateTempSubdirectory("al-runtime-async-");
        try
        {
            var path = Save(folder.FullName);
            using var assembly = AssemblyFile.Open(path)!;
            var facts = assembly.Methods.Find(new TracedFrame(path, "Cases.Prices", "SuspendsAsync", Suspending))!;

            Assert.Equal(("Prices.SuspendsAsync(int)", true, true), (facts.CSharp, facts.IsAsync, facts.IsRuntimeAsync));
            // Only a caller that does not await it at once gets a task.
            var advice = Assert.Single(Sites.Advise(Sites.Of(Sites.TaskOf("System.Int32"), 20, Method(Entered) with { Module = path })).Methods);
            Assert.Equal(("Prices.SuspendsAsync(int)", AdviceFinding.CompletesSynchronously, true), (advice.Method, advice.Finding, advice.IsAsync));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static TracedFrame Method(string signature) => new("Cases.dll", "Cases.Prices", "SuspendsAsync", signature);

    private static string Save(string folder)
    {
        var built = new PersistedAssemblyBuilder(new AssemblyName("Cases"), typeof(object).Assembly);
        var type = built.DefineDynamicModule("Cases").DefineType("Cases.Prices", TypeAttributes.Public);
        var method = type.DefineMethod("SuspendsAsync", MethodAttributes.Public | MethodAttributes.Static, typeof(Task<int>), [typeof(int)]);
        // MethodImplOptions.Async: such a method returns the result itself.
        method.SetImplementationFlags((MethodImplAttributes)0x2000);
        var code = method.GetILGenerator();
        code.Emit(OpCodes.Ldarg_0);
        code.Emit(OpCodes.Ret);
        type.CreateType();
        var path = Path.Combine(folder, "Cases.dll");
        built.Save(path);
        return path;
    }
}
