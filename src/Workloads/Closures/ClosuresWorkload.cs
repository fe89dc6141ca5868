namespace AsyncLoad.Workloads.Closures;

/// <summary>
/// Waiting for an answer with and without delegates and closures, from "Async/Await and Closures" (2014; MeasureIt, 1000 calls × 10 samples,
/// .NET Framework on Windows 8.1). It tests two claims: closures cost little time, but bytes that may live to gen1 or gen2; a delay of 1 ms
/// hides everything, which is true of time and false of bytes.
/// </summary>
/// <remarks>
/// <para>The first five are the text's. It prints medians, means and deviations in MeasureIt's scaled unit, of about 2 ns, and no bytes: there
/// is nothing in ns to stand beside ours.</para>
/// <list type="table">
/// <listheader><term>variant</term><description>delay 0: median, mean, deviation; delay 1: median, mean, deviation</description></listheader>
/// <item><term>plain</term><description>49.793, 50.052, 1.066; 8107306, 8101311, 20085.67</description></item>
/// <item><term>anonymous-delegate</term><description>2492.746, 2595.311, 343.519; 8086347, 8090461, 32531.83</description></item>
/// <item><term>with-closure</term><description>2346.606, 2503.969, 355.098; 8090829, 8024352, 215411.1</description></item>
/// <item><term>five-tasks</term><description>322.383, 347.218, 50.595; 8098472, 8093254, 120500.1</description></item>
/// <item><term>five-closures</term><description>3745.622, 3799.228, 119.631; 8096244, 8093088, 75052.62</description></item>
/// </list>
/// <para>Expected bytes: see the rows, which name every object. The anonymous delegate captures no variable but reads the delay through
/// <c>this</c>, so each call makes a delegate of 64 B and no closure; with a static method to call, as in the text, it would be made once
/// (216 and 568 B). Rows that block on <c>Task.Run</c> at delay 0 have a range: usually spinning suffices, on a busy machine it may block for
/// real (64 B more, 24 B for WaitAll), and WaitAll makes nothing where all are done before it (136 B less). A thread that is held up for the
/// whole millisecond of a delay finds it over and makes fewer boxes. The object with five properties costs 56 B only where lambdas hold it:
/// elsewhere optimised code keeps it on the stack. The pooled variants at 1 ms hit or miss the pool as threads happen to run, 120 B a miss.</para>
/// <para>All this holds for threads with an empty execution context. With one value in it, a culture set on the starting thread for instance,
/// every <c>Task.Run</c> adds 80 B to hold the context.</para>
/// </remarks>
public sealed class ClosuresWorkload : Workload
{
    private const string Delay = "in Task.Delay when delay-ms is 1";
    private const string AwaitDelay = "in Task.Delay and in its own await when delay-ms is 1";
    private const string AwaitRun = "in the await of Task.Run and in Task.Delay when delay-ms is 1";

    private static readonly string[] Delays = ["0", "1"];
    private static readonly string[] Texts = ["plain", "anonymous-delegate", "with-closure", "five-tasks", "five-closures"];

    /// <inheritdoc />
    public override string Id => "closures";

    /// <inheritdoc />
    public override string Summary => "an answer after a delay, waited for with and without delegates and closures";

    /// <inheritdoc />
    public override string Source => "Async/Await and Closures, 2014 (its figures are in a scaled unit, not in ns, and stand in the documentation)";

    /// <inheritdoc />
    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("delay-ms", "Task.Delay before the answer; 0 completes at once", "0", Delays),
    ];

    /// <inheritdoc />
    public override IReadOnlyList<Variant> Variants { get; } =
    [
        .. Ten("", "Task", "Task<string>", Builder.Default),
        .. Ten("-value-task", "ValueTask", "ValueTask<string>", Builder.Default),
        .. Ten("-pooled", "pooled ValueTask", "ValueTask<string>", Builder.Pooling),
    ];

    /// <summary>Which rows the text has. Its unit is not ns and it counts no bytes, so they carry no figures.</summary>
    public override IReadOnlyList<Published> Published { get; } =
    [
        .. from variant in Texts from delayMs in Delays select new Published(variant, Arguments.Of(("delay-ms", delayMs)), null, null),
    ];

    /// <inheritdoc />
    public override IReadOnlyList<Expected> Expected => ClosuresBytes.Rows;

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
