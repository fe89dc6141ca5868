namespace AsyncLoad.Tracing.Metadata;

/// <summary>What a caller does with the task that it gets, the gravest last. What each means for a change of the type stands in <c>CallerRules</c>.</summary>
internal enum ResultUse
{
    /// <summary>Awaits it, once.</summary>
    Awaited,

    /// <summary>Looks whether it is complete, then reads its result or awaits it.</summary>
    Inspected,

    /// <summary>Drops it.</summary>
    Discarded,

    /// <summary>Awaits it later: nothing tells whether the variable between is declared with its type.</summary>
    Kept,

    /// <summary>Something that its code does not tell.</summary>
    Unclear,

    /// <summary>Hands it on where a type argument is made of its type.</summary>
    Inferred,

    /// <summary>Uses it in a lambda or a local function.</summary>
    Captured,

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

    /// <summary>Compares it with null, or asks for its type.</summary>
    Compared,

    /// <summary>Awaits it later: the variable between is declared with its type.</summary>
    Declared,

    /// <summary>Makes a type of it that a Task is, and a ValueTask is not.</summary>
    Upcast,

    /// <summary>Hands it to another method, or calls a member that only a Task has.</summary>
    PassedOn,

    /// <summary>Keeps it in a field or a property.</summary>
    Stored,

    /// <summary>Puts it into an array or a collection.</summary>
    Collected,

    /// <summary>Hands it to WhenAll, WhenAny or the like.</summary>
    Combined,

    /// <summary>Uses it where a task from elsewhere may be used instead.</summary>
    Joined,
}

/// <summary>One use of a result.</summary>
/// <param name="Code">What the compiler says of it when the method returns a ValueTask instead; null when it says nothing.</param>
/// <param name="With">The member that it is handed to; empty for none.</param>
/// <param name="Offset">Where it stands.</param>
internal sealed record FoundUse(ResultUse Use, string? Code, string With, int Offset)
{
    /// <summary>Whether an analyzer takes the way it is written for a ValueTask that is used more than once or too early (CA2012), though it is not.</summary>
    public bool IsWarned { get; init; }
}
