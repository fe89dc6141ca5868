namespace AsyncLoad.Workloads.Closures;

/// <summary>What each variant must allocate, added up from its objects.</summary>
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

    /// <summary>
    /// Delay 0. A ValueTask spares the answer's task, except where <c>AsTask</c> makes it again or a Task has to be returned. Whoever blocks on
    /// <c>Task.Run</c> spins first, which costs nothing but what WaitAll needs; one more event or lock where that does not suffice.
    /// </summary>
    private static IEnumerable<Expected> AtOnce(string style, Made[] task, int outerBox)
    {
        Made[] ran = [Delegate, Run, .. task];
        Made[] outer = outerBox == 0 ? [] : [new Made("box of the awaiting method", outerBox)];
        Made[] outerWithClosure = outerBox == 0 ? [] : [new Made("box of the awaiting method", outerBox + 8)];
        yield return Row("plain" + style, "0", [Answer]);
        yield return SpinningRow("anonymous-delegate" + style, [.. ran], blocking: Blocking.Bytes);
        yield return SpinningRow("with-closure" + style, [.. ran, Closure], blocking: Blocking.Bytes);
        yield return Row("five-tasks" + style, "0", Five(Answer));
        yield return SpinningRow("five-closures" + style, [.. Five(ran), Closure, Reply, SpinningForAll], BlockingForAll.Bytes - SpinningForAll.Bytes, SpinningForAll.Bytes);
        yield return Row("await-plain" + style, "0", [.. task, .. task]);
        yield return Row("await-anonymous-delegate" + style, "0", [.. ran, .. outer]);
        yield return Row("await-with-closure" + style, "0", [.. ran, Closure, .. outerWithClosure]);
        yield return Row("await-five-tasks" + style, "0", [.. Five(Answer), WhenAllAnswers, .. task]);
        yield return Row("await-five-closures" + style, "0", [.. Five(ran), Closure, Reply, WhenAll, .. outerWithClosure]);
    }

    /// <summary>Delay 1. Every async method on the way has a box; one that sets a property keeps the object in it, 8 B more.</summary>
    private static IEnumerable<Expected> AfterDelay(string style, Boxes boxes)
    {
        Made[] said = [Delay, new("box of the delayed method", boxes.Say)];
        Made[] ran = [Delegate, Run, .. said, new("box of the lambda", boxes.Lambda)];
        Made[] ranForProperty = [Delegate, Run, .. said, new("box of the lambda", boxes.Lambda + 8)];
        var outer = new Made("box of the awaiting method", boxes.AwaitRun);
        var outerWithClosure = new Made("box of the awaiting method", boxes.AwaitRun + 8);
        yield return Row("plain" + style, "1", [.. said, Blocking]);
        yield return Row("anonymous-delegate" + style, "1", [.. ran, Blocking]);
        yield return Row("with-closure" + style, "1", [.. ran, Closure, Blocking]);
        yield return Row("five-tasks" + style, "1", [.. Five(said), BlockingForAll]);
        yield return Row("five-closures" + style, "1", [.. Five(ranForProperty), Closure, Reply, BlockingForAll]);
        yield return Row("await-plain" + style, "1", [.. said, new("box of the awaiting method", boxes.AwaitPlain)]);
        yield return Row("await-anonymous-delegate" + style, "1", [.. ran, outer]);
        yield return Row("await-with-closure" + style, "1", [.. ran, Closure, outerWithClosure]);
        yield return Row("await-five-tasks" + style, "1", [.. Five(said), WhenAllAnswers, outer]);
        yield return Row("await-five-closures" + style, "1", [.. Five(ranForProperty), Closure, Reply, WhenAll, outerWithClosure]);
    }

    /// <summary>Delay 1, pooled. The delayed method's box is returned by the thread that resumes its caller and may not be found again.</summary>
    private static IEnumerable<Expected> AfterPooledDelay(string style, int lambda)
    {
        Made[] ran = [Delegate, Run, Delay, new("box of the lambda", lambda)];
        Made[] ranForProperty = [Delegate, Run, Delay, new("box of the lambda", lambda + 8)];
        yield return PooledRow("plain" + style, 1, [Delay, Wrapper, Blocking]);
        yield return PooledRow("anonymous-delegate" + style, 1, [.. ran, Blocking]);
        yield return PooledRow("with-closure" + style, 1, [.. ran, Closure, Blocking]);
        yield return PooledRow("five-tasks" + style, 5, [.. Five(Delay, Wrapper), BlockingForAll]);
        yield return PooledRow("five-closures" + style, 5, [.. Five(ranForProperty), Closure, Reply, BlockingForAll]);
        yield return PooledRow("await-plain" + style, 1, [Delay]);
        yield return PooledRow("await-anonymous-delegate" + style, 1, ran);
        yield return PooledRow("await-with-closure" + style, 1, [.. ran, Closure]);
        yield return PooledRow("await-five-tasks" + style, 5, [.. Five(Delay, Wrapper), WhenAllAnswers]);
        yield return PooledRow("await-five-closures" + style, 5, [.. Five(ranForProperty), Closure, Reply, WhenAll]);
    }

    private static Made[] Five(params Made[] each) => [.. each.Select(made => new Made($"5 × {made.Name}", 5 * made.Bytes))];

    private static Expected SpinningRow(string variant, Made[] made, int blocking, int? whenDone = null)
    {
        var row = Row(variant, "0", made);
        var objects = $"{row.Objects}; {blocking} B more where spinning does not suffice{(whenDone is null ? "" : ", WaitAll nothing where all are done before it")}";
        return row with { Objects = objects, AtLeast = row.Bytes - whenDone, AtMost = row.Bytes + blocking };
    }

    private static Expected PooledRow(string variant, int boxes, Made[] made)
    {
        Made[] missed = boxes == 1 ? [Missed] : Five(Missed);
        var row = Row(variant, "1", [.. made, .. missed]);
        return row with { AtLeast = made.Sum(entry => entry.Bytes) };
    }

    private static Expected Row(string variant, string delayMs, Made[] made) => new(
        variant,
        Arguments.Of(("delay-ms", delayMs)),
        made.Sum(entry => entry.Bytes),
        made.Length == 0 ? "nothing" : string.Join(" + ", made.Select(entry => $"{entry.Name} {entry.Bytes} B")));

    /// <summary>One object, or a few that always come together.</summary>
    private sealed record Made(string Name, int Bytes);

    /// <summary>Sizes of the boxes that suspended methods live in.</summary>
    private sealed record Boxes(int Say, int Lambda, int AwaitPlain, int AwaitRun);
}
