namespace AsyncLoad.Tests.Tracing.Advisor.Samples;

/// <summary>Async methods that call each other in a line, and one that calls two.</summary>
internal static class SampleChain
{
    public static async Task RunAsync(int id)
    {
        await OuterAsync(id);
        await ForkAsync(id);
        await HandsOnFirstAsync(id);
    }

    public static async Task<decimal> OuterAsync(int id) => 1 + await MiddleAsync(id);

    public static async Task<decimal> MiddleAsync(int id) => 2 + await InnerAsync(id);

    public static async Task<decimal> InnerAsync(int id)
    {
        if (id == 0) await Task.Yield();
        return id;
    }

    public static async Task<decimal> HandsOnFirstAsync(int id) => await HandsOnNextAsync(id);

    public static async Task<decimal> HandsOnNextAsync(int id) => await HandsOnLastAsync(id);

    public static async Task<decimal> HandsOnLastAsync(int id) => await HandedAsync(id);

    public static async Task<decimal> HandedAsync(int id)
    {
        if (id == 0) await Task.Yield();
        return id;
    }

    public static async Task<decimal> ForkAsync(int id) => await LeftAsync(id) + await RightAsync(id);

    public static async Task<decimal> LeftAsync(int id)
    {
        if (id == 0) await Task.Yield();
        return id;
    }

    public static async Task<decimal> RightAsync(int id)
    {
        if (id == 0) await Task.Yield();
        return id;
    }
}

/// <summary>What each link of a chain of decorators implements.</summary>
internal interface ISampleLink
{
    Task<decimal> GetAsync(int id);
}

internal sealed class SampleOuterLink(ISampleLink inner) : ISampleLink
{
    public async Task<decimal> GetAsync(int id) => 1 + await inner.GetAsync(id);
}

internal sealed class SampleInnerLink : ISampleLink
{
    public async Task<decimal> GetAsync(int id)
    {
        if (id == 0) await Task.Yield();
        return id;
    }
}

/// <summary>One that is not in the chain.</summary>
internal sealed class SampleOtherLink : ISampleLink
{
    public async Task<decimal> GetAsync(int id)
    {
        if (id == 0) await Task.Yield();
        return id;
    }
}
