using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace AsyncLoad.EndToEnd.Advice;

/// <summary>The counted services (tests/fixtures) as a process of their own. Disposal ends it.</summary>
internal sealed class CountedServices : IAsyncDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(10);

    private readonly Process process;

    private CountedServices(Process process) => this.process = process;

    public int ProcessId => process.Id;

    /// <summary>Starts them.</summary>
    /// <param name="assembly">Path of their assembly.</param>
    /// <param name="temporary">Their folder for temporary files.</param>
    /// <param name="dotnet">The program that starts them: on its newest runtime, if that is not the one of these tests.</param>
    public static CountedServices Start(string assembly, string temporary, string? dotnet = null)
    {
        var start = new ProcessStartInfo(dotnet ?? Repository.Muxer, [assembly])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            // Methods reach their final code while they warm up, not in the middle of a session.
            Environment = { ["DOTNET_TC_CallCountingDelayMs"] = "0", ["TMPDIR"] = temporary },
        };
        if (dotnet is not null) start.Environment["DOTNET_ROLL_FORWARD"] = "LatestMajor";
#pragma warning disable RS0030 // Its input must stay open, and its output be read, while it runs.
        return new CountedServices(Process.Start(start)!);
#pragma warning restore RS0030
    }

    /// <summary>Calls a service so often.</summary>
    /// <returns>All bytes that the process allocated meanwhile, exactly.</returns>
    public async Task<long> CallAsync(string service, int calls) =>
        (await AskAsync<Counted>(string.Create(CultureInfo.InvariantCulture, $"{service} {calls}"))).Bytes;

    /// <summary>Whether a session samples their allocations.</summary>
    public Task<bool> IsSampledAsync() => AskAsync<bool>("sampled");

    public async ValueTask DisposeAsync()
    {
        process.StandardInput.Close();
        await process.WaitForExitAsync().WaitAsync(Deadline);
        process.Dispose();
    }

    private async Task<T> AskAsync<T>(string question)
    {
        await process.StandardInput.WriteLineAsync(question);
        var answer = await process.StandardOutput.ReadLineAsync().WaitAsync(Deadline) ?? throw new InvalidOperationException($"no answer to {question}");
        return JsonSerializer.Deserialize<T>(answer)!;
    }

    private sealed record Counted(int Calls, long Bytes);
}
