using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.CallChain;

/// <summary>
/// The published chain with a <see cref="string"/> result. Written out for each result type: a generic chain would share code
/// between reference types and look up the type to allocate at run time.
/// </summary>
internal sealed class StringChain(bool deep)
{
    private const string Result = "foobar";

    private readonly A a = new();
    private readonly B b = new();
    private readonly C c = new();
    private readonly D d = new();
    private readonly E e = new();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public string DirectCall() => deep ? a.Do(b, c, d, e) : e.Do();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<string> DirectTask() => deep ? a.DoTask(b, c, d, e) : e.DoTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<string> AwaitTask() => deep ? await a.DoTaskAsync(b, c, d, e) : await e.DoTaskAsync();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<string> DirectValueTask() => deep ? a.DoValueTask(b, c, d, e) : e.DoValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<string> AwaitValueTask() => deep ? await a.DoValueTaskAsync(b, c, d, e) : await e.DoValueTaskAsync();

    internal sealed class A
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public string Do(B b, C c, D d, E e) => b.Do(c, d, e);

        public Task<string> DoTask(B b, C c, D d, E e) => b.DoTask(c, d, e);

        public async Task<string> DoTaskAsync(B b, C c, D d, E e) => await b.DoTaskAsync(c, d, e);

        public ValueTask<string> DoValueTask(B b, C c, D d, E e) => b.DoValueTask(c, d, e);

        public async ValueTask<string> DoValueTaskAsync(B b, C c, D d, E e) => await b.DoValueTaskAsync(c, d, e);
    }

    internal sealed class B
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public string Do(C c, D d, E e) => c.Do(d, e);

        public Task<string> DoTask(C c, D d, E e) => c.DoTask(d, e);

        public async Task<string> DoTaskAsync(C c, D d, E e) => await c.DoTaskAsync(d, e);

        public ValueTask<string> DoValueTask(C c, D d, E e) => c.DoValueTask(d, e);

        public async ValueTask<string> DoValueTaskAsync(C c, D d, E e) => await c.DoValueTaskAsync(d, e);
    }

    internal sealed class C
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public string Do(D d, E e) => d.Do(e);

        public Task<string> DoTask(D d, E e) => d.DoTask(e);

        public async Task<string> DoTaskAsync(D d, E e) => await d.DoTaskAsync(e);

        public ValueTask<string> DoValueTask(D d, E e) => d.DoValueTask(e);

        public async ValueTask<string> DoValueTaskAsync(D d, E e) => await d.DoValueTaskAsync(e);
    }

    internal sealed class D
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public string Do(E e) => e.Do();

        public Task<string> DoTask(E e) => e.DoTask();

        public async Task<string> DoTaskAsync(E e) => await e.DoTaskAsync();

        public ValueTask<string> DoValueTask(E e) => e.DoValueTask();

        public async ValueTask<string> DoValueTaskAsync(E e) => await e.DoValueTaskAsync();
    }

    internal sealed class E
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public string Do() => Result;

        public Task<string> DoTask() => Task.FromResult(Result);

        public async Task<string> DoTaskAsync() => await Task.FromResult(Result);

        public ValueTask<string> DoValueTask() => ValueTask.FromResult(Result);

        public async ValueTask<string> DoValueTaskAsync() => await ValueTask.FromResult(Result);
    }
}
