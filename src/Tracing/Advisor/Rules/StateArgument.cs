using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What helps where every call needs the lambda: what takes its delegate has to take what it captures, too.</summary>
internal static class StateArgument
{
    private const string CollectionsOfFSharp = "Microsoft.FSharp.Collections.";
    private const string Module = "Module.";
    private const string Overload = "The method that takes the delegate has an overload with a state argument.";

    // Counted: 32 B for an array, where the closure takes 24 B.
    private const string OutsideOfTask = "Write a function with a loop, outside of task { } where a loop over a sequence allocates its enumerator,";

    private const string PriceOfLoop = "No method of Parallel has a state argument. Each loop allocates the closure once, however many items there are: run longer loops.";

    private static readonly string[] WithoutState = ["System.Collections.Generic.", "System.Linq.", CollectionsOfFSharp];

    /// <summary>The counsel for a lambda that is always needed.</summary>
    /// <param name="assembly">The one of the method that makes the delegate.</param>
    /// <param name="uses">What its code does with the closures.</param>
    public static Counsel Counsel(string because, AssemblyFile assembly, IReadOnlyList<ClosureUse> uses) =>
        Counsel(because, assembly, [.. uses.SelectMany(use => use.Takers)], isKept: uses.Any(use => use.IsKept));

    private static Counsel Counsel(string because, AssemblyFile assembly, IReadOnlyList<CalledMethod> takers, bool isKept) =>
        takers.Count == 0 && isKept ? OfKept(because)
        : takers.Count > 0 && takers.All(IsLazy) ? OfLazy(because)
        : takers.Count > 0 && takers.All(IsParallel) ? Rules.Counsel.Nothing(because, PriceOfLoop)
        : takers.Count > 0 && takers.All(HasNone)
            ? new(
                AdviceWeight.Conditional,
                because,
                $"{(assembly.Language == SourceLanguage.FSharp ? OutsideOfTask : "Write code without a lambda, such as a loop,")} instead of the call of {Names(takers)}: there is no overload with a state argument.",
                ["That code makes no object for itself."])
            {
                Kind = RemedyKind.CallOtherwise,
            }
            : Unknown(because) with { Check = [.. Checks(assembly, takers)] };

    // What calls the delegate later has no state to pass to it.
    private static Counsel OfKept(string because) => new(
        AdviceWeight.Conditional, because, "Make the delegate once, and let it read what it needs from fields: it is stored, and no method takes it that could pass it a state argument.", ["No two calls overlap: each would change what the delegate of the other reads."])
    {
        Kind = RemedyKind.KeepDelegate,
    };

    private static Counsel OfLazy(string because) => new(
        AdviceWeight.Conditional, because, "Make the value, and keep it instead of the Lazy: no constructor of a Lazy takes a state argument.", ["The value is needed in any case. The Lazy is not there to make it once for several threads, as in ConcurrentDictionary.GetOrAdd."])
    {
        Kind = RemedyKind.CallOtherwise,
    };

    private static bool IsParallel(CalledMethod taker) => taker.Type.Definition == "System.Threading.Tasks.Parallel";

    private static bool IsLazy(CalledMethod taker) => taker.Type.Definition == "System.Lazy`1";

    /// <summary>The same where the code is not known.</summary>
    public static Counsel Unknown(string because) =>
        new(AdviceWeight.Conditional, because, "Pass what the lambda needs as state and make it static.", [Overload]) { Kind = RemedyKind.PassState };

    private static IEnumerable<string> Checks(AssemblyFile assembly, IReadOnlyList<CalledMethod> takers)
    {
        var others = takers.Where(taker => !IsRun(taker)).ToList();
        if (others.Count < takers.Count) yield return "Task.Run has no overload with a state argument: Task.Factory.StartNew takes one, as an object.";
        var lacking = others.Where(taker => assembly.Declared(taker) is { } declared && !TakesState(declared)).ToList();
        if (lacking.Count > 0) yield return $"{Names(lacking)} {(lacking.Count == 1 ? "has" : "have")} no overload with a state argument, so add one, also to what implements it. If that is not yours, write code without a lambda.";
        if (lacking.Count < others.Count || takers.Count == 0) yield return Overload;
    }

    private static bool IsRun(CalledMethod taker) => taker is { IsOfTask: true, Name: "Run" };

    // It hands the state to a delegate that takes one more value.
    private static bool TakesState(MethodFacts declared) => declared.Assembly.Methods.Overloads(declared).Any(other =>
        other.Called.Signature.ParameterTypes.Length > declared.Called.Signature.ParameterTypes.Length
        && other.Called.Signature.ParameterTypes.Sum(type => type.Arguments.Count) > declared.Called.Signature.ParameterTypes.Sum(type => type.Arguments.Count));

    private static bool HasNone(CalledMethod taker) => taker.Type.Definition == "System.Array" || WithoutState.Any(known => taker.Type.Definition.StartsWith(known, StringComparison.Ordinal));

    private static string Names(IEnumerable<CalledMethod> takers) => string.Join(" and ", takers.Select(Name).Distinct(StringComparer.Ordinal));

    // F# calls ArrayModule.Filter Array.filter.
    private static string Name(CalledMethod taker) => taker.Type.Definition.StartsWith(CollectionsOfFSharp, StringComparison.Ordinal) && DelegateTaker.Written(taker).Split(Module) is [var type, var function]
        ? $"{type}.{char.ToLowerInvariant(function[0])}{function[1..]}"
        : DelegateTaker.Written(taker);
}
