using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What the callers of a method say for or against its returning a ValueTask.</summary>
internal static class CallerSentences
{
    private const int MostListed = 5;

    private const string General =
        "Look at its callers: a ValueTask may be awaited once, and must not be kept, read before it is complete, or handed to Task.WhenAll or Task.WhenAny.";

    /// <summary>What was found, or what is to be looked for.</summary>
    /// <param name="callers">What is known; null when it cannot be looked up.</param>
    public static IReadOnlyList<string> Of(CallerReport? callers)
    {
        if (callers is null) return [General];
        if (callers.Calls == 0) return ["No call of it was found in the assemblies at hand. " + General];
        var listed = callers.Harmful.Take(MostListed).Select(Sentence);
        var more = callers.Harmful.Count - MostListed;
        return more > 0 ? [.. listed, FormattableString.Invariant($"{more} more callers do such things.")] : [.. listed];
    }

    public static AdviceWeight Weigh(CallerReport? callers)
    {
        if (callers is null or { Calls: 0 }) return AdviceWeight.Conditional;
        if (callers.Harmful.Count == 0) return AdviceWeight.Recommended;
        return callers.Harmless == 0 && callers.Harmful.All(use => NeedsTask(use.Use)) ? AdviceWeight.Nothing : AdviceWeight.Conditional;
    }

    /// <summary>What was found in the callers' favour, as the end of a sentence; empty for nothing.</summary>
    public static string InFavour(CallerReport? callers) => callers switch
    {
        null or { Harmless: 0 } => "",
        { Harmful.Count: 0, Calls: 1 } => " The one call found awaits it at once.",
        { Harmful.Count: 0 } => FormattableString.Invariant($" All {callers.Calls} calls found await it at once."),
        _ => FormattableString.Invariant($" {callers.Harmless} of {callers.Calls} calls found await it at once."),
    };

    private static bool NeedsTask(ResultUse use) =>
        use is ResultUse.Combined or ResultUse.Collected or ResultUse.Stored or ResultUse.UsedAgain or ResultUse.Blocked or ResultUse.PassedOn or ResultUse.Converted;

    private static string Sentence(CallerUse use) => use.Caller + use.Use switch
    {
        ResultUse.Combined => " hands it to Task.WhenAll or the like: it would need AsTask() there, which allocates the task again.",
        ResultUse.Collected => " puts it into an array or a collection.",
        ResultUse.Stored => " keeps it in a field.",
        ResultUse.UsedAgain => " uses it more than once.",
        ResultUse.Blocked => " waits for it without awaiting.",
        ResultUse.PassedOn => " hands it to another method as a Task.",
        ResultUse.Converted => " makes a Task of it with AsTask().",
        ResultUse.Discarded => " does not await it.",
        ResultUse.AsDelegate => " makes a delegate of it, whose type must allow a ValueTask.",
        ResultUse.ReturnedByLambda => " returns it: its delegate must allow a ValueTask.",
        ResultUse.Returned => " returns it, and no call of that was found: both would change.",
        _ => " does something with it that its code does not tell.",
    };
}
