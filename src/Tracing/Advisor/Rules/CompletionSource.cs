using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>A TaskCompletionSource, and its task where the stack shows whose it is.</summary>
internal static class CompletionSource
{
    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        var constructed = sighting.Entry is { Method: ".ctor" } entry && IsSource(entry.Type);
        var isTask = sighting.Type is { Namespace: "System.Threading.Tasks", Last: "Task", Suffix: "" };
        if (!(IsSource(sighting.Type.Definition) && sighting.Type.Suffix.Length == 0) && !isTask) return null;
        if ((!constructed && !sighting.IsBare) || methods.OfUser(sighting) is not { } method) return null;
        // A task without a result may come from anywhere: the method must be seen to make a source.
        if (isTask && !constructed && (method.Code is not { } code || !IsMade(code))) return null;
        return methods.Doing(method, sighting.Site.Place, IsMade) is { } maker ? new Evidence(AdviceFinding.CompletionSource, maker, sighting) : null;
    }

    public static Counsel Weigh(AdviceCase seen) => new(
        AdviceWeight.Conditional,
        "Each call creates a TaskCompletionSource and its task.",
        "Keep one object that implements IValueTaskSource with ManualResetValueTaskSourceCore, and reuse it after each await.",
        ["No two operations wait on it at the same time, and each result is awaited once."])
    {
        Kind = RemedyKind.ReuseSource,
    };

    /// <summary>Whether code makes one.</summary>
    public static bool IsMade(CodeScan code) => code.Creates.Any(called => IsSource(called.Type.Definition));

    private static bool IsSource(string type) => type is Framework.Tasks + "TaskCompletionSource" or Framework.Tasks + "TaskCompletionSource`1";
}
