namespace AsyncLoad.Workloads.Closures;

/// <summary>
/// Waiting for an answer with and without delegates and closures, from "Async/Await and Closures" (2014; MeasureIt, 1000 calls × 10 samples,
/// .NET Framework on Windows 8.1). It tests two claims: closures cost little time, but bytes that may reach gen1 or gen2; and a delay of 1 ms
/// hides everything, which holds for time but not for bytes.
/// </summary>
/// <remarks>
/// <para>The first five are from the text, which prints times in MeasureIt's scaled unit and no bytes.</para>
/// <para>Expected bytes: see the rows, which name every object. Rows that block have a range. On <c>Task.Run</c> at delay 0 spinning usually
/// suffices, but on a busy machine it may block. At delay 1 it blocks, unless a busy machine lets the millisecond pass while it spins. A
/// thread that is delayed for that long before it waits makes fewer boxes. The object with five properties costs 56 B only where lambdas
/// hold it: elsewhere optimised code keeps it on the stack. Whether the pooled variants at 1 ms hit the pool depends on the scheduling of threads.</para>
/// <para>All this holds for threads with an empty execution context. With a value in it, such as a culture set on the starting thread,
/// every <c>Task.Run</c> adds 80 B for the context.</para>
/// </remarks>
internal sealed class ClosuresWorkload : Workload
{
    private const string Delay = "in Task.Delay when delay-ms is 1";
    private const string AwaitDelay = "in Task.Delay and in its own await when delay-ms is 1";
    private const string AwaitRun = "in the await of Task.Run and in Task.Delay when delay-ms is 1";

    private static readonly string[] Delays = ["0", "1"];

    public override string Id => "closures";

    public override string Summary => "an answer after a delay, waited for with and without delegates and closures";

    public override string Source => "Async/Await and Closures, 2014";

    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("delay-ms", "Task.Delay before the answer; 0 completes at once", "0", Delays),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        .. Ten("", "Task", "Task<string>", Builder.Default),
        .. Ten("-value-task", "ValueTask", "ValueTask<string>", Builder.Default),
        .. Ten("-pooled", "pooled ValueTask", "ValueTask<string>", Builder.Pooling).Select(variant => variant with { PooledBoxes = PooledBoxesOf(variant.Id) }),
    ];

    public override IReadOnlyList<Published> Published =>
    [
        .. Figures("plain", ("49.793", "50.052", "1.066"), ("8107306", "8101311", "20085.67")),
        .. Figures("anonymous-delegate", ("2492.746", "2595.311", "343.519"), ("8086347", "8090461", "32531.83")),
        .. Figures("with-closure", ("2346.606", "2503.969", "355.098"), ("8090829", "8024352", "215411.1")),
        .. Figures("five-tasks", ("322.383", "347.218", "50.595"), ("8098472", "8093254", "120500.1")),
        .. Figures("five-closures", ("3745.622", "3799.228", "119.631"), ("8096244", "8093088", "75052.62")),
    ];

    public override string PublishedOn => "MeasureIt, 1000 calls × 10 samples, .NET Framework, Windows 8.1";

    public override IReadOnlyList<Difference> Differences =>
    [
        new("times are multiples of a unit in the text and ns here", "MeasureIt scales by a unit of its own, about 2 ns: compare ratios within a table"),
        new(
            "a delay of 1 ms takes about 8,100,000 units in the text and some 4 ms here, in every row",
            "Task.Delay lasts until the platform's next timer tick, which hides everything else in the time, but not in the bytes"),
        new(
            "the anonymous delegate is made once in the text, and in each call here, 64 B",
            "it captures no variable but reads the delay through this; if it called a static method it would be made once (216 B, and 568 B after a delay)"),
    ];

    public override IReadOnlyList<Expected> Expected => ClosuresBytes.Rows;

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

    private static IEnumerable<Published> Figures(string variant, params IEnumerable<(string Median, string Mean, string Deviation)> byDelay) =>
        Delays.Zip(byDelay, (delayMs, figure) => new Published(
            variant,
            Arguments.Of(("delay-ms", delayMs)),
            null,
            null,
            Quoted: $"median {figure.Median}, mean {figure.Mean}, sd {figure.Deviation} (scaled unit)"));

    private static IEnumerable<Variant> Ten(string style, string answer, string returnType, Builder builder) =>
    [
        new("plain" + style, $"blocks on one {answer}", "string", builder, Delay),
        new("anonymous-delegate" + style, $"blocks on Task.Run of a lambda that awaits a {answer} and captures only this", "string", builder, Delay),
        new("with-closure" + style, $"blocks on Task.Run of a lambda that awaits a {answer} into a captured local", "string", builder, Delay),
        new("five-tasks" + style, $"blocks on five {answer}s at once, then sets five properties", "string", builder, Delay),
        new("five-closures" + style, $"blocks on five Task.Run closures that await a {answer} into a property", "string", builder, Delay),
        new("await-plain" + style, $"awaits one {answer}", returnType, builder, AwaitDelay),
        new("await-anonymous-delegate" + style, $"awaits Task.Run of a lambda that awaits a {answer} and captures only this", returnType, builder, AwaitRun),
        new("await-with-closure" + style, $"awaits Task.Run of a lambda that awaits a {answer} into a captured local", returnType, builder, AwaitRun),
        new("await-five-tasks" + style, $"awaits five {answer}s with WhenAll, then sets five properties", returnType, builder, AwaitDelay),
        new("await-five-closures" + style, $"awaits five Task.Run closures that await a {answer} into a property", returnType, builder, AwaitRun),
    ];

    /// <summary>Its own box and those of the delayed methods. Null where Task.Run suspends at either delay, and where a blocked thread hides the suspensions.</summary>
    private static int? PooledBoxesOf(string variant) => variant switch
    {
        "await-plain-pooled" => 2,
        "await-five-tasks-pooled" => 6,
        _ => null,
    };

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
