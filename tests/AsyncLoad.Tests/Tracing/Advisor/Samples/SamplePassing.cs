// Methods of an instance, as those of a service are.
#pragma warning disable CA1822

namespace AsyncLoad.Tests.Tracing.Advisor.Samples;

/// <summary>Methods whose tasks are made by others, which are small enough to be inlined.</summary>
internal sealed class SamplePassing
{
    public async Task<string> PassesAsync(int id) => await MakeAsync(id);

    public async ValueTask<int> AwaitsTwoAsync(int id) => (await MakeAsync(id)).Length + (await MakeOtherAsync(id)).Length;

    public async ValueTask<int> AwaitsForwardedAsync(int id) => (await ForwardAsync(id)).Length;

    public async ValueTask<int> AwaitsEitherAsync(int id) => (await (id > 0 ? MakeAsync(id) : MakeOtherAsync(id))).Length;

    public async ValueTask<int> InvokesAsync(Func<int, Task<string>> find, int id) => (await find(id)).Length;

    public Task<string> ForwardAsync(int id) => MakeOtherAsync(id);

    public Task<string> MakeAsync(int id) => Task.FromResult(id > 0 ? "some" : "none");

    public Task<string> MakeOtherAsync(int id) => Task.FromResult(id > 0 ? "other" : "no other");
}
