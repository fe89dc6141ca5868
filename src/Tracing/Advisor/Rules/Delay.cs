using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What <c>Task.Delay</c> allocates: its task and its timer.</summary>
internal static class Delay
{
    private const string Task = "System.Threading.Tasks.Task";

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        var entered = sighting.Entered(Task, "Delay") || (sighting.Entry is { Method: ".ctor" } entry && entry.Type.StartsWith(Task + "+DelayPromise", StringComparison.Ordinal));
        if (!(entered || (IsPromise(sighting) && sighting.Entry is null)) || methods.OfUser(sighting) is not { } user) return null;
        var method = methods.Calling(user, sighting.Site.Place, Is);
        return new Evidence(Uses(method, sighting) is [DelayUse.Timeout] ? AdviceFinding.Timeout : AdviceFinding.Delay, method, sighting);
    }

    public static bool Is(CalledMethod called) => called is { IsOfTask: true, Name: "Delay" };

    /// <summary>Whether it is the task of a delay.</summary>
    public static bool IsPromise(Sighting sighting) => sighting.Type.Last is "DelayPromise" or "DelayPromiseWithCancellation";

    public static Counsel Weigh(AdviceCase seen)
    {
        var uses = seen.Evidence.SelectMany(evidence => Uses(seen.Method, evidence.Sighting)).Distinct().ToList();
        if (uses.Contains(DelayUse.Pace)) return OfPace(seen);
        if (uses.Contains(DelayUse.Once) || uses.Count == 0) return OfOne(seen, known: uses.Count > 0);
        return uses.Contains(DelayUse.SomeTurns)
            ? Counsel.Price($"Some iterations of a loop wait with Task.Delay: {ObjectSizes.Of(seen.Evidence)} each time.", "A PeriodicTimer would pace every iteration, so it does not fit here.")
            : Counsel.Price($"It limits the wait for several tasks with Task.Delay: {ObjectSizes.Of(seen.Evidence)} each time.", "WaitAsync(timeout) on Task.WhenAny of the others allocates about as much.");
    }

    private static Counsel OfPace(AdviceCase seen) => new(
        AdviceWeight.Conditional,
        $"A loop waits with Task.Delay in each iteration: {ObjectSizes.Of(seen.Evidence)} each time.",
        "Use one PeriodicTimer for the loop: waiting on that allocates nothing.",
        ["The delay has a constant length. A PeriodicTimer counts from tick to tick, so the duration of an iteration is not added."])
    {
        Kind = RemedyKind.UsePeriodicTimer,
        Removes = evidence => Uses(seen.Method, evidence.Sighting) is [DelayUse.Pace],
    };

    private static Counsel OfOne(AdviceCase seen, bool known) => new(
        AdviceWeight.Conditional,
        $"It waits with Task.Delay: {ObjectSizes.Of(seen.Evidence)} each time.",
        "If it paces a loop, use one PeriodicTimer: waiting on that allocates nothing.",
        [
            known
                ? "A loop elsewhere calls this method at a constant pace; its own code has no such loop. Otherwise there is no remedy."
                : "The delay paces a loop, and its length is constant. If it is a time limit with Task.WhenAny, await the other task with WaitAsync(timeout) instead.",
        ])
    {
        Kind = RemedyKind.UsePeriodicTimer,
        Removes = evidence => Uses(seen.Method, evidence.Sighting) is [] or [DelayUse.Once],
    };

    private static IReadOnlyList<DelayUse> Uses(ChargedMethod method, Sighting sighting) => method.Facts is { } facts ? DelayUses.Of(facts, sighting.Site.Place) : [];
}
