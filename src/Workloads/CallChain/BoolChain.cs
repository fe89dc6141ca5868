using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.CallChain;

/// <summary>
/// The published chain with a <see cref="bool"/> result. Written out for each result type: a generic chain would share code
/// between reference types and look up the type to allocate at run time.
/// </summary>
internal sealed class BoolChain(bool deep)
{
    private const bool Result = true;

    private readonly A a = new();
    private readonly B b = new();
    private readonly C c = new();
    private readonly D d = new();
    private readonly E e = new();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public bool DirectCall() => deep ? a.Do(b, c, d, e) : e.Do();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<bool> DirectTask() => deep ? a.DoTask(b, c, d, e) : e.DoTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<bool> AwaitTask() => deep ? await a.DoTaskAsync(b, c, d, e) : await e.DoTaskAsync();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<bool> DirectValueTask() => deep ? a.DoValueTask(b, c, d, e) : e.DoValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<bool> AwaitValueTask() => deep ? await a.DoValueTaskAsync(b, c, d, e) : await e.DoValueTaskAsync();

    internal sealed class A
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public bool Do(B b, C c, D d, E e) => b.Do(c, d, e);

        public Task<bool> DoTask(B b, C c, D d, E e) => b.DoTask(c, d, e);

        public async Task<bool> DoTaskAsync(B b, C c, D d, E e) => await b.DoTaskAsync(c, d, e);

        public ValueTask<bool> DoValueTask(B b, C c, D d, E e) => b.DoValueTask(c, d, e);

        public async ValueTask<bool> DoValueTaskAsync(B b, C c, D d, E e) => await b.DoValueTaskAsync(c, d, e);
    }

    internal sealed class B
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public bool Do(C c, D d, E e) => c.Do(d, e);

        public Task<bool> DoTask(C c, D d, E e) => c.DoTask(d, e);

        public async Task<bool> DoTaskAsync(C c, D d, E e) => await c.DoTaskAsync(d, e);

        public ValueTask<bool> DoValueTask(C c, D d, E e) => c.DoValueTask(d, e);

        public async ValueTask<bool> DoValueTaskAsync(C c, D d, E e) => await c.DoValueTaskAsync(d, e);
    }

    internal sealed class C
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public bool Do(D d, E e) => d.Do(e);

        public Task<bool> DoTask(D d, E e) => d.DoTask(e);

        public async Task<bool> DoTaskAsync(D d, E e) => await d.DoTaskAsync(e);

        public ValueTask<bool> DoValueTask(D d, E e) => d.DoValueTask(e);

        public async ValueTask<bool> DoValueTaskAsync(D d, E e) => await d.DoValueTaskAsync(e);
    }

    internal sealed class D
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public bool Do(E e) => e.Do();

        public Task<bool> DoTask(E e) => e.DoTask();

        public async Task<bool> DoTaskAsync(E e) => await e.DoTaskAsync();

        public ValueTask<bool> DoValueTask(E e) => e.DoValueTask();

        public async ValueTask<bool> DoValueTaskAsync(E e) => await e.DoValueTaskAsync();
    }

    internal sealed class E
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public bool Do() => Result;

        public Task<bool> DoTask() => Task.FromResult(Result);

        public async Task<bool> DoTaskAsync() => await Task.FromResult(Result);

        public ValueTask<bool> DoValueTask() => ValueTask.FromResult(Result);

        public async ValueTask<bool> DoValueTaskAsync() => await ValueTask.FromResult(Result);
    }
}
