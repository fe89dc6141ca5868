using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.Closures;

/// <summary>The object whose five properties are set from five answers: 56 B where it outlives the method, 0 B where the JIT can prove that it does not.</summary>
internal sealed class Reply
{
    public const string Thanks = "Thanks";

    public string? First { get; set; }

    public string? Second { get; set; }

    public string? Third { get; set; }

    public string? Fourth { get; set; }

    public string? Fifth { get; set; }
}

/// <summary>The published five, which block, and the same five awaited; the waiting method returns a task.</summary>
internal sealed class TaskClosures(int delayMs)
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string Plain()
    {
        var task = Say();
        task.Wait();
        return task.Result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public string AnonymousDelegate()
    {
        Task.Run(async () => { await Say(); }).Wait();
        return Reply.Thanks;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public string WithClosure()
    {
        var reply = "";
        Task.Run(async () => { reply = await Say(); }).Wait();
        return reply;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public string FiveTasks()
    {
        var (first, second, third, fourth, fifth) = (Say(), Say(), Say(), Say(), Say());
        Task.WaitAll(first, second, third, fourth, fifth);
        var reply = new Reply { First = first.Result, Second = second.Result, Third = third.Result, Fourth = fourth.Result, Fifth = fifth.Result };
        return reply.Fifth!;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public string FiveClosures()
    {
        var reply = new Reply();
        Task.WaitAll(
            Task.Run(async () => { reply.First = await Say(); }),
            Task.Run(async () => { reply.Second = await Say(); }),
            Task.Run(async () => { reply.Third = await Say(); }),
            Task.Run(async () => { reply.Fourth = await Say(); }),
            Task.Run(async () => { reply.Fifth = await Say(); }));
        return reply.Fifth!;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<string> AwaitPlain() => await Say();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<string> AwaitAnonymousDelegate()
    {
        await Task.Run(async () => { await Say(); });
        return Reply.Thanks;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<string> AwaitWithClosure()
    {
        var reply = "";
        await Task.Run(async () => { reply = await Say(); });
        return reply;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<string> AwaitFiveTasks()
    {
        var replies = await Task.WhenAll(Say(), Say(), Say(), Say(), Say());
        var reply = new Reply { First = replies[0], Second = replies[1], Third = replies[2], Fourth = replies[3], Fifth = replies[4] };
        return reply.Fifth!;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<string> AwaitFiveClosures()
    {
        var reply = new Reply();
        await Task.WhenAll(
            Task.Run(async () => { reply.First = await Say(); }),
            Task.Run(async () => { reply.Second = await Say(); }),
            Task.Run(async () => { reply.Third = await Say(); }),
            Task.Run(async () => { reply.Fourth = await Say(); }),
            Task.Run(async () => { reply.Fifth = await Say(); }));
        return reply.Fifth!;
    }

    private async Task<string> Say()
    {
        await Task.Delay(delayMs);
        return Reply.Thanks;
    }
}

/// <summary>The same ten over a method that returns a ValueTask. Variants that block or wait for several need tasks, so they call <c>AsTask</c>.</summary>
internal sealed class ValueTaskClosures(int delayMs)
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string Plain()
    {
        var task = Say().AsTask();
        task.Wait();
        return task.Result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public string AnonymousDelegate()
    {
        Task.Run(async () => { await Say(); }).Wait();
        return Reply.Thanks;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public string WithClosure()
    {
        var reply = "";
        Task.Run(async () => { reply = await Say(); }).Wait();
        return reply;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public string FiveTasks()
    {
        var (first, second, third, fourth, fifth) = (Say().AsTask(), Say().AsTask(), Say().AsTask(), Say().AsTask(), Say().AsTask());
        Task.WaitAll(first, second, third, fourth, fifth);
        var reply = new Reply { First = first.Result, Second = second.Result, Third = third.Result, Fourth = fourth.Result, Fifth = fifth.Result };
        return reply.Fifth!;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public string FiveClosures()
    {
        var reply = new Reply();
        Task.WaitAll(
            Task.Run(async () => { reply.First = await Say(); }),
            Task.Run(async () => { reply.Second = await Say(); }),
            Task.Run(async () => { reply.Third = await Say(); }),
            Task.Run(async () => { reply.Fourth = await Say(); }),
            Task.Run(async () => { reply.Fifth = await Say(); }));
        return reply.Fifth!;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<string> AwaitPlain() => await Say();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<string> AwaitAnonymousDelegate()
    {
        await Task.Run(async () => { await Say(); });
        return Reply.Thanks;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<string> AwaitWithClosure()
    {
        var reply = "";
        await Task.Run(async () => { reply = await Say(); });
        return reply;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<string> AwaitFiveTasks()
    {
        var replies = await Task.WhenAll(Say().AsTask(), Say().AsTask(), Say().AsTask(), Say().AsTask(), Say().AsTask());
        var reply = new Reply { First = replies[0], Second = replies[1], Third = replies[2], Fourth = replies[3], Fifth = replies[4] };
        return reply.Fifth!;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<string> AwaitFiveClosures()
    {
        var reply = new Reply();
        await Task.WhenAll(
            Task.Run(async () => { reply.First = await Say(); }),
            Task.Run(async () => { reply.Second = await Say(); }),
            Task.Run(async () => { reply.Third = await Say(); }),
            Task.Run(async () => { reply.Fourth = await Say(); }),
            Task.Run(async () => { reply.Fifth = await Say(); }));
        return reply.Fifth!;
    }

    private async ValueTask<string> Say()
    {
        await Task.Delay(delayMs);
        return Reply.Thanks;
    }
}
