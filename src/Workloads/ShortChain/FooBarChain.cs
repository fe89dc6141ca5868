using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.ShortChain;

/// <summary>Foo calls Bar, Bar calls Baz, Baz makes a <see cref="FooBar"/>: the text's opening example, in five styles.</summary>
internal sealed class FooBarChain
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public FooBar Foo() => Bar();

    private FooBar Bar() => Baz();

    private FooBar Baz() => new();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<FooBar> FooForwardsTask() => BarForwardsTask();

    private Task<FooBar> BarForwardsTask() => BazTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<FooBar> FooAwaitsTask() => await BarAwaitsTask();

    private async Task<FooBar> BarAwaitsTask() => await BazTask();

    private Task<FooBar> BazTask() => Task.FromResult(new FooBar());

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<FooBar> FooForwardsValueTask() => BarForwardsValueTask();

    private ValueTask<FooBar> BarForwardsValueTask() => BazValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<FooBar> FooAwaitsValueTask() => await BarAwaitsValueTask();

    private async ValueTask<FooBar> BarAwaitsValueTask() => await BazValueTask();

    private ValueTask<FooBar> BazValueTask() => ValueTask.FromResult(new FooBar());
}

/// <summary>The object that each call makes: 24 B, the smallest size of an object.</summary>
internal sealed class FooBar;
