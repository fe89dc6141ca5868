namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>
/// Methods that the runtime suspends by itself: .NET 10 in preview, and .NET 11. They have no state machine. When one suspends, helpers of the runtime
/// allocate a continuation for it, what is kept in that, and a task where a caller needs one.
/// </summary>
internal static class RuntimeAsync
{
    private const string Helpers = "System.Runtime.CompilerServices.AsyncHelpers";

    // Between the helper and the object stands one frame at most.
    private const int NearObject = 3;

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        if (!IsOne(sighting) || methods.OfUser(sighting) is not { } method) return null;
        // What makes a task for a caller may have been put into that.
        var callee = sighting is { Entry: null, Type.Arguments: [var result] }
            ? methods.Inlined(method, sighting.Site.Place, (facts, _) => facts.IsRuntimeAsync && ChargedMethod.Of(facts).MayResultIn(result))
            : null;
        return new Evidence(AdviceFinding.Suspends, (callee ?? method) with { IsAsync = true }, sighting);
    }

    /// <summary>Whether the user's code suspended under runtime async.</summary>
    public static bool IsOne(Sighting sighting) => sighting.Entry is { } entry ? IsHelper(entry) : AsyncTypes.Continues(sighting.Type);

    /// <summary>Whether helpers of runtime async allocated it, for whichever method.</summary>
    public static bool Allocates(Sighting sighting) => sighting.Site.Frames.Take(NearObject).Any(frame => frame.Type == Helpers);

    public static Counsel Weigh() => Counsel.Nothing(
        "It is compiled with runtime async. Each time it suspends, it allocates a continuation and what that keeps.",
        "ValueTask and the pooling builder save nothing here: runtime async uses neither when it suspends.",
        "Suspend less often: return a value that is there without awaiting, and merge methods that only await one another. Each method that waits has a continuation.",
        "Compiled without runtime async it would allocate one box instead, which the pooling builder can reuse if it returns a ValueTask.");

    private static bool IsHelper(FrameName frame) => frame.Type == Helpers || frame.Type.StartsWith(Helpers + "+", StringComparison.Ordinal);
}
