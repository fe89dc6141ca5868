namespace AsyncLoad.Workloads.MixedFastPath;

/// <summary>
/// A method that has its result at once when a flag is set and waits otherwise, from "Surprising cost of synchronous fast-paths in
/// asynchronous methods" (J. Cincura, 2021), which gives no figures for it. It tests the text's remedy: keep <c>async</c> off the fast path.
/// </summary>
/// <remarks>
/// Expected bytes.
/// </remarks>
public sealed class MixedFastPathWorkload : Workload
{
    private const string Yield = "in Task.Yield when fast is false";
    private const string YieldAndCaller = "in Task.Yield and in its caller when fast is false";

    /// <inheritdoc />
    public override string Id => "mixed-fast-path";

    /// <inheritdoc />
    public override string Summary => "returns a constant at once when a flag is set, after Task.Yield otherwise; one async method or split in two";

    /// <inheritdoc />
    public override string Source => "Surprising cost of synchronous fast-paths in asynchronous methods, J. Cincura, 2021";

    /// <inheritdoc />
    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("fast", "the result is there at once", "true", "false", "true"),
    ];

    /// <inheritdoc />
    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("async-task", "one async method", "Task<string>", Builder.Default, YieldAndCaller),
        new("split-task", "not async; hands out the slow path", "Task<string>", Builder.Default, Yield),
        new("async-value-task", "one async method", "ValueTask<string>", Builder.Default, YieldAndCaller),
        new("split-value-task", "not async; hands out the slow path", "ValueTask<string>", Builder.Default, Yield),
        new("async-pooled", "one async method, both paths pooled", "ValueTask<string>", Builder.Pooling, YieldAndCaller),
        new("split-pooled", "not async; hands out the pooled slow path", "ValueTask<string>", Builder.Pooling, Yield),
    ];

    /// <inheritdoc />
    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var path = new MixedPath(arguments.Flag("fast"));
        return variant switch
        {
            "async-task" => Operation.FromTask(path.AsyncTask),
            "split-task" => Operation.FromTask(path.SplitTask),
            "async-value-task" => Operation.FromValueTask(path.AsyncValueTask),
            "split-value-task" => Operation.FromValueTask(path.SplitValueTask),
            "async-pooled" => Operation.FromValueTask(path.AsyncPooled),
            "split-pooled" => Operation.FromValueTask(path.SplitPooled),
            _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
        };
    }
}
