using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What <c>Task.WhenAll</c>, <c>WhenAny</c> and <c>WhenEach</c> allocate, and the array of tasks that is made for them.</summary>
internal static class WhenAll
{
    private const string Task = "System.Threading.Tasks.Task";
    private const string Any = "WhenAny";

    private static readonly string[] Names = ["WhenAll", Any, "WhenEach"];

    private static readonly string[] PromisesOfAny = ["TwoTaskWhenAnyPromise`1", "CompleteOnInvokePromise", "CompleteOnInvokePromise`1"];

    private static readonly string[] Promises = ["WhenAllPromise", "WhenAllPromise`1", "WhenEachState", .. PromisesOfAny];

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        if (!Combines(sighting) || methods.OfUser(sighting) is not { } user) return null;
        var method = methods.Calling(user, sighting.Site.Place, Is);
        // An array of tasks may be there for something else.
        if (IsList(sighting) && sighting.Entry is null && method.Code is { } code && !code.Calls.Any(Is)) return null;
        var limits = IsOfAny(sighting, method) && method.Facts is { } facts && DelayUses.Of(facts, sighting.Site.Place).Contains(DelayUse.Timeout);
        return new Evidence(limits ? AdviceFinding.Timeout : AdviceFinding.WhenAll, method, sighting);
    }

    /// <summary>Whether it was made to combine tasks.</summary>
    public static bool Combines(Sighting sighting)
    {
        if (sighting.Entry is { } entry) return entry.Type.StartsWith(Task, StringComparison.Ordinal) && (IsOne(entry.Method) || IsOne(entry.Type));
        return Promises.Contains(sighting.Type.Last) || IsList(sighting);
    }

    public static Counsel Weigh(AdviceCase seen)
    {
        if (!seen.Evidence.All(evidence => IsOfAny(evidence.Sighting, seen.Method))) return OfAll(seen);
        var because = $"It waits for the first of several tasks with Task.WhenAny: {ObjectSizes.Of(seen.Evidence)} each time.";
        return seen.Method.Facts is null
            ? new(AdviceWeight.Conditional, because, "If one of them is a Task.Delay that limits the time, await the other with WaitAsync(timeout).", ["There are only two tasks. Otherwise there is no remedy."]) { Kind = RemedyKind.UseWaitAsync, Removes = _ => false }
            : Counsel.Price(because, "Task.WhenAny has no replacement.");
    }

    private static Counsel OfAll(AdviceCase seen) => new(
        AdviceWeight.Conditional,
        "It combines tasks, as with Task.WhenAll: a promise and an array of tasks each time.",
        "Start all tasks, then await them one by one.",
        ["There are few tasks, all must succeed, and all are awaited even if one has failed."])
    {
        Kind = RemedyKind.AwaitInTurn,
        Removes = evidence => !IsOfAny(evidence.Sighting, seen.Method),
    };

    private static bool Is(CalledMethod called) => called.IsOfTask && IsOne(called.Name);

    private static bool IsOne(string name) => Names.Any(one => name.Contains(one, StringComparison.Ordinal));

    private static bool IsList(Sighting sighting) => sighting.Type is { Suffix: "[]", Definition: Task or Task + "`1" };

    private static bool IsOfAny(Sighting sighting, ChargedMethod method)
    {
        if (PromisesOfAny.Contains(sighting.Type.Last)) return true;
        if (sighting.Entry is { } entry) return entry.Method.Contains(Any, StringComparison.Ordinal) || entry.Type.Contains(Any, StringComparison.Ordinal);
        return IsList(sighting) && method.Code is { } code && code.Calls.Any(called => Is(called) && called.Name == Any) && !code.Calls.Any(called => Is(called) && called.Name != Any);
    }
}
