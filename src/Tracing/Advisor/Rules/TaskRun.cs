using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What <c>Task.Run</c> allocates, the closure and the delegate aside.</summary>
internal static class TaskRun
{
    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        var promised = sighting.Entry is null && sighting.Type.Definition == Framework.Tasks + "UnwrapPromise`1";
        // Of a task without a result only the code tells whose it is.
        var started = sighting.IsBare && sighting.Type is { Definition: Framework.Tasks + "Task", Suffix: "" };
        if (!(ByEntry(sighting) || promised || started) || methods.OfUser(sighting) is not { } user) return null;
        var method = methods.Calling(user, sighting.Site.Place, Starts);
        return started && method.Code?.Calls.Any(Starts) != true ? null : new Evidence(AdviceFinding.TaskRun, method, sighting);
    }

    /// <summary>Whether a method starts work on the thread pool.</summary>
    public static bool Starts(CalledMethod called) => called is { IsOfTask: true, Name: "Run" } || (called.Name == "StartNew" && called.Type.Definition == Framework.Tasks + "TaskFactory");

    public static Counsel Weigh(AdviceCase seen) => new(
        AdviceWeight.Conditional,
        "It starts work on the thread pool, as with Task.Run: one task each time, and a second one if the work is async.",
        "Await the work where it is needed instead of starting it on the pool.",
        ["The work is async or short: long computations belong on the pool.", .. Alone(seen.Method)])
    {
        Kind = RemedyKind.AwaitDirectly,
    };

    private static IEnumerable<string> Alone(ChargedMethod method) => AwaitsNothingElse(method) && CompilerCodes.In(method.Language, "CS1998") is { } code
        ? [$"It awaits nothing else: without that await, remove async as well, or the compiler warns ({code})."]
        : [];

    // What takes a delegate of async work awaits that work instead.
    private static bool AwaitsNothingElse(ChargedMethod method) => method is { IsAsync: true, Code: { } code }
        && code.Calls.Where(called => called.Name == "GetAwaiter").Take(2).Count() == 1
        && code.Calls.Any(called => Starts(called) && called.Signature.ParameterTypes is [var work, ..] && !(work.Arguments is [var result] && ReturnShapes.Of(result).IsAwaitable()));

    private static bool ByEntry(Sighting sighting) =>
        sighting.Entered(Framework.Tasks + "Task", "Run", "InternalStartNew")
        || sighting.Entered(Framework.Tasks + "Task`1", "StartNew")
        || sighting.Entered(Framework.Tasks + "TaskFactory", "StartNew")
        || sighting.Entered(Framework.Tasks + "TaskFactory`1", "StartNew")
        || sighting.Entered(Framework.Tasks + "UnwrapPromise`1", ".ctor");
}
