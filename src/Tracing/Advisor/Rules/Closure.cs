using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>A closure, or a delegate, that an async method allocates. The delegates of the runtime's own continuations are none of its making.</summary>
internal static class Closure
{
    private static readonly string[] Delegates = ["Func", "Action", "Predicate", "Comparison", "Converter", "EventHandler", "WaitCallback", "TimerCallback", "ThreadStart"];

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        var type = sighting.Type;
        if (sighting.Entry is not null || type.Suffix.Length > 0 || methods.OfUser(sighting) is not { } method) return null;
        var isClosure = GeneratedName.Parse(type.Last) is GeneratedName.Closure;
        if (method.Facts is null) return method.IsAsynchronous && (isClosure || IsDelegate(type)) ? new Evidence(AdviceFinding.Closure, method, sighting) : null;
        // Delegates of any name are known by how they are made.
        var makes = (CodeScan code) => code.Creates.Any(created => created.Type.Last == type.Last && (isClosure || created.CreatesDelegate));
        if (makes(method.Code!)) return method.IsAsynchronous ? new Evidence(AdviceFinding.Closure, method, sighting) : null;
        if (!isClosure && !IsDelegate(type)) return null;
        return methods.Inlined(method, sighting.Site.Place, (facts, code) => (facts.IsAsync || facts.Returns.IsAwaitable()) && makes(code)) is { } inlined
            ? new Evidence(AdviceFinding.Closure, inlined, sighting)
            : null;
    }

    public static Counsel Weigh(AdviceCase seen)
    {
        var because = seen.Evidence.Any(evidence => GeneratedName.Parse(evidence.Sighting.Type.Last) is GeneratedName.Closure)
            ? "It captures variables, and allocates a closure for them when their scope begins, on every path."
            : "It allocates a delegate each time.";
        if (CapturesForLocalFunction(seen)) return new(AdviceWeight.Recommended, because, "Only a local function captures: hand it what it needs as parameters and make it static.", []);
        return new(
            AdviceWeight.Conditional,
            because,
            "Hand what the lambda needs to it as state and make it static, or move the path that needs it into a method or local function of its own.",
            ["The method that takes the delegate has an overload with a state argument, or the path with the lambda is the rare one."]);
    }

    // A closure that no delegate leads to is there for local functions that are async, or iterate.
    private static bool CapturesForLocalFunction(AdviceCase seen) =>
        seen.Method.Code is { } code
        && seen.Evidence.All(evidence => GeneratedName.Parse(evidence.Sighting.Type.Last) is GeneratedName.Closure)
        && !code.Delegates.Any(target => seen.Evidence.Any(evidence => evidence.Sighting.Type.Last == target.Type.Last));

    // Without the method's code: an Action in a state machine is as likely the runtime's own, for an awaiter that takes one.
    private static bool IsDelegate(NamedType type) =>
        type.Namespace is "System" or "System.Threading" && type.Last != "Action" && Delegates.Contains(GeneratedName.WithoutMarks(type.Last));
}
