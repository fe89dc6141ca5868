namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What there is to say of the builder that pools boxes.</summary>
internal static class Pooling
{
    /// <summary>What decides whether the pool holds a box when one is needed.</summary>
    public const string Driver =
        "The pool has a place for one box a thread and one a core for each such method: it serves callers that await at once and call again, and fails in waves of many calls or when a blocked thread reads the result.";

    /// <summary>The attribute to write.</summary>
    /// <param name="result">The result in angle brackets; empty for none.</param>
    public static string Attribute(string result) =>
        result.Length == 0 ? "[AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]" : "[AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]";
}
