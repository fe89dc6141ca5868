using System.Globalization;
using System.Text.Json.Nodes;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Reporting.Results;

namespace AsyncLoad.Reporting.Exports;

/// <summary>
/// The JSON of BenchmarkDotNet 0.15.8's full exporter (<c>JsonExporter.Full</c>), for programs that read it. It has an entry for each thing that was measured, and a measurement
/// for each pair, which is a process. Members without a figure are left out.
/// </summary>
internal static class BenchmarkDotNetJson
{
    // A standard deviation takes two.
    private const int FewestPairs = 2;

    // Bencher reads counts as 32-bit numbers.
    private const long MostOperations = uint.MaxValue;

    private static readonly (string Id, string Legend, Func<GcLedger, int> Count)[] Generations =
    [
        // As GC.CollectionCount counts: a collection of an older generation is one of the younger ones, too.
        ("Gen0", "collections of generation 0 per 1,000 operations, including those of older generations", ledger => ledger.Collections),
        ("Gen1", "collections of generation 1 per 1,000 operations, those of generation 2 included", ledger => ledger.Gen1 + ledger.Gen2),
        ("Gen2", "collections of generation 2 per 1,000 operations", ledger => ledger.Gen2),
    ];

    /// <summary>Which benchmarks are left out and why; null where none is.</summary>
    public static string? Gap(RunAnalysis run)
    {
        var entries = Entries(run);
        var few = entries.Count(entry => entry.Pairs.Count < FewestPairs);
        return few == 0 ? null : string.Create(
            CultureInfo.InvariantCulture,
            $"{few:N0} of {entries.Count:N0} benchmarks left out: each was measured in fewer than {FewestPairs} pairs, and its standard deviation takes {FewestPairs}");
    }

    public static void Write(RunAnalysis run, TextWriter writer)
    {
        var entries = Entries(run).Where(entry => entry.Pairs.Count >= FewestPairs).ToList();
        var alike = entries.GroupBy(entry => (entry.Name.Space, entry.Name.Method)).Where(group => group.Count() > 1).Select(group => group.Key).ToHashSet();
        ResultsJson.Write(
            new JsonObject
            {
                ["Title"] = string.Create(CultureInfo.InvariantCulture, $"{run.Manifest.Plan.ProfileName}-{run.Manifest.Started.UtcDateTime:yyyyMMdd-HHmmss}"),
                ["HostEnvironmentInfo"] = Environment(run),
                ["Benchmarks"] = new JsonArray([.. entries.Select(entry => Benchmark(entry.Name, alike.Contains((entry.Name.Space, entry.Name.Method)), entry.Pairs, entry.Whole!.BytesPerOperation))]),
            },
            writer);
    }

    private static List<(BenchmarkName Name, List<GcLedger> Pairs, GcLedger? Whole)> Entries(RunAnalysis run) =>
    [
        .. run.Comparisons.SelectMany(comparison => comparison.Sides.Each())
            .Select(side => (Name: BenchmarkName.Of(side, run.Catalogue), side.Measurements))
            .GroupBy(entry => entry.Name.Full, StringComparer.Ordinal)
            .Select(group => (group.First().Name, group.SelectMany(entry => entry.Measurements).Select(pair => LedgerBuilder.Build([pair])).OfType<GcLedger>().ToList(), LedgerBuilder.Build([.. group.SelectMany(entry => entry.Measurements)]))),
    ];

    private static JsonObject Environment(RunAnalysis run)
    {
        var (manifest, machine) = (run.Manifest, run.Manifest.Machine);
        var environment = new JsonObject
        {
            ["BenchmarkDotNetCaption"] = "AsyncLoad",
            ["BenchmarkDotNetVersion"] = manifest.Tool,
            ["OsVersion"] = machine.OperatingSystem,
            ["LogicalCoreCount"] = machine.Cores,
            ["RuntimeVersion"] = manifest.Runtime,
            ["Architecture"] = machine.Architecture,
            ["HasRyuJit"] = true,
        };
        if (machine.Processor is { } processor) environment["ProcessorName"] = processor;
        if (manifest.Environment?.Host is not { } host) return environment;
        environment["HasAttachedDebugger"] = host.Debugged;
        environment["Configuration"] = host.Optimized ? "RELEASE" : "DEBUG";
        return environment;
    }

    // Bencher names a benchmark by namespace and method alone, so where these are the same the method says more.
    private static JsonObject Benchmark(BenchmarkName name, bool isAlike, List<GcLedger> pairs, double? bytes)
    {
        var benchmark = new JsonObject
        {
            ["DisplayInfo"] = $"{name.Type}.{name.Title}: {pairs.Count.ToString(CultureInfo.InvariantCulture)} processes{(name.Values(", ") is { Length: > 0 } values ? $" [{values}]" : "")}",
            ["Namespace"] = name.Space,
            ["Type"] = name.Type,
            ["Method"] = isAlike ? name.Distinct : name.Method,
            ["MethodTitle"] = name.Title,
            ["Parameters"] = name.Values("&"),
            ["FullName"] = name.Full,
            ["Statistics"] = BenchmarkStatistics.Of([.. pairs.Select(pair => pair.NsPerOperation)]),
        };
        var metrics = new JsonArray();
        if (bytes is { } allocated && Counted(pairs) is { } counted)
        {
            benchmark["Memory"] = new JsonObject
            {
                ["Gen0Collections"] = counted.Sum(Generations[0].Count),
                ["Gen1Collections"] = counted.Sum(Generations[1].Count),
                ["Gen2Collections"] = counted.Sum(Generations[2].Count),
                ["TotalOperations"] = counted.Sum(pair => pair.Operations),
                ["BytesAllocatedPerOperation"] = (long)Math.Max(0, Math.Round(allocated)),
            };
            foreach (var ((id, legend, count), index) in Generations.Select((generation, index) => (generation, index)))
                metrics.Add(Metric(id + "Collects", id, legend, counted.Sum(count) * 1e3 / counted.Sum(pair => pair.Operations), index));
            metrics.Add(Metric("Allocated Memory", "Allocated", "bytes per operation", Math.Max(0, allocated), Generations.Length));
        }

        benchmark["Measurements"] = new JsonArray([.. pairs.Select(Measurement)]);
        if (metrics.Count > 0) benchmark["Metrics"] = metrics;
        return benchmark;
    }

    // The first pairs, as many as their operations can be counted.
    private static List<GcLedger>? Counted(List<GcLedger> pairs)
    {
        var (counted, operations) = (new List<GcLedger>(), 0L);
        foreach (var pair in pairs)
        {
            if ((operations += pair.Operations) > MostOperations) break;
            counted.Add(pair);
        }

        return counted.Count == 0 ? null : counted;
    }

    private static JsonObject Measurement(GcLedger pair, int index) => new()
    {
        ["IterationMode"] = "Workload",
        ["IterationStage"] = "Result",
        ["LaunchIndex"] = index + 1,
        ["IterationIndex"] = 1,
        ["Operations"] = pair.Operations,
        ["Nanoseconds"] = (double)(pair.ResponseTime ?? pair.Elapsed).Value,
    };

    // UnitType 2 is a size, 0 has no dimension.
    private static JsonObject Metric(string id, string title, string legend, double value, int priority) => new()
    {
        ["Value"] = value,
        ["Descriptor"] = new JsonObject
        {
            ["Id"] = id,
            ["DisplayName"] = title,
            ["Legend"] = legend,
            ["NumberFormat"] = priority == Generations.Length ? "0.##" : "#0.0000",
            ["UnitType"] = priority == Generations.Length ? 2 : 0,
            ["Unit"] = priority == Generations.Length ? "B" : "Count",
            ["TheGreaterTheBetter"] = false,
            ["PriorityInCategory"] = priority,
        },
    };
}
