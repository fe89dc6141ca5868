using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>A TaskCompletionSource, and its task where the stack shows whose it is.</summary>
internal static class CompletionSource
{
    private const string Tasks = "System.Threading.Tasks.";

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        var constructed = sighting.Entry is { Method: ".ctor" } entry && IsSource(entry.Type);
        var isTask = sighting.Type is { Namespace: "System.Threading.Tasks", Last: "Task", Suffix: "" };
        if (!(IsSource(sighting.Type.Definition) && sighting.Type.Suffix.Length == 0) && !isTask) return null;
        if ((!constructed && !sighting.IsBare) || methods.OfUser(sighting) is not { } method) return null;
        // A task without a result may come from anywhere: the method must be seen to make a source.
        if (isTask && !constructed && method.Code?.Creates.Any(Makes) != true) return null;
        if (method.Code is not { } code || code.Creates.Any(Makes)) return new Evidence(AdviceFinding.CompletionSource, method, sighting);
        return methods.Inlined(method, sighting.Site.Place, (_, inlined) => inlined.Creates.Any(Makes)) is { } maker ? new Evidence(AdviceFinding.CompletionSource, maker, sighting) : null;
    }

    public static Counsel Weigh(AdviceCase seen) => new(
        AdviceWeight.Conditional,
        "It makes a TaskCompletionSource, and with it a task, each time.",
        "Keep one object that implements IValueTaskSource over ManualResetValueTaskSourceCore, and use it again after each await.",
        ["No two operations wait on it at once, and it is awaited once only."])
    {
        Kind = RemedyKind.ReuseSource,
    };

    private static bool Makes(CalledMethod called) => IsSource(called.Type.Definition);

    private static bool IsSource(string type) => type is Tasks + "TaskCompletionSource" or Tasks + "TaskCompletionSource`1";
}
