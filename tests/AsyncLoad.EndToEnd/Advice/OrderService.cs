using System.Diagnostics;
using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json;

namespace AsyncLoad.EndToEnd.Advice;

/// <summary>The order service (tests/fixtures) as a process of its own. Disposal ends it.</summary>
internal sealed class OrderService : IAsyncDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(10);

    private readonly Process process;
    private readonly HttpClient client;

    private OrderService(Process process, Uri address)
    {
        this.process = process;
        client = new HttpClient { BaseAddress = address, Timeout = Deadline };
    }

    public int ProcessId => process.Id;

    /// <summary>Starts it, and waits until it has measured its methods.</summary>
    /// <param name="muxer">The <c>dotnet</c> to start it with.</param>
    /// <param name="assembly">Path of its assembly.</param>
    /// <param name="remedied">Whether its methods are those after the advice was taken.</param>
    /// <param name="temporary">Its folder for temporary files; null for the usual one.</param>
    public static async Task<OrderService> StartAsync(string muxer, string assembly, bool remedied = false, string? temporary = null)
    {
        var start = new ProcessStartInfo(muxer, [assembly, .. remedied ? new[] { "--remedied" } : []])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            // Methods reach their final code while the service warms up, not in the middle of a session.
            Environment = { ["DOTNET_TC_CallCountingDelayMs"] = "0" },
        };
        if (temporary is not null) start.Environment["TMPDIR"] = temporary;
#pragma warning disable RS0030 // Its input must stay open, and its first line be read, while it runs.
        var process = Process.Start(start)!;
#pragma warning restore RS0030
        var line = await process.StandardOutput.ReadLineAsync().WaitAsync(Deadline)
            ?? throw new InvalidOperationException($"{assembly} ended before it listened");
        using var answer = JsonDocument.Parse(line);
        return new OrderService(process, new Uri(answer.RootElement.GetProperty("url").GetString()!));
    }

    /// <summary>Calls every method as often as makes it allocate as much as the others.</summary>
    public async Task RoundAsync(CancellationToken cancellation) => (await client.GetAsync("/round", cancellation)).EnsureSuccessStatusCode().Dispose();

    /// <summary>Calls one method.</summary>
    public Task<LoneRun> RunAsync(string key, int calls, CancellationToken cancellation) =>
        GetAsync<LoneRun>(string.Create(CultureInfo.InvariantCulture, $"/run/{key}?calls={calls}"), cancellation);

    /// <summary>What it has counted. Exact as long as nothing runs.</summary>
    public Task<OrderTruth> TruthAsync(CancellationToken cancellation) => GetAsync<OrderTruth>("/truth", cancellation);

    /// <summary>Whether a session samples its allocations.</summary>
    public Task<bool> IsSampledAsync(CancellationToken cancellation) => GetAsync<bool>("/sampled", cancellation);

    public async ValueTask DisposeAsync()
    {
        client.Dispose();
        process.StandardInput.Close();
        using var expiry = new CancellationTokenSource(Deadline);
        try
        {
            await process.WaitForExitAsync(expiry.Token);
        }
        catch (OperationCanceledException)
        {
            process.Kill();
        }

        process.Dispose();
    }

    private async Task<T> GetAsync<T>(string path, CancellationToken cancellation) => (await client.GetFromJsonAsync<T>(path, cancellation))!;
}
