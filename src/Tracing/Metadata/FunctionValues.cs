using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>
/// Methods that are called through a value: those of which a delegate is made, and the closures of F#. The compiler at run time puts the one that it met most often
/// into the caller: then no frame names it, nor does the code of the caller.
/// </summary>
internal sealed class FunctionValues(AssemblyLibrary library)
{
    private const string OfFSharp = "Microsoft.FSharp.Core.";
    private const string Invoke = "Invoke";

    private IReadOnlyList<MethodFacts>? all;

    /// <summary>Whether code calls such a value.</summary>
    public static bool Invokes(CalledMethod called) => called.Signature.Header.IsInstance ? called.Name == Invoke : called.Name == "InvokeFast" && called.Type.Definition.StartsWith(OfFSharp, StringComparison.Ordinal);

    /// <summary>Those that return a task with such a result and are not async: an async one has a frame.</summary>
    public IEnumerable<MethodFacts> Returning(NamedType result) =>
        (all ??= Find()).Where(method => !method.IsAsync && method.Called.Signature.ReturnType is { Arguments: [var own] } && (own.IsOpen || own.Full == result.Full));

    private List<MethodFacts> Find() =>
    [
        .. library.Found
            .SelectMany(assembly => assembly.Calls.Delegates.Select(assembly.Declared).Concat(Closures(assembly)))
            .OfType<MethodFacts>()
            .Where(method => method.Returns == ReturnShape.TaskOfResult)
            .DistinctBy(method => (method.Assembly, method.Handle)),
    ];

    private static IEnumerable<MethodFacts?> Closures(AssemblyFile assembly) => assembly.Language != SourceLanguage.FSharp ? [] :
        assembly.Metadata.MethodDefinitions
            .Where(handle => Damage.Tolerate(() => assembly.Metadata.GetString(assembly.Metadata.GetMethodDefinition(handle).Name)) == Invoke)
            .Select(assembly.Methods.Describe)
            .Where(method => method is { IsLambda: true });
}
