using System.Reflection;
using System.Runtime.CompilerServices;
using AsyncLoad.Tests.Tracing.Advisor.Samples;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tests.Tracing.Advisor;

/// <summary>Allocation sites as traces show them, of the samples in this assembly.</summary>
internal static class Sites
{
    public const int Size = 72;

    public const double Seconds = 10;

    public static readonly string Module = typeof(SampleShop).Assembly.Location;

    /// <summary>Frames of an await that goes on: what stands around almost every stack.</summary>
    private static readonly TracedFrame[] Outermost =
        [Runtime("System.Threading.ExecutionContext", "RunInternal"), Runtime("System.Threading.ThreadPoolWorkQueue", "Dispatch")];

    public static AllocationSite Of(string type, int samples, params TracedFrame[] frames) => Sized(type, samples, Size, frames);

    public static AllocationSite Sized(string type, int samples, long size, params TracedFrame[] frames)
    {
        var tally = new AllocationTally();
        for (var sample = 0; sample < samples; sample++) tally.Add(size);
        return new AllocationSite(type, tally, [.. frames, .. Outermost]);
    }

    public static TracedFrame Runtime(string type, string method) => new("System.Private.CoreLib.dll", type, method, "");

    /// <summary>The code of an async method, by its state machine.</summary>
    public static TracedFrame MoveNext(MethodInfo method) => new(Module, Machine(method), "MoveNext", "instance void  ()");

    public static TracedFrame MoveNext(string method, params Type[] parameters) => MoveNext(Method(method, parameters));

    public static TracedFrame Plain(string method, string signature) => new(Module, typeof(SampleShop).FullName!, method, signature);

    public static string Machine(MethodInfo method) => method.GetCustomAttribute<StateMachineAttribute>()!.StateMachineType.FullName!;

    public static string Machine(string method, params Type[] parameters) => Machine(Method(method, parameters));

    public static MethodInfo Method(string method, params Type[] parameters) =>
        parameters.Length == 0 ? typeof(SampleShop).GetMethod(method)! : typeof(SampleShop).GetMethod(method, parameters)!;

    public static string Box(string machine, string result = "System.Int32") => $"AsyncStateMachineBox`1[{result},{machine}]";

    public static string TaskOf(string result) => $"System.Threading.Tasks.Task`1[{result}]";

    public static TracedFrame BoxMaker(string result = "System.Int32") => Runtime($"System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1[{result}]", "GetStateMachineBox");

    public static AdviceReport Advise(params AllocationSite[] sites) => AdviceBuilder.Build(sites, Seconds, AllocationSource.Sampled, new AdviceOptions(0, []));

    /// <summary>The same sites in a process whose assemblies are not here.</summary>
    public static AdviceReport AdviseWithoutMetadata(params AllocationSite[] sites) => Advise([.. sites.Select(site => site with { Frames = [.. site.Frames.Select(Elsewhere)] })]);

    private static TracedFrame Elsewhere(TracedFrame frame) => frame.Module == Module ? frame with { Module = @"C:\app\Nowhere.dll" } : frame;
}
