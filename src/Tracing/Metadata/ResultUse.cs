namespace AsyncLoad.Tracing.Metadata;

/// <summary>What a caller does with the task that it gets.</summary>
internal enum ResultUse
{
    /// <summary>Awaits it, once.</summary>
    Awaited,

    /// <summary>Looks whether it is complete, then reads its result or awaits it.</summary>
    Inspected,

    /// <summary>Makes a ValueTask of it.</summary>
    Wrapped,

    /// <summary>Returns it.</summary>
    Returned,

    /// <summary>Returns it from a lambda, whose delegate says what it must be.</summary>
    ReturnedByLambda,

    /// <summary>Makes a Task of the ValueTask.</summary>
    Converted,

    /// <summary>Reads its result, or waits, without awaiting.</summary>
    Blocked,

    /// <summary>Keeps it in a field.</summary>
    Stored,

    /// <summary>Puts it into an array or a collection.</summary>
    Collected,

    /// <summary>Hands it to WhenAll, WhenAny or the like.</summary>
    Combined,

    /// <summary>Uses it more than once.</summary>
    UsedAgain,

    /// <summary>Hands it to another method.</summary>
    PassedOn,

    /// <summary>Drops it.</summary>
    Discarded,

    /// <summary>Makes a delegate of the method instead of calling it.</summary>
    AsDelegate,

    /// <summary>Something that its code does not tell.</summary>
    Unclear,
}
