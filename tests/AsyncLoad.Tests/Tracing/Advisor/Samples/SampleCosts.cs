using System.Threading.Channels;

// Samples are methods of an instance, as those of a service are, and some do on purpose what one should not.
#pragma warning disable CA1001, CA1822, CA1849, CA2008, CA2012

namespace AsyncLoad.Tests.Tracing.Advisor.Samples;

/// <summary>What async code costs besides its methods.</summary>
internal sealed class SampleCosts
{
    private static readonly AsyncLocal<string> Current = new();

    private readonly SemaphoreSlim gate = new(1);
    private readonly CancellationTokenSource stopping = new();
    private readonly Channel<int> channel = Channel.CreateUnbounded<int>();

    public async Task<bool> LimitsAsync(Task work, CancellationToken token) => await Task.WhenAny(work, Task.Delay(1_000, token)) == work;

    public async Task KeepsLimitAsync(Task work)
    {
        var limit = Task.Delay(1_000);
        if (await Task.WhenAny(work, limit) == limit) throw new TimeoutException();
        await work;
    }

    public async Task<bool> LimitsOfListAsync(Task work)
    {
        Task[] both = [work, Task.Delay(1_000)];
        return await Task.WhenAny(both) == work;
    }

    public async Task<bool> LimitsManyAsync(Task work, Task other)
    {
        var first = await Task.WhenAny(work, other, Task.Delay(1_000));
        return first == work || first == other;
    }

    public async Task<bool> LimitsListOfManyAsync(Task work, Task other)
    {
        Task[] all = [work, other, Task.Delay(1_000)];
        return await Task.WhenAny(all) == work;
    }

    public async Task<bool> LimitsWithSourceAsync(Task work, CancellationToken token)
    {
        using var source = CancellationTokenSource.CreateLinkedTokenSource(token, stopping.Token);
        var first = await Task.WhenAny(work, Task.Delay(1_000, source.Token));
        await source.CancelAsync();
        return first == work;
    }

    public async Task<bool> LimitsAndHandsOnAsync(Func<CancellationToken, Task> work, CancellationToken token)
    {
        using var source = CancellationTokenSource.CreateLinkedTokenSource(token);
        var working = work(source.Token);
        return await Task.WhenAny(working, Task.Delay(1_000, source.Token)) == working;
    }

    public async Task<Task> FirstAsync(Task work, Task other) => await Task.WhenAny(work, other);

    public async Task RestsAsync() => await Task.Delay(10);

    public async Task PacesAsync(CancellationToken token)
    {
        while (!token.IsCancellationRequested)
        {
            await gate.WaitAsync(token);
            gate.Release();
            await Task.Delay(10, token);
        }
    }

    public async Task PacesInTryAsync(Func<Task> work)
    {
        while (true)
        {
            try
            {
                await work();
                await Task.Delay(10);
            }
            catch (InvalidOperationException)
            {
                return;
            }
        }
    }

    public async Task RetriesAsync(Func<Task> work)
    {
        for (var attempt = 0; attempt < 3; attempt++)
        {
            try
            {
                await work();
                return;
            }
            catch (InvalidOperationException)
            {
                await Task.Delay(10);
            }
        }
    }

    public async Task RestsWhenIdleAsync(Func<Task<bool>> work)
    {
        while (true)
        {
            if (!await work()) await Task.Delay(10);
            gate.Release();
        }
    }

    public async Task PacesAndLimitsAsync(Func<Task> work)
    {
        while (true)
        {
            await Task.WhenAny(work(), Task.Delay(1_000));
            await Task.Delay(10);
        }
    }

    public async Task WaitsAsync() => await gate.WaitAsync();

    public async Task<int> LinksAsync(CancellationToken token, CancellationToken other)
    {
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(token, other);
        await Task.Yield();
        return linked.IsCancellationRequested ? 1 : 0;
    }

    public async Task TimesAsync(Func<CancellationToken, Task> work)
    {
        using var source = new CancellationTokenSource(1_000);
        await work(source.Token);
    }

    public async Task RegistersAsync(CancellationToken token)
    {
        await using var registration = token.UnsafeRegister(static _ => { }, null);
        await Task.Yield();
    }

    public async Task WaitsForAsync(Task work) => await work.WaitAsync(TimeSpan.FromSeconds(1));

    public async Task MakesTimerAsync()
    {
        using var timer = new Timer(static _ => { });
        await Task.Yield();
    }

    public async Task ContinuesAsync(Task work) => await work.ContinueWith(static done => done.Id);

    public async Task ComesBackAsync(Task work) => await work;

    public async Task SetsAsync(string value)
    {
        Current.Value = value;
        await Task.Yield();
    }

    public async Task<int> ReadsAsync(CancellationToken token) => await channel.Reader.ReadAsync(token);

    public async Task QueuesAsync()
    {
        ThreadPool.QueueUserWorkItem(static _ => { });
        await Task.Yield();
    }

    public async Task<int> KeepsLazyAsync(Func<Task<int>> work)
    {
        var lazy = new Lazy<Task<int>>(work);
        return await lazy.Value;
    }
}
