using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>
/// The delegate that continues a method after an await. Awaiters of the framework take the box instead. Any other awaiter takes a delegate, which the box keeps:
/// a box of the pool keeps it from one call to the next.
/// </summary>
internal static class NextAction
{
    private const string Action = "System.Action";

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        if (!Is(sighting) || sighting.User is not { } user || !IsOfBuilder(sighting.Entry) || NamedType.Parse(user.Type) is not { } machine) return null;
        if (!GeneratedName.IsMachine(machine.Last, user.Method) || methods.OfMachine(machine, sighting.Site.Frames) is not { } method) return null;
        if (sighting.Entry is null && !IsMadeForAwaiter(method, sighting)) return null;
        return new Evidence(Suspends.FindingOf(sighting, method), method, sighting);
    }

    /// <summary>Whether an allocation of a method that suspends is its delegate, not its box.</summary>
    public static bool Is(Sighting sighting) => sighting.Type is { Definition: Action, Suffix: "" };

    /// <summary>Whether a delegate that a method seems to make may be the one for an awaiter: a statement does both, and no frame tells them apart.</summary>
    public static bool MayBe(ChargedMethod method, Sighting sighting)
    {
        if (!Is(sighting) || sighting.Entry is not null || method is not { IsAsync: true, Facts: { } facts }) return false;
        var code = CodeScan.Of(facts, sighting.Site.Place);
        return code.Calls.Any(TakesOtherAwaiter) && code.Creates.Any(created => created.Type.Definition == Action);
    }

    /// <summary>What there is to say of it; empty where there is none.</summary>
    public static string Because(AdviceCase seen) => seen.Evidence.Any(evidence => Is(evidence.Sighting))
        ? " It awaits a type whose awaiter takes a delegate, which is allocated with the box. An IValueTaskSource in the place of that awaiter needs none."
        : "";

    private static bool IsOfBuilder(FrameName? entry) =>
        entry is null || entry.Type.StartsWith(Framework.CompilerServices + "Async", StringComparison.Ordinal) || entry.Type.StartsWith(Framework.CompilerServices + "PoolingAsync", StringComparison.Ordinal);

    // Where the builder has no frame the code tells: the delegate may be one that the method makes by itself.
    private static bool IsMadeForAwaiter(ChargedMethod method, Sighting sighting)
    {
        if (method.Facts is not { } facts) return false;
        var code = CodeScan.Of(facts, sighting.Site.Place);
        return code.Calls.Any(TakesOtherAwaiter) && !code.Creates.Any(created => created.Type.Definition == Action);
    }

    private static bool TakesOtherAwaiter(CalledMethod called) =>
        called is { Name: "AwaitOnCompleted" or "AwaitUnsafeOnCompleted", Arguments: [var awaiter, ..] } && !Framework.Owns(awaiter);
}
