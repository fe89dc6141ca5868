using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What the callers of a method say for or against its returning a ValueTask.</summary>
internal static class CallerSentences
{
    private const int MostListed = 5;

    private const string General =
        "Check its callers: a ValueTask may be awaited only once. It must not be kept, read before it is complete, or passed to Task.WhenAll or Task.WhenAny.";

    /// <summary>What was found, or what is to be looked for.</summary>
    /// <param name="callers">What is known; null when it cannot be looked up.</param>
    public static IReadOnlyList<string> Of(CallerReport? callers)
    {
        if (callers is null) return [General];
        if (callers.Calls == 0) return ["No call of it was found in the available assemblies. " + General];
        var listed = callers.Harmful.Take(MostListed).Select(Sentence);
        var more = callers.Harmful.Count - MostListed;
        return [.. listed, .. more > 0 ? [FormattableString.Invariant($"There are {more} more such callers.")] : Array.Empty<string>(), .. Warned(callers)];
    }

    // The weight stays: the code is right.
    private static IEnumerable<string> Warned(CallerReport callers) => callers.Uses.Where(use => use is { IsHarmless: true, IsWarned: true }).Distinct().Take(MostListed)
        .Select(use => $"{use.Caller}{Place(use)} compiles, but an analyzer warns there of a ValueTask that is used in a wrong way (CA2012): assign each result to its own variable first, and await that.");

    /// <summary>What speaks against it in callers of methods that change with it.</summary>
    public static IEnumerable<string> OfOthers(CallerReport? callers)
    {
        if (callers is null) return [];
        var listed = callers.OfOthers.Take(MostListed).Select(other => $"{other.Method} changes with it, and {Sentence(other.Use)}");
        var more = callers.OfOthers.Count - MostListed;
        return more > 0 ? [.. listed, FormattableString.Invariant($"There are {more} more such callers of these methods.")] : listed;
    }

    /// <summary>The methods that pass its result on, which return what it does, as the end of a remedy; empty for none.</summary>
    public static string PassedOnBy(CallerReport? callers) => callers is null or { PassedOnBy.Count: 0 }
        ? ""
        : $" Change {string.Join(", ", callers.PassedOnBy.Select(Changed))} too, which {(callers.PassedOnBy.Count == 1 ? "passes" : "pass")} its result on.";

    public static AdviceWeight Weigh(CallerReport? callers)
    {
        if (callers is null or { Calls: 0 }) return AdviceWeight.Conditional;
        if (callers.Harmful.Count == 0) return AdviceWeight.Recommended;
        // Code does not show how often each call is made: a single call that keeps the saving may matter most.
        return callers.Harmless == 0 && callers.Harmful.All(use => CallerRules.Of(use) is { GivesBack: true }) ? AdviceWeight.Nothing : AdviceWeight.Conditional;
    }

    /// <summary>What was found in the callers' favour, as the end of a sentence; empty for nothing.</summary>
    public static string InFavour(CallerReport? callers) => callers switch
    {
        null or { Harmless: 0 } => "",
        { Harmful.Count: 0, Calls: 1 } => " The only call that was found awaits it at once.",
        { Harmful.Count: 0, Calls: 2 } => " Both calls found await it at once.",
        { Harmful.Count: 0 } => FormattableString.Invariant($" All {callers.Calls} calls found await it at once."),
        _ => FormattableString.Invariant($" {callers.Harmless} of {callers.Calls} calls found await it at once."),
    };

    private static string Sentence(CallerUse use)
    {
        var rule = CallerRules.Of(use)!;
        var stops = CompilerCodes.Of(use) is { } code ? $": that {(rule.IsUnsure ? "may stop" : "stops")} compiling ({code})" : "";
        var edit = use.Maker is { } maker ? $"Its code is generated ({maker}), so an edit is lost with the next build: what generates it must support a ValueTask." : rule.Edit;
        return $"{use.Caller}{Place(use)} {rule.Does}{stops}.{(edit.Length == 0 ? "" : $" {edit}")}";
    }

    private static string Changed(CallerUse use) => use.Caller + Place(use) + (use.With.Length == 0 ? "" : $" (and {use.With})");

    private static string Place(CallerUse use) => SourceLine.Of(use.At) is { } line ? $" ({line})" : "";
}
