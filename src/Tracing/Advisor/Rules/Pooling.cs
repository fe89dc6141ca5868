using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What there is to say of the builder that pools boxes.</summary>
internal static class Pooling
{
    /// <summary>What decides whether the pool holds a box when one is needed.</summary>
    public const string Driver =
        "The pool has a place for one box a thread and one a core for each such method: it serves callers that await at once and call again, and fails in waves of many calls or when a blocked thread reads the result.";

    /// <summary>The attribute to write.</summary>
    /// <param name="result">The result in angle brackets; empty for none.</param>
    public static string Attribute(string result) =>
        result.Length == 0 ? "[AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]" : "[AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]";
}

/// <summary>A box of the pooling builder: one is allocated only when the pool has none.</summary>
internal static class PoolMisses
{
    private static readonly string[] Boxes = ["StateMachineBox`1"];

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods) =>
        Suspends.Machine(sighting.Type, Boxes) is { } machine && methods.OfMachine(machine, sighting.Site.Frames) is { } method
            ? new Evidence(AdviceFinding.PoolMisses, method, sighting)
            : null;

    public static Counsel Weigh(AdviceCase seen) => new(
        AdviceWeight.Conditional,
        "It has the pooling builder, and the pool had no box when it suspended: more calls are under way at once than the pool has places, or boxes come back on other threads than those that take them.",
        "Let fewer calls be under way at once, or let the thread that awaits it read its result. If waves are what it is for, take the pooling builder away: then it costs no more and does less.",
        [Pooling.Driver, .. Culprits(seen.Callers)])
    {
        Kind = RemedyKind.KeepPoolWarm,
    };

    private static IReadOnlyList<string> Culprits(CallerReport? callers) => callers is { Harmful.Count: > 0 } ? CallerSentences.Of(callers) : [];
}
