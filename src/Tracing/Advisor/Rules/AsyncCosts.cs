using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Recognises what stands in <see cref="AsyncCostTable"/>.</summary>
internal static class AsyncCosts
{
    // Nested types have no namespace in a trace, and a class of the user may have the same name. A name with this word is taken for the framework's.
    private const string Unmistakable = "Cancellation";

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        var costs = AsyncCostTable.All.Where(cost => cost.Holds(sighting)).ToList();
        if (costs.Count == 0 || IsResumed(sighting) || methods.OfUser(sighting) is not { } user) return null;
        return (
            from cost in costs
            let method = methods.Calling(user, sighting.Site.Place, cost.IsCalled)
            where IsShown(cost, method, sighting)
            select new Evidence(cost.Finding, method, sighting)).FirstOrDefault();
    }

    public static Counsel Weigh(AdviceCase seen)
    {
        var costs = AsyncCostTable.All.Where(cost => cost.Finding == seen.Finding).ToList();
        if (costs.Count == 0) throw new ArgumentOutOfRangeException(nameof(seen), seen.Finding, "no such finding");
        var cost = costs.Find(cost => seen.Evidence.Any(evidence => cost.Shows(evidence.Sighting.Type))) ?? costs[^1];
        var because = $"{cost.Does}: {ObjectSizes.Of(seen.Evidence)} each time.";
        if (seen is { Finding: AdviceFinding.TokenSource, Method.Facts: { } facts } && Timeout.OwnsTokens(facts)) return OfTimeout(because);
        if (cost.UnlessAsync is { } reason && seen.Method is { Facts: not null, IsAsync: false }) return Counsel.Nothing(because, reason);
        return cost.Remedy is null
            ? Counsel.Price(because, cost.Check)
            : new Counsel(AdviceWeight.Conditional, because, cost.Remedy, [cost.Check]) { Kind = RemedyKind.CallOtherwise, Removes = evidence => !cost.Leaves(evidence.Sighting.Type) };
    }

    private static Counsel OfTimeout(string because) => new(
        AdviceWeight.Conditional,
        because + " Its token is used only for the delay of a time limit.",
        "Use WaitAsync(timeout, token) instead of Task.WhenAny and Task.Delay: then no source is needed.",
        ["WaitAsync takes the token that the source is linked to."])
    {
        Kind = RemedyKind.UseWaitAsync,
    };

    private static bool IsShown(AsyncCost cost, ChargedMethod method, Sighting sighting) =>
        sighting.Entry is not null
        || (method.Code?.Uses(cost.IsCalled) ?? (sighting.Type.Namespace.Length > 0 || sighting.Type.Last.Contains(Unmistakable, StringComparison.Ordinal)));

    // A call that completes a task may run that task's continuation below it, which is not part of the call.
    private static bool IsResumed(Sighting sighting) => sighting.Site.Frames
        .TakeWhile(frame => frame != sighting.User)
        .Any(frame => frame.Method == "MoveNext" && NamedType.Parse(frame.Type) is { Namespace: "System.Runtime.CompilerServices", Last: "AsyncStateMachineBox`1" });
}

/// <summary>Objects and their sizes as they were sampled.</summary>
internal static class ObjectSizes
{
    private const int MostTypes = 4;

    /// <summary>The types with most bytes: <c>DelayPromise (72 B), TimerQueueTimer (96 B)</c>.</summary>
    public static string Of(IReadOnlyList<Evidence> evidence) => string.Join(", ", evidence
        .GroupBy(one => CSharpName.OfType(one.Sighting.Site.Type), StringComparer.Ordinal)
        .Select(group => (Type: group.Key, Tally: AllocationTally.Sum(group.Select(one => one.Sighting.Site.Tally))))
        .OrderByDescending(type => type.Tally.Bytes)
        .ThenBy(type => type.Type, StringComparer.Ordinal)
        .Take(MostTypes)
        .Select(type => type.Tally.MeanObjectBytes is { } size ? FormattableString.Invariant($"{type.Type} ({size:0} B)") : type.Type));
}
