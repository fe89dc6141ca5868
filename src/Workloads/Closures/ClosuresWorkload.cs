namespace AsyncLoad.Workloads.Closures;

/// <summary>
/// Waiting for a delayed answer with and without delegates and closures, from "Async/Await and Closures" (2014; MeasureIt, 1000 calls × 10
/// samples, .NET Framework on Windows 8.1).
/// </summary>
public sealed class ClosuresWorkload : Workload
{
    private const string Delay = "in Task.Delay when delay-ms is 1";
    private const string Run = "on the pool's thread; in Task.Delay when delay-ms is 1";

    /// <inheritdoc />
    public override string Id => "closures";

    /// <inheritdoc />
    public override string Summary => "an answer after a delay, waited for with and without delegates and closures";

    /// <inheritdoc />
    public override string Source => "Async/Await and Closures, 2014";

    /// <inheritdoc />
    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("delay-ms", "Task.Delay before the answer; 0 completes at once", "0", "0", "1"),
    ];

    /// <inheritdoc />
    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("plain", "waits for one answer", "string", Builder.Default, Delay),
        new("anonymous-delegate", "Task.Run of an async lambda that captures nothing but this", "string", Builder.Default, Run),
        new("with-closure", "Task.Run of an async lambda that writes a captured local", "string", Builder.Default, Run),
        new("five-tasks", "five calls, five properties set from the answers", "string", Builder.Default, Delay),
        new("five-closures", "five Task.Run closures that set the properties of one object", "string", Builder.Default, Run),
        new("await-plain", "waits for one answer", "Task<string>", Builder.Default, Delay),
        new("await-anonymous-delegate", "Task.Run of an async lambda that captures nothing but this", "Task<string>", Builder.Default, Run),
        new("await-with-closure", "Task.Run of an async lambda that writes a captured local", "Task<string>", Builder.Default, Run),
        new("await-five-tasks", "five calls, five properties set from the answers", "Task<string>", Builder.Default, Delay),
        new("await-five-closures", "five Task.Run closures that set the properties of one object", "Task<string>", Builder.Default, Run),
        new("plain-value-task", "waits for one answer", "string", Builder.Default, Delay),
        new("anonymous-delegate-value-task", "Task.Run of an async lambda that captures nothing but this", "string", Builder.Default, Run),
        new("with-closure-value-task", "Task.Run of an async lambda that writes a captured local", "string", Builder.Default, Run),
        new("five-tasks-value-task", "five calls, five properties set from the answers", "string", Builder.Default, Delay),
        new("five-closures-value-task", "five Task.Run closures that set the properties of one object", "string", Builder.Default, Run),
        new("await-plain-value-task", "waits for one answer", "ValueTask<string>", Builder.Default, Delay),
        new("await-anonymous-delegate-value-task", "Task.Run of an async lambda that captures nothing but this", "ValueTask<string>", Builder.Default, Run),
        new("await-with-closure-value-task", "Task.Run of an async lambda that writes a captured local", "ValueTask<string>", Builder.Default, Run),
        new("await-five-tasks-value-task", "five calls, five properties set from the answers", "ValueTask<string>", Builder.Default, Delay),
        new("await-five-closures-value-task", "five Task.Run closures that set the properties of one object", "ValueTask<string>", Builder.Default, Run),
        new("plain-pooled", "waits for one answer", "string", Builder.Pooling, Delay),
        new("anonymous-delegate-pooled", "Task.Run of an async lambda that captures nothing but this", "string", Builder.Pooling, Run),
        new("with-closure-pooled", "Task.Run of an async lambda that writes a captured local", "string", Builder.Pooling, Run),
        new("five-tasks-pooled", "five calls, five properties set from the answers", "string", Builder.Pooling, Delay),
        new("five-closures-pooled", "five Task.Run closures that set the properties of one object", "string", Builder.Pooling, Run),
        new("await-plain-pooled", "waits for one answer", "ValueTask<string>", Builder.Pooling, Delay),
        new("await-anonymous-delegate-pooled", "Task.Run of an async lambda that captures nothing but this", "ValueTask<string>", Builder.Pooling, Run),
        new("await-with-closure-pooled", "Task.Run of an async lambda that writes a captured local", "ValueTask<string>", Builder.Pooling, Run),
        new("await-five-tasks-pooled", "five calls, five properties set from the answers", "ValueTask<string>", Builder.Pooling, Delay),
        new("await-five-closures-pooled", "five Task.Run closures that set the properties of one object", "ValueTask<string>", Builder.Pooling, Run),
    ];

    /// <inheritdoc />
    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var delayMs = arguments["delay-ms"] switch
        {
            "0" => 0,
            "1" => 1,
            var other => throw new ArgumentException($"no delay of '{other}' ms", nameof(arguments)),
        };
        return OfTask(variant, new TaskClosures(delayMs))
            ?? OfValueTask(variant, new ValueTaskClosures(delayMs))
            ?? OfPooled(variant, new PooledClosures(delayMs))
            ?? throw new ArgumentException($"no variant '{variant}'", nameof(variant));
    }

    private static Operation? OfTask(string variant, TaskClosures closures) => variant switch
    {
        "plain" => Operation.From(closures.Plain),
        "anonymous-delegate" => Operation.From(closures.AnonymousDelegate),
        "with-closure" => Operation.From(closures.WithClosure),
        "five-tasks" => Operation.From(closures.FiveTasks),
        "five-closures" => Operation.From(closures.FiveClosures),
        "await-plain" => Operation.FromTask(closures.AwaitPlain),
        "await-anonymous-delegate" => Operation.FromTask(closures.AwaitAnonymousDelegate),
        "await-with-closure" => Operation.FromTask(closures.AwaitWithClosure),
        "await-five-tasks" => Operation.FromTask(closures.AwaitFiveTasks),
        "await-five-closures" => Operation.FromTask(closures.AwaitFiveClosures),
        _ => null,
    };

    private static Operation? OfValueTask(string variant, ValueTaskClosures closures) => variant switch
    {
        "plain-value-task" => Operation.From(closures.Plain),
        "anonymous-delegate-value-task" => Operation.From(closures.AnonymousDelegate),
        "with-closure-value-task" => Operation.From(closures.WithClosure),
        "five-tasks-value-task" => Operation.From(closures.FiveTasks),
        "five-closures-value-task" => Operation.From(closures.FiveClosures),
        "await-plain-value-task" => Operation.FromValueTask(closures.AwaitPlain),
        "await-anonymous-delegate-value-task" => Operation.FromValueTask(closures.AwaitAnonymousDelegate),
        "await-with-closure-value-task" => Operation.FromValueTask(closures.AwaitWithClosure),
        "await-five-tasks-value-task" => Operation.FromValueTask(closures.AwaitFiveTasks),
        "await-five-closures-value-task" => Operation.FromValueTask(closures.AwaitFiveClosures),
        _ => null,
    };

    private static Operation? OfPooled(string variant, PooledClosures closures) => variant switch
    {
        "plain-pooled" => Operation.From(closures.Plain),
        "anonymous-delegate-pooled" => Operation.From(closures.AnonymousDelegate),
        "with-closure-pooled" => Operation.From(closures.WithClosure),
        "five-tasks-pooled" => Operation.From(closures.FiveTasks),
        "five-closures-pooled" => Operation.From(closures.FiveClosures),
        "await-plain-pooled" => Operation.FromValueTask(closures.AwaitPlain),
        "await-anonymous-delegate-pooled" => Operation.FromValueTask(closures.AwaitAnonymousDelegate),
        "await-with-closure-pooled" => Operation.FromValueTask(closures.AwaitWithClosure),
        "await-five-tasks-pooled" => Operation.FromValueTask(closures.AwaitFiveTasks),
        "await-five-closures-pooled" => Operation.FromValueTask(closures.AwaitFiveClosures),
        _ => null,
    };
}
