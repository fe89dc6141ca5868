using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What a use of its result means for a method that is to return a ValueTask.</summary>
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
    private const string AsTask = "Call AsTask() there, which allocates the task again.";

    // It returns a ValueTask already.
    private const string Unfollowed = "Its calls were not followed: each must await the result once.";

    /// <summary>What a use means; null for one that a ValueTask allows unchanged.</summary>
    public static CallerRule? Of(CallerUse use) => use.Use switch
    {
        ResultUse.Awaited or ResultUse.Inspected => null,
        ResultUse.Discarded => new("does not await it", "Await it.", GivesBack: false),
        ResultUse.Kept => new("keeps it in a variable before it awaits it", $"{Untyped(use)}: an explicit type does not compile ({CompilerCodes.In(use.Language, "CS0029")}).", GivesBack: false),
        ResultUse.Inferred when use is { Code: null, With: FoundUse.InferredArray } => new("puts it into an array, which takes its type from it", "Await each element once.", GivesBack: false),
        ResultUse.Inferred when use.Code is null => new($"passes it to {With(use)}, which has an overload for a ValueTask", "That overload must use it once.", GivesBack: false),
        ResultUse.Inferred => new($"passes it to {With(use)}, which infers a type from it", "The code behind that must accept a ValueTask and use it once.", GivesBack: false) { IsUnsure = true },
        ResultUse.Captured => new("uses it in a lambda or a local function", "It must be awaited once, however often that code runs.", GivesBack: false) { IsUnsure = true },
        ResultUse.Boxed => new(use.With.Length == 0 ? "converts it to an object" : $"converts it to an object for {use.With}", "A ValueTask is boxed there, which allocates, and it is not a Task.", GivesBack: true),
        ResultUse.Converted => new("converts it to a Task with AsTask()", "", GivesBack: true),
        ResultUse.Blocked => new("blocks until it is complete", "Await it, or call AsTask(), which allocates the task again.", GivesBack: true),
        ResultUse.UsedAgain => new("may use it more than once", "Keep the result of the first await, or call AsTask(), which allocates the task again.", GivesBack: true),
        ResultUse.AwaiterKept when use.Code is null => new("asks for its awaiter instead of awaiting it", "Await it: an awaiter of a ValueTask may be read once, after it is complete, and the analyzer warns of it (CA2012).", GivesBack: false),
        ResultUse.AwaiterKept => new("keeps its awaiter, or passes it on as that of a Task", "Use the awaiter of a ValueTask there, once, or call AsTask(), which allocates the task again.", GivesBack: false),
        ResultUse.Wrapped when use.With == FoundUse.WithoutResult => new("wraps it in a ValueTask without a result", "Await it there, in an async method: a ValueTask with a result does not convert to one without.", GivesBack: false),
        ResultUse.Wrapped => new("wraps it in a ValueTask", "Use it directly.", GivesBack: false),
        ResultUse.Returned => new(use.With.Length == 0 ? "returns it, and no call of that method was found" : $"returns it, and {use.With} determines the return type", use.With.Length == 0 ? "Change both return types." : AsTask, GivesBack: use.With.Length > 0),
        ResultUse.ReturnedByLambda when use.Code is null => new("returns it from a lambda", Unfollowed, GivesBack: false),
        ResultUse.AsDelegate when use.Code is null => new("makes a delegate or an expression of it", Unfollowed, GivesBack: false),
        ResultUse.ReturnedByLambda => new("returns it from a lambda, whose delegate type must allow a ValueTask", "Change that type, or await it in the lambda.", GivesBack: false) { IsUnsure = true },
        ResultUse.AsDelegate => new("makes a delegate or an expression of it, whose type must allow a ValueTask", "Change that type, or await it in an async lambda.", GivesBack: false) { IsUnsure = true },
        ResultUse.Named when use.With.Length > 0 => new($"looks up the methods of {use.With} with reflection", "If it uses this one, it must accept a ValueTask: a cast to a Task fails at run time.", GivesBack: false),
        ResultUse.Named => new("looks up a method of this name with reflection, or for a dynamic call", "If that is this method, it must accept a ValueTask: a cast to a Task fails at run time.", GivesBack: false),
        ResultUse.Accessed => new("stands for it with [UnsafeAccessor], which the runtime binds by its return type too", "Change its return type as well: otherwise its first call throws a MissingMethodException.", GivesBack: false),
        ResultUse.Attributed => new($"has its name in the attribute [{use.With}]", "What reads that attribute must accept a ValueTask: a cast to a Task fails at run time.", GivesBack: false),
        ResultUse.Proxied => new($"makes a proxy of {use.With} at run time", "The proxy must return a ValueTask for this method: a Task fails at run time (InvalidCastException).", GivesBack: false),
        ResultUse.Declared => new("declares a variable with its type, or casts to it", $"{Untyped(use)}, and remove the cast.", GivesBack: false),
        ResultUse.Upcast => new("converts it to a Task without a result, or to an object", $"{Untyped(use)} and only await it, or call AsTask(), which allocates the task again.", GivesBack: false),
        ResultUse.ByResult => new(use.With.Length == 0 ? "compares it with another of its results" : use.With == "ToString" ? "makes a text of it" : $"calls {use.With} of it", "A ValueTask may answer that by its result, where a Task answers by which object it is. Await it and use the result, or call AsTask(), which allocates the task again.", GivesBack: false),
        ResultUse.Compared when use.With == FoundUse.OtherTask => new("compares it with another task", AsTask, GivesBack: true),
        ResultUse.Compared when use.With == FoundUse.Default => new("compares it with default", "Remove that test: a ValueTask is never null, and default is one that is complete.", GivesBack: false),
        ResultUse.Compared when use.Code == StatementText.UnreadCases => new("compares it with null, or tests its type or its members", "Remove tests for null and for types: a ValueTask is never null.", GivesBack: false) { IsUnsure = true },
        ResultUse.Compared => new("compares it with null, or tests its type", use is { Code: null, Language: SourceLanguage.CSharp } ? "Remove that test: a ValueTask is never null, and the compiler warns of a comparison with null (CS8073)." : "Remove that test: a ValueTask is never null.", GivesBack: false),
        ResultUse.PassedOn when IsMember(use) => new($"calls {use.With}, which a ValueTask does not have", AsTask, GivesBack: true),
        ResultUse.PassedOn => new($"passes it to {With(use)} as a Task", AsTask, GivesBack: true),
        ResultUse.Stored => new("keeps it in a field or a property", AsTask, GivesBack: true),
        ResultUse.Collected => new("puts it into an array, a collection or an out parameter", AsTask, GivesBack: true) { IsUnsure = true },
        ResultUse.Combined => new($"passes it to Task.{With(use)}", AsTask, GivesBack: true),
        ResultUse.Joined when use.Code == "CS1061" => new("calls it with ?., so that the result may be null", "Test for null before the call.", GivesBack: false),
        ResultUse.Joined => new("uses it in a place that another task can reach too", "Turn the other task into a ValueTask too.", GivesBack: false),
        _ => new("uses it in a way that its code does not show", "", GivesBack: false),
    };

    // Of an extension too: it is written as a member.
    private static bool IsMember(CallerUse use) =>
        use.Code is StatementText.NoMember or StatementText.NoMemberOfPattern || use.Code?.Contains("CS1929", StringComparison.Ordinal) == true || use.With.StartsWith("ConfigureAwait", StringComparison.Ordinal) || use.With.StartsWith(FoundUse.IfNotNull, StringComparison.Ordinal);

    private static string Untyped(CallerUse use) => use.Language == SourceLanguage.CSharp ? "Declare the variable with var" : "Declare the variable without a type";

    private static string With(CallerUse use) => use.With.Length == 0 ? "another method" : use.With;
}
