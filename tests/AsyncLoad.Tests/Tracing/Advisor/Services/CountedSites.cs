using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Allocation sites in the counted services (tests/fixtures), which are read and not run.</summary>
internal static class CountedSites
{
    private const int Samples = 20;

    public const string Borrowed = "BorrowedNames";

    /// <summary>Where they were built.</summary>
    public static string Folder { get; } = Built();

    /// <summary>Their assembly.</summary>
    public static string Assembly { get; } = Path.Combine(Folder, "CountedServices.dll");

    /// <summary>A task of a text that a method makes.</summary>
    public static AllocationSite Task(string type, string method, string result = "System.String", string? folder = null) => Sites.Of(Sites.TaskOf(result), Samples, Frame(type, method, folder));

    /// <summary>The box of an async method.</summary>
    public static AllocationSite Box(string type, string method, int samples = Samples)
    {
        var machine = Facts(type, method).Assembly is var assembly && assembly.Methods.CodeOf(Facts(type, method).Handle) is var code ? assembly.Methods.Describe(code)!.Called.Type.Full : "";
        return Sites.Of(Sites.Box(machine, "System.Threading.Tasks.VoidTaskResult"), samples, Sites.BoxMaker(), Frame(type, method, null) with { Type = machine, Method = "MoveNext" });
    }

    /// <summary>A task of a text, made under the statement of an async method that calls another.</summary>
    public static AllocationSite TaskOfCall(string type, string method, string called)
    {
        var facts = Facts(type, method);
        var machine = facts.Assembly.Methods.Describe(facts.Assembly.Methods.CodeOf(facts.Handle))!.Called.Type.Full;
        var call = facts.Code.First(instruction => instruction.Calls && facts.Assembly.Called(instruction.Operand)?.Name == called);
        return Sites.Of(Sites.TaskOf("System.String"), Samples, Frame(type, method, null) with { Type = machine, Method = "MoveNext" }) with { Place = new IlRange(call.Offset, call.Offset + 1) };
    }

    /// <summary>The closure of a method: the first that it makes.</summary>
    public static AllocationSite Closure(string method, int samples = Samples) => Sites.Sized(Made(method).First(name => name.StartsWith('<')), samples, 24, Frame("Captures", method, null));

    /// <summary>The delegate of a method: the first that it makes.</summary>
    public static AllocationSite Delegate(string method, int samples) => Sites.Sized("System." + Made(method).First(name => !name.StartsWith('<')) + "[System.Int32]", samples, 64, Frame("Captures", method, null));

    public static TracedFrame Frame(string type, string method, string? folder) =>
        new(Path.Combine(folder ?? Folder, type.StartsWith("Said", StringComparison.Ordinal) ? Borrowed + ".dll" : "CountedServices.dll"), $"{(type.StartsWith("Said", StringComparison.Ordinal) ? Borrowed : "CountedServices")}.{type}", method, "");

    /// <summary>Advice on one method.</summary>
    public static Advice Advise(params AllocationSite[] sites) => Xunit.Assert.Single(Sites.Advise(sites).Methods);

    private static IEnumerable<string> Made(string method) => CodeScan.Of(Facts("Captures", method)).Creates.Select(created => created.Type.Last);

    private static MethodFacts Facts(string type, string method) => AssemblyFile.Open(Frame(type, method, null).Module!)!.Methods.Find(Frame(type, method, null))!;

    // bin/<configuration>/<framework>
    private static string Built()
    {
        var own = Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory);
        return Path.Combine(Repository.Root, "tests/fixtures/CountedServices/bin", Path.GetFileName(Path.GetDirectoryName(own)!), Path.GetFileName(own));
    }
}
