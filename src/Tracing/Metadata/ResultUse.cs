namespace AsyncLoad.Tracing.Metadata;

/// <summary>What a caller does with the task that it gets, the most serious last. <c>CallerRules</c> says what each means for a change of the type.</summary>
internal enum ResultUse
{
    /// <summary>Awaits it, once.</summary>
    Awaited,

    /// <summary>Looks whether it is complete, then reads its result or awaits it.</summary>
    Inspected,

    /// <summary>Drops it.</summary>
    Discarded,

    /// <summary>Awaits it later: whether the variable in between is declared with its type is not known.</summary>
    Kept,

    /// <summary>Something that its code does not show.</summary>
    Unclear,

    /// <summary>Passes it on where a type argument is inferred from its type.</summary>
    Inferred,

    /// <summary>Uses it in a lambda or a local function.</summary>
    Captured,

    /// <summary>Asks for what a Task answers by what object it is, and a ValueTask by what its result is.</summary>
    ByResult,

    /// <summary>Makes an object of it.</summary>
    Boxed,

    /// <summary>Makes a Task of the ValueTask.</summary>
    Converted,

    /// <summary>Reads its result, or waits, without awaiting.</summary>
    Blocked,

    /// <summary>Uses it more than once.</summary>
    UsedAgain,

    /// <summary>Returns, keeps or hands on its awaiter, or what ConfigureAwait makes of it.</summary>
    AwaiterKept,

    /// <summary>Makes a ValueTask of it.</summary>
    Wrapped,

    /// <summary>Returns it.</summary>
    Returned,

    /// <summary>Returns it from a lambda, whose delegate says what it must be.</summary>
    ReturnedByLambda,

    /// <summary>Makes a delegate or an expression of the method instead of calling it.</summary>
    AsDelegate,

    /// <summary>Looks the method up by its name while the program runs.</summary>
    Named,

    /// <summary>Stands for the method, with its return type, by the attribute <c>UnsafeAccessor</c>.</summary>
    Accessed,

    /// <summary>Gives its name in an attribute.</summary>
    Attributed,

    /// <summary>Makes an object at run time whose members stand for those of its type.</summary>
    Proxied,

    /// <summary>Compares it with null, or asks for its type.</summary>
    Compared,

    /// <summary>Awaits it later: the variable in between is declared with its type.</summary>
    Declared,

    /// <summary>Converts it to a type to which a Task converts and a ValueTask does not.</summary>
    Upcast,

    /// <summary>Passes it to another method, or calls a member that only a Task has.</summary>
    PassedOn,

    /// <summary>Keeps it in a field or a property.</summary>
    Stored,

    /// <summary>Puts it into an array or a collection.</summary>
    Collected,

    /// <summary>Passes it to WhenAll, WhenAny or another combinator.</summary>
    Combined,

    /// <summary>Uses it where a task from elsewhere may be used instead.</summary>
    Joined,
}

/// <summary>One use of a result.</summary>
/// <param name="Code">What the compiler says of it when the method returns a ValueTask instead; null when it says nothing.</param>
/// <param name="With">The member that takes it; empty for none.</param>
/// <param name="Offset">IL offset of the use.</param>
internal sealed record FoundUse(ResultUse Use, string? Code, string With, int Offset)
{
    /// <summary>What <see cref="With"/> begins with where the member is read only of what is not null.</summary>
    public const string IfNotNull = "?.";

    /// <summary>What <see cref="With"/> is where it is compared with another task.</summary>
    public const string OtherTask = "task";

    /// <summary>What <see cref="With"/> is where it is compared with <c>default</c>.</summary>
    public const string Default = "default";

    /// <summary>What <see cref="With"/> is where it is an element of an array that takes its type from its elements.</summary>
    public const string InferredArray = "new[]";

    /// <summary>What <see cref="With"/> is where a ValueTask without a result is made of one that has a result.</summary>
    public const string WithoutResult = "without a result";

    /// <summary>Whether an analyzer takes the way it is written for a ValueTask that is used more than once or too early (CA2012), though it is not.</summary>
    public bool IsWarned { get; init; }
}
