using System.Diagnostics;
using System.Text.Json.Nodes;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Planning;

namespace AsyncLoad.Calibration;

/// <summary>AsyncLoad started as a user starts it, without traces, and what it left behind.</summary>
/// <param name="Evidence">Its run folder.</param>
/// <param name="Began">When it was started, UTC.</param>
/// <param name="Took">From its start to its end, reports written.</param>
internal sealed record AskedProcess(RunEvidence Evidence, DateTimeOffset Began, TimeSpan Took)
{
    /// <summary>Asks one question, without a profile.</summary>
    public static Task<AskedProcess> CompareAsync(ComparedPair pair, int pairs)
    {
        var parameters = pair.Baseline.Values().SelectMany(value => new[] { "--parameter", $"{value.Key}={value.Value}" });
        return RunAsync(["compare", pair.Baseline.Workload, pair.Baseline.Variant, pair.Candidate.Variant, .. parameters], pairs);
    }

    /// <summary>Asks several questions in one profile.</summary>
    public static async Task<AskedProcess> RunAsync(IReadOnlyList<ComparedPair> comparisons, int pairs)
    {
        var profile = Path.GetTempFileName();
        await File.WriteAllTextAsync(profile, new JsonObject
        {
            ["schemaVersion"] = 1,
            ["name"] = "answers",
            ["measure"] = new JsonObject { ["slices"] = ProfileSource.Slices },
            ["experiments"] = new JsonArray([.. comparisons.Select((pair, index) => (JsonNode)Experiment(pair, FormattableString.Invariant($"q{index + 1:00}")))]),
        }.ToJsonString());
        var asked = await RunAsync(["run", profile], pairs);
        File.Delete(profile);
        return asked;
    }

    private static JsonObject Experiment(ComparedPair pair, string name) => new JsonObject
    {
        ["name"] = name,
        ["workload"] = pair.Baseline.Workload,
        ["parameters"] = new JsonObject(pair.Baseline.Values().Select(value => KeyValuePair.Create(value.Key, (JsonNode?)new JsonArray(value.Value)))),
        ["baseline"] = pair.Baseline.Variant,
        ["candidates"] = new JsonArray(pair.Candidate.Variant),
        ["loads"] = new JsonArray("sequential"),
    };

    private static async Task<AskedProcess> RunAsync(IEnumerable<string> question, int pairs)
    {
        var folder = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        var start = new ProcessStartInfo("dotnet", [Clone.Program, .. question, "--pairs", FormattableString.Invariant($"{pairs}"), "--traces", "none", "--output", folder])
        {
            RedirectStandardOutput = true,
        };
        var (began, clock) = (TimeProvider.System.GetUtcNow(), Stopwatch.GetTimestamp());
        using var process = Process.Start(start) ?? throw new InvalidOperationException("asyncload did not start");
        await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        var took = Stopwatch.GetElapsedTime(clock);
        if (process.ExitCode != 0) throw new InvalidOperationException($"asyncload ended with {process.ExitCode}; see {folder}");
        var evidence = RunReader.Read(folder);
        Directory.Delete(folder, recursive: true);
        return new AskedProcess(evidence, began, took);
    }
}
