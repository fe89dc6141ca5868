using System.Diagnostics;
using System.Globalization;
using AsyncLoad.EndToEnd.Advice;

namespace AsyncLoad.Proof.Services;

/// <summary>What the advisor said of a service.</summary>
/// <param name="Calls">Calls of each entry that were recorded.</param>
internal sealed record Recording(PrintedReport Report, int Calls)
{
    /// <summary>Calls for each entry: some two hundred samples of a task.</summary>
    private const int LoadCalls = 300_000;

    // Of a machine that does other things too.
    private const int LongestSession = 64;
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(20);

    /// <summary>What remedies should save together for each call, in bytes, with the interval; null where nothing is promised.</summary>
    public PrintedRate? PerCall(IReadOnlyList<PrintedAdvice> taken)
    {
        var removable = taken.Select(advice => advice.Removable).OfType<PrintedRate>().ToList();
        var scale = Report.Seconds / Calls;
        return removable.Count == 0 ? null : new PrintedRate(removable.Sum(rate => rate.Estimate) * scale, removable.Sum(rate => rate.Low) * scale, removable.Sum(rate => rate.High) * scale);
    }

    /// <summary>Load on a session, both edges quiet.</summary>
    public static async Task<Recording> MakeAsync(RunningService service, string program)
    {
        for (var seconds = 4; seconds <= LongestSession; seconds *= 2)
        {
            var analyzing = AnalyzeAsync(service.ProcessId, program, seconds);
            while (!await service.IsSampledAsync())
            {
                if (analyzing.IsCompleted) throw new InvalidOperationException($"no session began: {await analyzing}");
                await Task.Delay(Step);
            }

            await service.LoadAsync(LoadCalls);
            var end = TimeProvider.System.GetUtcNow();
            var digest = PrintedDigest.Parse(await analyzing);
            if (digest.Covers(end)) return new Recording(digest.Advice ?? throw new InvalidOperationException("nothing was sampled"), LoadCalls);
        }

        throw new InvalidOperationException($"no session covered the load and lost nothing, the longest of {LongestSession} s");
    }

    private static async Task<string> AnalyzeAsync(int process, string program, int seconds)
    {
        var start = new ProcessStartInfo(
            "dotnet",
            [
                program, "analyze", "--process-id", process.ToString(CultureInfo.InvariantCulture),
                "--duration", string.Create(CultureInfo.InvariantCulture, $"{seconds}s"), "--format", "json",
            ])
        {
            RedirectStandardOutput = true,
        };
        using var analysis = Process.Start(start) ?? throw new InvalidOperationException("asyncload did not start");
        var output = await analysis.StandardOutput.ReadToEndAsync();
        await analysis.WaitForExitAsync();
        return analysis.ExitCode == 0 ? output : throw new InvalidOperationException($"asyncload ended with {analysis.ExitCode}");
    }
}
