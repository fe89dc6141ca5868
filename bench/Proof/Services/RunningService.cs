using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace AsyncLoad.Proof.Services;

/// <summary>What each entry of a service did under load.</summary>
/// <param name="Bytes">All that the process allocated meanwhile, exactly.</param>
/// <param name="Sums">What the calls returned, added up.</param>
internal sealed record Load(IReadOnlyDictionary<string, long> Bytes, IReadOnlyDictionary<string, long> Sums)
{
    public long AllBytes => Bytes.Values.Sum();

    /// <summary>Entries whose calls returned something else than there.</summary>
    public IEnumerable<string> Differing(Load other) => Sums.Where(sum => other.Sums[sum.Key] != sum.Value).Select(sum => sum.Key);
}

/// <summary>A service that runs. Disposal ends it.</summary>
internal sealed class RunningService : IAsyncDisposable
{
    private const int WarmUps = 25;
    private const int WarmUpCalls = 500;
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly Process process;

    private RunningService(Process process) => this.process = process;

    public int ProcessId => process.Id;

    /// <summary>Starts it.</summary>
    public static RunningService Start(string assembly)
    {
        var start = new ProcessStartInfo("dotnet", [assembly])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            // Methods reach their final code while they warm up, not in the middle of a session. What is allocated must not hang on a profile, which is another one in each run.
            Environment = { ["DOTNET_TC_CallCountingDelayMs"] = "0", ["DOTNET_TieredPGO"] = "0" },
        };
        return new RunningService(Process.Start(start) ?? throw new InvalidOperationException("the service did not start"));
    }

    /// <summary>Calls its methods until the runtime has compiled them for good.</summary>
    public async Task WarmUpAsync()
    {
        for (var round = 0; round < WarmUps; round++)
        {
            await LoadAsync(WarmUpCalls);
            await Task.Delay(Step);
        }
    }

    /// <summary>Calls each of its entries so often.</summary>
    public Task<Load> LoadAsync(int calls) => AskAsync<Load>(string.Create(CultureInfo.InvariantCulture, $"load {calls}"));

    /// <summary>Whether a session samples its allocations.</summary>
    public Task<bool> IsSampledAsync() => AskAsync<bool>("sampled");

    public async ValueTask DisposeAsync()
    {
        process.StandardInput.Close();
        if (!process.WaitForExit(Patience)) process.Kill();
        await process.WaitForExitAsync();
        process.Dispose();
    }

    private async Task<T> AskAsync<T>(string question)
    {
        await process.StandardInput.WriteLineAsync(question);
        var answer = await process.StandardOutput.ReadLineAsync().WaitAsync(Deadline) ?? throw new InvalidOperationException("the service ended");
        return JsonSerializer.Deserialize<T>(answer)!;
    }
}
