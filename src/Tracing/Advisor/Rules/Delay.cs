namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What <c>Task.Delay</c> allocates: its task and its timer.</summary>
internal static class Delay
{
    private const string Task = "System.Threading.Tasks.Task";

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        var promised = sighting.Type.Last is "DelayPromise" or "DelayPromiseWithCancellation";
        var entered = sighting.Entered(Task, "Delay") || (sighting.Entry is { Method: ".ctor" } entry && entry.Type.StartsWith(Task + "+DelayPromise", StringComparison.Ordinal));
        return (entered || (promised && sighting.Entry is null)) && methods.OfUser(sighting) is { } method ? new Evidence(AdviceFinding.Delay, method, sighting) : null;
    }

    public static Counsel Weigh(AdviceCase seen) => new(
        AdviceWeight.Conditional,
        "It waits with Task.Delay: a task and a timer each time.",
        "Where it is the beat of a loop, use one PeriodicTimer: waiting on that allocates nothing.",
        ["The delay stands in a loop, and its length does not change."]);
}
