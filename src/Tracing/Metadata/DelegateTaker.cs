using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>A member of .NET, of a library of others or of generated code that takes the delegate of a lambda and requires it to return a Task.</summary>
/// <param name="CSharp">The member as C#, without parameters.</param>
/// <param name="Library">Whose it is; null for .NET and generated code.</param>
internal sealed record DelegateTaker(string CSharp, ForeignLibrary? Library)
{
    /// <summary>What generates it; null for others.</summary>
    public string? Maker { get; init; }

    // MapGet and its kin have an overload for any delegate.
    private const string Maps = "Map";

    /// <summary>The first that takes the delegate of a lambda; null for none, and for a method that is no lambda.</summary>
    public static DelegateTaker? Of(MethodFacts lambda, AssemblyLibrary library) => !lambda.IsLambda ? null : (
        from site in lambda.Assembly.Calls.Of(lambda.Called.Key)
        where site.AsDelegate && site.Called.Parameters == lambda.Called.Parameters
        from taker in Takers(site)
        let owner = library.OwnerOf(taker.Assembly + ".dll")
        let maker = owner is null && site.Assembly.Declared(taker) is { } declared ? GeneratedCode.MakerOf(declared) : null
        where owner is not null || maker is not null || Framework.Owns(taker.Type)
        select new DelegateTaker(Written(taker), owner) { Maker = maker }).FirstOrDefault();

    private static IEnumerable<CalledMethod> Takers(CallSite site)
    {
        var (assembly, at) = (site.Assembly, site.Index + 1);
        var code = assembly.Code(site.Method);
        return Made(assembly, code, at) is not { } made ? [] : new ResultTakers(assembly, code).Of(at).Select(taker => taker.Called).Where(called => RequiresTask(called, made) && !TakesValueTask(assembly, called, made));
    }

    private static NamedType? Made(AssemblyFile assembly, IReadOnlyList<IlInstruction> code, int at) =>
        at < code.Count && code[at].Code == ILOpCode.Newobj && assembly.Called(code[at].Operand) is { CreatesDelegate: true } constructor ? constructor.Type : null;

    private static bool RequiresTask(CalledMethod called, NamedType made) => !called.Name.StartsWith(Maps, StringComparison.Ordinal) && called.Signature.ParameterTypes.Any(type => type.Definition == made.Definition && !IsInferred(type, made));

    // Where a type parameter stands for the Task, another type may.
    private static bool IsInferred(NamedType type, NamedType made) => type.Arguments.Zip(made.Arguments).Any(pair => pair.First.IsParameter && ReturnShapes.Of(pair.Second).IsTask());

    private static bool TakesValueTask(AssemblyFile assembly, CalledMethod called, NamedType made) => assembly.Declared(called) is { } declared
        && declared.Assembly.Methods.Overloads(declared).Any(other => other.Called.Signature.ParameterTypes.Any(type => type.Definition == made.Definition && type.Arguments is [.., var returned] && ReturnShapes.Of(returned).IsValueTask()));

    /// <summary>A member as C#, without parameters; a property as itself.</summary>
    public static string Written(CalledMethod called) =>
        new MethodName(called.Type with { Arguments = [] }, Accessor.Writes(called.Name) ? Accessor.ReaderOf(Accessor.Property(called.Name)) : called.Name, Parameters: null).Write(TypeParameters.Unknown);
}
