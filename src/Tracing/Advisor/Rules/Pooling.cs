using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Facts about the builder that pools boxes.</summary>
internal static class Pooling
{
    /// <summary>What decides whether the pool holds a box when one is needed.</summary>
    public const string Driver =
        "For each such method the pool keeps one box per thread and one per core. It serves callers that await at once and call again. It fails in waves of many calls, and when a blocked thread reads the result.";

    /// <summary>The attribute to put on a method, and the using that it needs: no project has that by default.</summary>
    /// <param name="result">The result in angle brackets; empty for none.</param>
    public static string AttributeOnIt(string result) =>
        $"[AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder{(result.Length == 0 ? "" : "<>")}))] on it (using System.Runtime.CompilerServices)";
}

/// <summary>A box of the pooling builder: one is allocated only when the pool has none.</summary>
internal static class PoolMisses
{
    internal static readonly string[] Boxes = ["StateMachineBox`1"];

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods) =>
        Suspends.Machine(sighting.Type, Boxes) is { } machine && methods.OfMachine(machine, sighting.Site.Frames) is { } method
            ? new Evidence(AdviceFinding.PoolMisses, method, sighting)
            : null;

    public static Counsel Weigh(AdviceCase seen) => new(
        AdviceWeight.Conditional,
        "It has the pooling builder, but the pool had no box when it suspended. Either more calls run at once than the pool has places, or boxes return on other threads than those that take them.",
        "Run fewer calls at once, or read the result on the thread that awaits it. If the method is called in waves, remove the pooling builder, which then saves nothing.",
        [Pooling.Driver, .. Culprits(seen.Callers)])
    {
        Kind = RemedyKind.KeepPoolWarm,
    };

    private static IReadOnlyList<string> Culprits(CallerReport? callers) => callers is { Harmful.Count: > 0 } ? CallerSentences.Of(callers) : [];
}
