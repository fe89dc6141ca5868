using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>A closure, or a delegate, that an async method allocates. Delegates of the runtime's own continuations are not counted.</summary>
internal static class Closure
{
    private static readonly string[] Delegates = ["Func", "Action", "Predicate", "Comparison", "Converter", "EventHandler", "WaitCallback", "TimerCallback", "ThreadStart"];

    private const string PriceOfTree = "An expression tree needs its closure, which is small beside the tree itself. A compiled query, such as one of EF.CompileAsyncQuery, takes its values as arguments instead.";

    private const string Assigned = "A captured variable is assigned more than once: what is assigned behind the lambda, or in it, has to be handed over too.";

    private const string Nameless = "A variable of an anonymous type is captured, and no parameter can have that type: make it a tuple or a record first.";

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        var type = sighting.Type;
        if (sighting.Entry is not null || type.Suffix.Length > 0 || methods.OfUser(sighting) is not { } method) return null;
        var isClosure = GeneratedName.Parse(type.Last) is GeneratedName.Closure or GeneratedName.PartOfFunction;
        if (method.Facts is null) return method.IsAsynchronous && (isClosure || IsNamedDelegate(type)) ? new Evidence(AdviceFinding.Closure, method, sighting) : null;
        // Delegates of any name are known by how they are made.
        var makes = (CodeScan code) => code.Creates.Any(created => created.Type.Last == type.Last && (isClosure || created.CreatesDelegate));
        // A delegate of another type is not looked for in code that was inlined.
        var maker = isClosure || IsNamedDelegate(type) ? methods.Doing(method, sighting.Site.Place, makes) : makes(method.Code!) ? method : null;
        return maker is { IsAsynchronous: true } ? new Evidence(AdviceFinding.Closure, maker, sighting, IsUnclear: maker == method && NextAction.MayBe(method, sighting)) : null;
    }

    public static Counsel Weigh(AdviceCase seen)
    {
        var closures = seen.Evidence.Where(IsClosure).ToList();
        if (closures.Count == 0) return Delegate(seen);
        if (seen.Method.Language == SourceLanguage.FSharp) return OfFSharp(seen, closures);
        const string Captures = "It captures variables, and allocates a closure for them when their scope begins, on every path.";
        if (seen.Method.Facts is not { } method) return Avoidable(Captures);
        var uses = Uses(method, closures);
        var local = uses.Count > 0 && uses.All(use => use is { ByLocalFunction: true, ByDelegate: false, ByExpression: false });
        if (local && closures.Count == seen.Evidence.Count) return LocalFunction(Captures, uses);
        if (uses.Count > 0 && uses.TrueForAll(use => use.HasWayAround)) return Apart(seen, Captures, closures, uses);
        if (uses.Exists(use => use.ByExpression)) return Counsel.Nothing(Captures, PriceOfTree);
        var lambda = uses.Count == 0 || uses.Exists(use => use.HasWayAround) ? Avoidable(Captures) : StateArgument.Counsel(Captures, method.Assembly, uses);
        return uses.Exists(use => use.IsAssigned) ? lambda with { Check = [.. lambda.Check, Assigned] } : lambda;
    }

    // F# makes a closure where its lambda stands: another path never pays for it.
    private static Counsel OfFSharp(AdviceCase seen, List<Evidence> closures)
    {
        const string Captures = "It captures variables, and allocates a closure for them each time.";
        return seen.Method.Facts is { } method ? StateArgument.Counsel(Captures, method.Assembly, Uses(method, closures)) : StateArgument.Unknown(Captures);
    }

    private static List<ClosureUse> Uses(MethodFacts method, List<Evidence> closures) => [.. closures.Select(evidence => evidence.Sighting.Type.Last).Distinct().Select(type => ClosureUse.Of(method, type)).OfType<ClosureUse>()];

    private static Counsel LocalFunction(string because, List<ClosureUse> uses)
    {
        var (isAssigned, usesThis, isNameless) = (uses.Exists(use => use.IsAssigned), uses.Exists(use => use.UsesThis), uses.Exists(use => use.IsNameless));
        return new Counsel(
            isAssigned || isNameless ? AdviceWeight.Conditional : AdviceWeight.Recommended,
            because,
            usesThis
                ? "Only a local function captures: pass it the variables that it needs as parameters. It uses members of its type, so it cannot be static (CS8422)."
                : "Only a local function captures: pass it what it needs as parameters and make it static.",
            [
                .. isAssigned ? ["A captured variable is assigned more than once: let the local function return the value that the method needs."] : Array.Empty<string>(),
                .. isNameless ? [Nameless] : Array.Empty<string>(),
            ])
        {
            Kind = usesThis ? RemedyKind.PassParameters : RemedyKind.MakeStatic,
        };
    }

    // Calls that take the path still allocate a delegate and its closure.
    private static Counsel Apart(AdviceCase seen, string because, List<Evidence> closures, List<ClosureUse> uses)
    {
        var what = uses.Exists(use => use.ByExpression) ? "the expression tree" : "the lambda";
        return new Counsel(
            AdviceWeight.Conditional,
            $"{because} Some paths do not need {what}.",
            $"Move the path with {what} into a separate method, and pass it the captured variables as parameters. Then only calls that take this path allocate the closure.",
            [
                $"The path with {what} is rare: calls that take it allocate as before.",
                .. uses.Exists(use => use.IsNameless) ? [Nameless] : Array.Empty<string>(),
                .. uses.Exists(use => use.IsAssigned) ? [Assigned] : Array.Empty<string>(),
            ])
        {
            Kind = RemedyKind.SeparatePath,
            Instead = Remaining(seen, closures, uses) is { } growth ? [growth] : [],
        };
    }

    // Several delegates may share a closure, and each delegate may have one of its own. In a separate method a delegate may stay off the heap.
    private static Growth? Remaining(AdviceCase seen, List<Evidence> closures, List<ClosureUse> uses)
    {
        var delegates = AllocationTally.Sum(seen.Evidence.Except(closures).Select(evidence => evidence.Sighting.Site.Tally));
        var closure = AllocationTally.Sum(closures.Select(evidence => evidence.Sighting.Site.Tally)).MeanObjectBytes;
        if (delegates.Samples == 0 || delegates.MeanObjectBytes is not { } each || closure is not { } own) return null;
        var shared = own * uses.Count / Math.Max(1, uses.Sum(use => use.Delegates));
        return new Growth(delegates, each + shared, Math.Min(own, shared) + (Promise.AllowsDelegatesOnStack(seen) ? 0 : each), each + Math.Max(own, shared));
    }

    // Without a closure the delegate is allocated only where it is needed.
    private static Counsel Delegate(AdviceCase seen) => Delegate(seen, isFree: seen.Method.Facts is { } method && ClosureUse.IsFree(method, seen.Evidence.Select(evidence => evidence.Sighting.Type.Last).ToHashSet(StringComparer.Ordinal)));

    private static Counsel Delegate(AdviceCase seen, bool isFree) => new(
        AdviceWeight.Conditional,
        "It allocates a delegate each time.",
        isFree ? "Make the delegate once, and keep it in a field: it captures no variables." : "Keep the delegate in a field, or pass what the lambda needs as state and make it static.",
        [
            isFree ? "The object with that field, and the object that the delegate calls, serve many calls." : "The lambda uses only members of its type, or the method that takes the delegate has an overload with a state argument.",
            .. seen.Evidence.Any(evidence => evidence.IsUnclear) ? ["It also awaits a type whose awaiter takes a delegate, and the trace cannot distinguish the two. These bytes do not count as removable."] : Array.Empty<string>(),
        ])
    {
        Kind = isFree ? RemedyKind.KeepDelegate : RemedyKind.PassState,
    };

    private static Counsel Avoidable(string because) => new(
        AdviceWeight.Conditional,
        because,
        "Pass what the lambda needs as state and make it static, or move the path that needs it into a separate method or local function.",
        ["The method that takes the delegate has an overload with a state argument, or the path with the lambda is rare."])
    {
        Kind = RemedyKind.SeparatePath,
    };

    /// <summary>Whether it is a delegate, and no closure.</summary>
    public static bool IsDelegate(Evidence evidence) => !IsClosure(evidence);

    private static bool IsClosure(Evidence evidence) => GeneratedName.Parse(evidence.Sighting.Type.Last) is GeneratedName.Closure or GeneratedName.PartOfFunction;

    // Without the method's code: an Action in a state machine is as likely the runtime's own, for an awaiter that takes one.
    private static bool IsNamedDelegate(NamedType type) =>
        type.Namespace is "System" or "System.Threading" && type.Last != "Action" && Delegates.Contains(GeneratedName.WithoutMarks(type.Last));
}
