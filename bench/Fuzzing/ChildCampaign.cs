using System.Globalization;
using System.Text.Json;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;

namespace AsyncLoad.Fuzzing;

/// <summary>
/// Runs inputs in a process of their own whose heap is limited, many in one process; an input that ends the process is a find, and the next process goes on behind it.
/// </summary>
/// <param name="target">Name of what takes them in.</param>
/// <param name="seed">Seed of the inputs.</param>
/// <param name="progress">Told how many are done.</param>
internal sealed class ChildCampaign(string target, int seed, Action<long>? progress = null)
{
    /// <summary>The command of such a process: the target, the seed, the first number, how many, and how many it tells of at once.</summary>
    public const string Command = "child";

    // What the process that reads a trace for "analyze" may use.
    private static readonly long HeapBytes = ReadingLimits.For(0).Heap.Bytes;

    private const int Block = 2_000;
    private const int MostDeaths = 20;

    /// <summary>Runs the inputs of some numbers.</summary>
    public Task<CampaignResult> RunAsync(long from, long count) => RunAsync(from, count, RunProcessAsync);

    /// <summary>Runs the inputs of some numbers in processes that are given.</summary>
    /// <param name="from">The first number.</param>
    /// <param name="count">How many.</param>
    /// <param name="run">Runs one process behind what is known, of how many inputs and telling of how many at once: what is known then, and its exit code.</param>
    internal static async Task<CampaignResult> RunAsync(long from, long count, Func<CampaignResult, long, int, Task<(CampaignResult Total, int Code)>> run)
    {
        var total = new CampaignResult(from, from, [], [], 0);
        var (end, deaths) = (from + count, 0);
        // Behind a death inputs are told of one by one, until the one is found that it died of.
        var (alone, unexplained) = (from, default(Find));
        while (total.To < end && deaths < MostDeaths)
        {
            var block = total.To < alone ? 1 : Block;
            var until = block == 1 ? Math.Min(alone, end) : end;
            (total, var code) = await run(total, until - total.To, block);
            var early = total.To < until;
            if (early && code == 0) continue;
            if (early && block > 1)
            {
                (alone, unexplained) = (total.To + Block, Death(total.To, code, " among many inputs, and with none of them alone"));
                continue;
            }

            var find = code == 0 ? unexplained : early ? Death(total.To, code, "") : Death(until - 1, code, " behind its last input");
            unexplained = null;
            if (find is null) continue;
            deaths++;
            total = total.Then(new CampaignResult(total.To, Math.Max(total.To, find.Index + 1), [], [find], 0));
        }

        return total;
    }

    /// <summary>What such a process does.</summary>
    /// <returns>The exit code.</returns>
    public static int Run(FuzzTarget target, int seed, (long From, long Count) inputs, int block)
    {
        var end = inputs.From + inputs.Count;
        for (var next = inputs.From; next < end;)
        {
            var result = new Campaign(target, seed, Campaign.Deadline).Run(next, Math.Min(block, end - next));
            Console.Out.WriteLine(JsonSerializer.Serialize(result));
            Console.Out.Flush();
            // One that does not end keeps a processor busy: the next process goes on.
            if (result.Hung) return 0;
            next = result.To;
        }

        return 0;
    }

    private static Find Death(long index, int code, string circumstance) =>
        new(index, string.Create(CultureInfo.InvariantCulture, $"ended its process with exit code {code}{circumstance}"));

    private async Task<(CampaignResult Total, int Code)> RunProcessAsync(CampaignResult total, long count, int block)
    {
        using var directory = PrivateDirectory.Create();
        string[] numbers = [.. new[] { seed, total.To, count, block }.Select(number => number.ToString(CultureInfo.InvariantCulture))];
        using var process = Spawn.Start(HostFiles.Muxer, [typeof(ChildCampaign).Assembly.Location, Command, target, .. numbers], Settings(), directory);
        try
        {
            // Its last words, should it overflow its stack, are a hundred thousand lines.
            var words = process.StandardError.BaseStream.CopyToAsync(Stream.Null);
            while (await process.StandardOutput.ReadLineAsync() is { } line)
            {
                total = total.Then(JsonSerializer.Deserialize<CampaignResult>(line)!);
                progress?.Invoke(total.To);
            }

            await process.WaitForExitAsync();
            await words;
            return (total, process.ExitCode);
        }
        finally
        {
            await Spawn.EndAsync(process);
        }
    }

    private static Dictionary<string, string> Settings()
    {
        var environment = HostEnvironment.Bare([]);
        environment["DOTNET_GCHeapHardLimit"] = HostEnvironment.Hex(HeapBytes);
        environment["DOTNET_gcServer"] = "0";
        environment["DOTNET_gcConcurrent"] = "0";
        environment["DOTNET_EnableDiagnostics"] = "0";
        environment["LC_ALL"] = "C.UTF-8";
        return environment;
    }
}
