using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What an async expression of F# allocates: a closure for each step, and objects of the library that runs it.</summary>
internal static class FSharpAsync
{
    /// <summary>Where that library lives.</summary>
    public const string Control = "Microsoft.FSharp.Control";

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        // Tasks of F# have their builder there too.
        var made = sighting.Type.Namespace == Control
            || (sighting.Entry is { } entry && entry.Type.StartsWith(Control + ".", StringComparison.Ordinal) && !entry.Type.StartsWith(Control + ".Task", StringComparison.Ordinal));
        var step = sighting.Entry is null && GeneratedName.Parse(sighting.Type.Last) is GeneratedName.PartOfFunction;
        if (!(made || step) || methods.OfUser(sighting) is not { } method) return null;
        return made || method.Signature?.Returns?.Namespace == Control ? new Evidence(AdviceFinding.AsyncExpression, MethodResolver.OfFunction(method), sighting) : null;
    }

    public static Counsel Weigh(AdviceCase seen) => new(
        AdviceWeight.Conditional,
        "It is an async { } expression of F#: each step allocates a closure, and objects of the library that runs it.",
        "Write it as a task { } expression, whose steps share one state machine.",
        ["Its callers accept that it begins when it is called: an async { } begins when it is started.", "It needs no cancellation token, or takes one as a parameter: a task { } does not pass one on by itself."])
    {
        Kind = RemedyKind.WriteAsTask,
        // A task has a box where it suspends, and a Task for its result.
        Removes = _ => false,
    };
}
