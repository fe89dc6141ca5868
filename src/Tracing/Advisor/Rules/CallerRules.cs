using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What a use of its result means for a method that shall return a ValueTask.</summary>
/// <param name="Does">What the caller does, as the end of a sentence.</param>
/// <param name="Edit">What the caller needs then.</param>
/// <param name="GivesBack">Whether that allocates what the method saves.</param>
internal sealed record CallerRule(string Does, string Edit, bool GivesBack)
{
    /// <summary>Whether what the compiler would say depends on more than this use.</summary>
    public bool IsUnsure { get; init; }
}

/// <summary>All uses there are.</summary>
internal static class CallerRules
{
    private const string AsTask = "AsTask() there helps, and allocates the task again.";

    // It returns a ValueTask already.
    private const string Unfollowed = "Its calls are not followed: each must await it once.";

    /// <summary>What one means; null for a use that a ValueTask allows as it is.</summary>
    public static CallerRule? Of(CallerUse use) => use.Use switch
    {
        ResultUse.Awaited or ResultUse.Inspected => null,
        ResultUse.Discarded => new("does not await it", "Await it.", GivesBack: false),
        ResultUse.Kept => new("keeps it in a variable before it awaits it", "Declare that variable with var: with its type it does not compile (CS0029).", GivesBack: false),
        ResultUse.Inferred when use.Code is null => new($"hands it to {With(use)}, which takes a ValueTask too", "That must use it once.", GivesBack: false),
        ResultUse.Inferred => new($"hands it to {With(use)}, which takes its type as it comes", "What follows must do with a ValueTask, and use it once.", GivesBack: false) { IsUnsure = true },
        ResultUse.Captured => new("uses it in a lambda or a local function", "It must be awaited once, however often that runs.", GivesBack: false) { IsUnsure = true },
        ResultUse.Boxed => new(use.With.Length == 0 ? "makes an object of it" : $"makes an object of it for {use.With}", "A ValueTask is boxed there, which allocates, and is no Task any more.", GivesBack: true),
        ResultUse.Converted => new("makes a Task of it with AsTask()", "", GivesBack: true),
        ResultUse.Blocked => new("waits for it without awaiting", "Await it, or it needs AsTask(), which allocates the task again.", GivesBack: true),
        ResultUse.UsedAgain => new("may use it more than once", "Keep what the first await gives, or it needs AsTask(), which allocates the task again.", GivesBack: true),
        ResultUse.AwaiterKept when use.Code is null => new("asks for its awaiter instead of awaiting it", "Await it: an awaiter of a ValueTask may be read once, when it is complete, and the analyzer warns of it (CA2012).", GivesBack: false),
        ResultUse.AwaiterKept => new("keeps its awaiter or hands that on, as that of a Task", "Use the awaiter of a ValueTask there, once; else it needs AsTask(), which allocates the task again.", GivesBack: false),
        ResultUse.Wrapped => new("makes a ValueTask of it", "Use it as it is.", GivesBack: false),
        ResultUse.Returned => new(use.With.Length == 0 ? "returns it, and no call of that was found" : $"returns it, and {use.With} says what it returns", use.With.Length == 0 ? "Both change." : AsTask, GivesBack: use.With.Length > 0),
        ResultUse.ReturnedByLambda when use.Code is null => new("returns it from a lambda", Unfollowed, GivesBack: false),
        ResultUse.AsDelegate when use.Code is null => new("makes a delegate or an expression of it", Unfollowed, GivesBack: false),
        ResultUse.ReturnedByLambda => new("returns it from a lambda, whose delegate must allow a ValueTask", "Change that delegate, or await it in the lambda.", GivesBack: false) { IsUnsure = true },
        ResultUse.AsDelegate => new("makes a delegate or an expression of it, whose type must allow a ValueTask", "Change that type, or await it in an async lambda.", GivesBack: false) { IsUnsure = true },
        ResultUse.Declared => new("declares a variable with its type, or casts to it", "Declare the variable with var, and cast nothing.", GivesBack: false),
        ResultUse.Upcast => new("makes a Task without a result of it, or an object", "Declare it with var and only await it; else it needs AsTask(), which allocates the task again.", GivesBack: false),
        ResultUse.Compared => new("compares it with null, or asks for its type", "Leave that out: a ValueTask is never null.", GivesBack: false),
        ResultUse.PassedOn when use.Code == "CS1061" || use.With.StartsWith("ConfigureAwait", StringComparison.Ordinal) => new($"calls {use.With}, which a ValueTask does not have", AsTask, GivesBack: true),
        ResultUse.PassedOn => new($"hands it to {With(use)} as a Task", AsTask, GivesBack: true),
        ResultUse.Stored => new("keeps it in a field or a property", AsTask, GivesBack: true),
        ResultUse.Collected => new("puts it into an array, a collection or an out parameter", AsTask, GivesBack: true) { IsUnsure = true },
        ResultUse.Combined => new($"hands it to Task.{With(use)}", AsTask, GivesBack: true),
        ResultUse.Joined when use.Code == "CS1061" => new("calls with ?., so that there may be none", "Ask for null before the call.", GivesBack: false),
        ResultUse.Joined => new("uses it where another task may stand instead", "Make a ValueTask of the other one too.", GivesBack: false),
        _ => new("does something with it that its code does not tell", "", GivesBack: false),
    };

    private static string With(CallerUse use) => use.With.Length == 0 ? "another method" : use.With;
}
