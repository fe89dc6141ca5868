using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Tasks that a method makes of values, and keeps or passes on before it returns them: a ValueTask of such a task saves nothing.</summary>
internal static class KeptTask
{
    /// <summary>The reason when the method keeps or passes on all of them.</summary>
    public const string AllKept = "It also keeps the task or passes it on, which needs a Task, so a ValueTask would save nothing.";

    /// <summary>The check when it does so with some.</summary>
    public const string SomeKept = "Most of these tasks are neither kept nor passed on: those that are need a Task.";

    /// <summary>How many of the tasks are kept, as far as the code shows.</summary>
    public static KeptPart Of(AdviceCase seen)
    {
        if (seen.Method is not { IsAsync: false, Facts: { } facts }) return KeptPart.None;
        var flow = new ResultFlow(facts.Assembly, facts.Handle);
        var kept = facts.Assembly.Code(facts.Handle).Index()
            .Where(place => place.Item.Calls && facts.Assembly.Called(place.Item.Operand) is { IsOfTask: true, Name: "FromResult" })
            .Select(place => flow.Follow(place.Index).Uses.Any(use => Keeps(use.Use)))
            .ToList();
        return !kept.Contains(true) ? KeptPart.None : kept.Contains(false) ? KeptPart.Some : KeptPart.All;
    }

    private static bool Keeps(ResultUse use) =>
        use is ResultUse.Stored or ResultUse.Collected or ResultUse.Captured or ResultUse.Boxed or ResultUse.Inferred or ResultUse.PassedOn or ResultUse.Combined;
}

/// <summary>How many of the tasks that a method makes are kept.</summary>
internal enum KeptPart
{
    None,
    Some,
    All,
}
