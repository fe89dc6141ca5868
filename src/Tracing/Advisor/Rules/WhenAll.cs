namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What <c>Task.WhenAll</c> and its kin allocate, and the array that is made for them.</summary>
internal static class WhenAll
{
    private const string Task = "System.Threading.Tasks.Task";

    private static readonly string[] Names = ["WhenAll", "WhenAny", "WhenEach"];

    private static readonly string[] Promises = ["WhenAllPromise", "WhenAllPromise`1", "TwoTaskWhenAnyPromise`1", "CompleteOnInvokePromise", "WhenEachState"];

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        var entered = sighting.Entry is { } entry && entry.Type.StartsWith(Task, StringComparison.Ordinal) && (IsOne(entry.Method) || IsOne(entry.Type));
        var promised = sighting.Entry is null && Promises.Contains(sighting.Type.Last);
        var listed = sighting.Entry is null && sighting.Type is { Suffix: "[]", Definition: Task or Task + "`1" };
        if (!(entered || promised || listed) || methods.OfUser(sighting) is not { } method) return null;
        // An array of tasks may be there for something else.
        return listed && method.Code is { } code && !code.Calls.Any(called => called.IsOfTask && IsOne(called.Name)) ? null : new Evidence(AdviceFinding.WhenAll, method, sighting);
    }

    public static Counsel Weigh(AdviceCase seen) => new(
        AdviceWeight.Conditional,
        "It combines tasks with Task.WhenAll or its kin: a promise, and an array of them, each time.",
        "Start them all, then await them one after the other.",
        ["They are few, all must end well, and all are awaited even when one has failed; Task.WhenAny has no such replacement."]);

    private static bool IsOne(string name) => Names.Any(one => name.Contains(one, StringComparison.Ordinal));
}
