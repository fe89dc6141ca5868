namespace AsyncLoad.Workloads.Closures;

/// <summary>What each variant must allocate: the sum of its objects.</summary>
internal static class ClosuresBytes
{
    private static readonly Made Answer = new("Task<string>", 72);
    private static readonly Made Wrapper = new("Task<string> that wraps the pooled box", 88);
    private static readonly Made Delegate = new("delegate", 64);
    private static readonly Made Closure = new("closure over this and one variable", 32);
    private static readonly Made Reply = new("object with five properties", 56);
    private static readonly Made Run = new("Task.Run: Task<Task> 72 B and its unwrapping 72 B,", 144);
    private static readonly Made Delay = new("Task.Delay: promise 72 B and timer 96 B,", 168);
    private static readonly Made Blocking = new("blocking: event 40 B and its lock 24 B,", 64);
    private static readonly Made SpinningForAll = new("WaitAll: list 32 B, array 64 B, event 40 B,", 136);
    private static readonly Made BlockingForAll = new("WaitAll: list 32 B, array 64 B, event 40 B, lock 24 B,", 160);
    private static readonly Made WhenAll = new("WhenAll", 72);
    private static readonly Made WhenAllAnswers = new("WhenAll<string>: promise 88 B, tasks 64 B, answers 64 B,", 216);
    private static readonly Made Missed = new("box of the delayed method, unless the pool has it,", 120);

    public static IReadOnlyList<Expected> Rows { get; } =
    [
        .. AtOnce("", task: [Answer], outerBox: 104),
        .. AtOnce("-value-task", task: [], outerBox: 112),
        .. AtOnce("-pooled", task: [], outerBox: 0),
        .. AfterDelay("", new Boxes(Say: 104, Lambda: 104, AwaitPlain: 104, AwaitRun: 104)),
        .. AfterDelay("-value-task", new Boxes(Say: 112, Lambda: 120, AwaitPlain: 128, AwaitRun: 112)),
        .. AfterPooledDelay("-pooled", lambda: 120),
    ];

    /// <summary>Delay 0. A ValueTask needs no task for the answer, except where <c>AsTask</c> makes one or a Task has to be returned.</summary>
    private static IEnumerable<Expected> AtOnce(string style, Made[] task, int outerBox)
    {
        Made[] ran = [Delegate, Run, .. task];
        Made[] outer = outerBox == 0 ? [] : [new Made("box of the awaiting method", outerBox)];
        Made[] outerWithClosure = outerBox == 0 ? [] : [new Made("box of the awaiting method", outerBox + 8)];
        yield return Row("plain" + style, "0", [Answer]);
        yield return SpinningRow("anonymous-delegate" + style, ran, null, Blocking);
        yield return SpinningRow("with-closure" + style, [.. ran, Closure], null, Blocking);
        yield return Row("five-tasks" + style, "0", Five(Answer));
        yield return SpinningRow("five-closures" + style, [.. Five(ran), Closure, Reply], SpinningForAll, BlockingForAll);
        yield return Row("await-plain" + style, "0", [.. task, .. task]);
        yield return Row("await-anonymous-delegate" + style, "0", [.. ran, .. outer]);
        yield return Row("await-with-closure" + style, "0", [.. ran, Closure, .. outerWithClosure]);
        yield return Row("await-five-tasks" + style, "0", [.. Five(Answer), WhenAllAnswers, .. task]);
        yield return Row("await-five-closures" + style, "0", [.. Five(ran), Closure, Reply, WhenAll, .. outerWithClosure]);
    }

    /// <summary>Delay 1. Every async method that waits has a box; one that sets a property also holds the object, 8 B more.</summary>
    private static IEnumerable<Expected> AfterDelay(string style, Boxes boxes)
    {
        Made[] said = [Delay, new("box of the delayed method", boxes.Say)];
        Made[] ran = [Delegate, Run, .. said, new("box of the lambda", boxes.Lambda)];
        Made[] ranForProperty = [Delegate, Run, .. said, new("box of the lambda", boxes.Lambda + 8)];
        var outer = new Made("box of the awaiting method", boxes.AwaitRun);
        var outerWithClosure = new Made("box of the awaiting method", boxes.AwaitRun + 8);
        yield return BlockedRow("plain" + style, said, Blocking);
        yield return BlockedRow("anonymous-delegate" + style, ran, Blocking);
        yield return BlockedRow("with-closure" + style, [.. ran, Closure], Blocking);
        yield return BlockedRow("five-tasks" + style, Five(said), BlockingForAll);
        yield return BlockedRow("five-closures" + style, [.. Five(ranForProperty), Closure, Reply], BlockingForAll);
        yield return Row("await-plain" + style, "1", [.. said, new("box of the awaiting method", boxes.AwaitPlain)]);
        yield return Row("await-anonymous-delegate" + style, "1", [.. ran, outer]);
        yield return Row("await-with-closure" + style, "1", [.. ran, Closure, outerWithClosure]);
        yield return Row("await-five-tasks" + style, "1", [.. Five(said), WhenAllAnswers, outer]);
        yield return Row("await-five-closures" + style, "1", [.. Five(ranForProperty), Closure, Reply, WhenAll, outerWithClosure]);
    }

    /// <summary>Delay 1, pooled. The delayed method's box is returned by the thread that resumes its caller, so the next call may not find it.</summary>
    private static IEnumerable<Expected> AfterPooledDelay(string style, int lambda)
    {
        Made[] ran = [Delegate, Run, Delay, new("box of the lambda", lambda)];
        Made[] ranForProperty = [Delegate, Run, Delay, new("box of the lambda", lambda + 8)];
        yield return PooledRow(BlockedRow("plain" + style, [Delay, Wrapper], Blocking), 1);
        yield return PooledRow(BlockedRow("anonymous-delegate" + style, ran, Blocking), 1);
        yield return PooledRow(BlockedRow("with-closure" + style, [.. ran, Closure], Blocking), 1);
        yield return PooledRow(BlockedRow("five-tasks" + style, Five(Delay, Wrapper), BlockingForAll), 5);
        yield return PooledRow(BlockedRow("five-closures" + style, [.. Five(ranForProperty), Closure, Reply], BlockingForAll), 5);
        yield return PooledRow(Row("await-plain" + style, "1", [Delay]), 1);
        yield return PooledRow(Row("await-anonymous-delegate" + style, "1", ran), 1);
        yield return PooledRow(Row("await-with-closure" + style, "1", [.. ran, Closure]), 1);
        yield return PooledRow(Row("await-five-tasks" + style, "1", [.. Five(Delay, Wrapper), WhenAllAnswers]), 5);
        yield return PooledRow(Row("await-five-closures" + style, "1", [.. Five(ranForProperty), Closure, Reply, WhenAll]), 5);
    }

    private static Made[] Five(params Made[] each) => [.. each.Select(made => new Made($"5 × {made.Name}", 5 * made.Bytes))];

    /// <summary>A row that blocks on tasks that are nearly done: spinning usually suffices, and WaitAll allocates nothing if all are done before it.</summary>
    private static Expected SpinningRow(string variant, Made[] made, Made? spinning, Made blocking)
    {
        Made[] usual = spinning is null ? made : [.. made, spinning];
        var row = Row(variant, "0", usual);
        var more = blocking.Bytes - (spinning?.Bytes ?? 0);
        return row with { Objects = $"{row.Objects}; {more} B more where spinning does not suffice", AtLeast = spinning is null ? null : Sum(made), AtMost = row.Bytes + more };
    }

    /// <summary>A row that blocks for a millisecond: on a busy machine that time passes while it spins, and no event is allocated.</summary>
    private static Expected BlockedRow(string variant, Made[] made, Made blocking) => Row(variant, "1", [.. made, blocking]) with { AtLeast = Sum(made) };

    /// <summary>The same row with boxes that the pool may lack.</summary>
    private static Expected PooledRow(Expected row, int boxes) => row with
    {
        Bytes = row.Bytes + (boxes * Missed.Bytes),
        AtLeast = row.AtLeast ?? row.Bytes,
        Objects = $"{row.Objects} + {(boxes == 1 ? "" : $"{boxes} × ")}{Missed.Name} {boxes * Missed.Bytes} B",
    };

    private static Expected Row(string variant, string delayMs, Made[] made) => new(
        variant,
        Arguments.Of(("delay-ms", delayMs)),
        Sum(made),
        made.Length == 0 ? "nothing" : string.Join(" + ", made.Select(entry => $"{entry.Name} {entry.Bytes} B")));

    private static int Sum(Made[] made) => made.Sum(entry => entry.Bytes);

    /// <summary>One object, or several that are always allocated together.</summary>
    private sealed record Made(string Name, int Bytes);

    /// <summary>Sizes of the boxes that suspended methods live in.</summary>
    private sealed record Boxes(int Say, int Lambda, int AwaitPlain, int AwaitRun);
}
