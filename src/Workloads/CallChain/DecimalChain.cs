using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.CallChain;

/// <summary>
/// The published chain with a <see cref="decimal"/> result. Written out for each result type: a generic chain would share code
/// between reference types and look up the type to allocate at run time.
/// </summary>
internal sealed class DecimalChain(bool deep)
{
    private const decimal Result = 1234.567m;

    private readonly A a = new();
    private readonly B b = new();
    private readonly C c = new();
    private readonly D d = new();
    private readonly E e = new();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public decimal DirectCall() => deep ? a.Do(b, c, d, e) : e.Do();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> DirectTask() => deep ? a.DoTask(b, c, d, e) : e.DoTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<decimal> AwaitTask() => deep ? await a.DoTaskAsync(b, c, d, e) : await e.DoTaskAsync();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> DirectValueTask() => deep ? a.DoValueTask(b, c, d, e) : e.DoValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> AwaitValueTask() => deep ? await a.DoValueTaskAsync(b, c, d, e) : await e.DoValueTaskAsync();

    internal sealed class A
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public decimal Do(B b, C c, D d, E e) => b.Do(c, d, e);

        public Task<decimal> DoTask(B b, C c, D d, E e) => b.DoTask(c, d, e);

        public async Task<decimal> DoTaskAsync(B b, C c, D d, E e) => await b.DoTaskAsync(c, d, e);

        public ValueTask<decimal> DoValueTask(B b, C c, D d, E e) => b.DoValueTask(c, d, e);

        public async ValueTask<decimal> DoValueTaskAsync(B b, C c, D d, E e) => await b.DoValueTaskAsync(c, d, e);
    }

    internal sealed class B
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public decimal Do(C c, D d, E e) => c.Do(d, e);

        public Task<decimal> DoTask(C c, D d, E e) => c.DoTask(d, e);

        public async Task<decimal> DoTaskAsync(C c, D d, E e) => await c.DoTaskAsync(d, e);

        public ValueTask<decimal> DoValueTask(C c, D d, E e) => c.DoValueTask(d, e);

        public async ValueTask<decimal> DoValueTaskAsync(C c, D d, E e) => await c.DoValueTaskAsync(d, e);
    }

    internal sealed class C
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public decimal Do(D d, E e) => d.Do(e);

        public Task<decimal> DoTask(D d, E e) => d.DoTask(e);

        public async Task<decimal> DoTaskAsync(D d, E e) => await d.DoTaskAsync(e);

        public ValueTask<decimal> DoValueTask(D d, E e) => d.DoValueTask(e);

        public async ValueTask<decimal> DoValueTaskAsync(D d, E e) => await d.DoValueTaskAsync(e);
    }

    internal sealed class D
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public decimal Do(E e) => e.Do();

        public Task<decimal> DoTask(E e) => e.DoTask();

        public async Task<decimal> DoTaskAsync(E e) => await e.DoTaskAsync();

        public ValueTask<decimal> DoValueTask(E e) => e.DoValueTask();

        public async ValueTask<decimal> DoValueTaskAsync(E e) => await e.DoValueTaskAsync();
    }

    internal sealed class E
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public decimal Do() => Result;

        public Task<decimal> DoTask() => Task.FromResult(Result);

        public async Task<decimal> DoTaskAsync() => await Task.FromResult(Result);

        public ValueTask<decimal> DoValueTask() => ValueTask.FromResult(Result);

        public async ValueTask<decimal> DoValueTaskAsync() => await ValueTask.FromResult(Result);
    }
}
