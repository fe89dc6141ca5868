using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;
using AsyncLoad.Reporting.Exports;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Model;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Exports;

/// <summary>What is written for readers of BenchmarkDotNet's JSON is what BenchmarkDotNet 0.15.8 writes, as far as there are figures.</summary>
public sealed class BenchmarkDotNetExportTests
{
    // Members that nothing is known of: the names of the timer and the SDK of a program that generates none, and of the processor what no evidence holds.
    private static readonly string[] NotWritten =
    [
        "Benchmarks[].HardwareIntrinsics", "HostEnvironmentInfo.ChronometerFrequency", "HostEnvironmentInfo.ChronometerFrequency.Hertz", "HostEnvironmentInfo.DotNetCliVersion",
        "HostEnvironmentInfo.HardwareTimerKind", "HostEnvironmentInfo.PhysicalCoreCount", "HostEnvironmentInfo.PhysicalProcessorCount",
    ];

    private static readonly string[] Times = ["Mean", "Median", "StandardDeviation", "InterquartileRange"];

    private static readonly ProcessState Sound = new(Optimized: true, Debugged: false);

    private static readonly RunAnalysis Run = In(new RunEnvironment(null, null, Sound, Sound, []), SampleRun.Create().Measured());

    // Fields.txt lists the members of a file that JsonExporter.Full of BenchmarkDotNet 0.15.8 wrote for a class with [MemoryDiagnoser], [Params] and [Arguments], with the JSON type of each.
    [Fact]
    public void Its_members_and_their_types_are_those_of_BenchmarkDotNet()
    {
        var theirs = Repository.Lines("tests/AsyncLoad.Tests/Reporting/Exports/Fields.txt").Where(line => line.Length > 0).Select(line => line.Split(' ')).ToLookup(line => line[0], line => line[1]);
        var ours = Members("", JsonNode.Parse(Export(Run))!).Distinct().ToList();

        Assert.All(ours, member => Assert.Contains(member.Type, theirs[member.Path]));
        Assert.Equal(NotWritten, theirs.Select(entry => entry.Key).Except(ours.Select(member => member.Path)).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void It_is_in_the_order_of_the_run_with_a_value_for_each_pair()
    {
        var benchmarks = JsonNode.Parse(Export(Run))!["Benchmarks"]!.AsArray();

        Assert.Equal(8, benchmarks.Count);
        var first = benchmarks[0]!;
        Assert.Equal("AsyncLoad.call-chain.await-task(deep: true, result: string)", (string?)first["FullName"]);
        Assert.Equal([72.071, 72.814, 73.557, 74.3, 75.043, 75.786], first["Statistics"]!["OriginalValues"]!.AsArray().Select(value => Math.Round((double)value!, 3)));
        Assert.Equal(73.93, (double)first["Statistics"]!["Mean"]!, 2);
        Assert.Equal((504, 6_000_000), ((int)first["Memory"]!["BytesAllocatedPerOperation"]!, (int)first["Memory"]!["TotalOperations"]!));
        Assert.Equal(6, first["Measurements"]!.AsArray().Count);
        Assert.Equal("AsyncLoad.call-chain.await-task(deep: true, result: string, load: parallelFor, pressure: old-heap)", (string?)benchmarks[4]!["FullName"]);
    }

    [Fact]
    public void A_cell_of_several_comparisons_is_one_benchmark_with_all_their_pairs()
    {
        var twice = Run with { Comparisons = [Run.Comparisons[0], Run.Comparisons[0]] };

        var counts = JsonNode.Parse(Export(twice))!["Benchmarks"]!.AsArray().Select(benchmark => (int)benchmark!["Statistics"]!["N"]!);

        Assert.Equal([12, 12], counts);
    }

    [Fact]
    public void What_has_no_figure_is_left_out()
    {
        var uncounted = Run with { Comparisons = [Run.Comparisons[0].WithSides(side => side with { Measurements = [.. side.Measurements.Select(pair => pair with { Counts = [] })] })] };
        var once = Run with { Comparisons = [Run.Comparisons[0].WithSides(side => side with { Measurements = [side.Measurements[0]] })] };
        var countless = Run with { Comparisons = [Run.Comparisons[0].WithSides(side => side with { Measurements = [.. Enumerable.Repeat(MeasuredRun.Pair(0.5, 24, 5_000_000_000), 2)] })] };

        Assert.All(Benchmarks(uncounted), benchmark => Assert.False(benchmark.ContainsKey("Memory") || benchmark.ContainsKey("Metrics")));
        Assert.Empty(Benchmarks(once));
        Assert.Equal("2 of 2 benchmarks left out: each was measured in fewer than 2 pairs, and its standard deviation takes 2", ExportFile.Gap(ExportFormat.BenchmarkDotNet, once));
        Assert.Null(ExportFile.Gap(ExportFormat.BenchmarkDotNet, Run));
        // More operations than Bencher's 32 bits hold; equal values have no skewness, and two no interval.
        Assert.All(Benchmarks(countless), benchmark => Assert.False(benchmark.ContainsKey("Memory")));
        Assert.All(Benchmarks(countless), benchmark => Assert.DoesNotContain(benchmark["Statistics"]!.AsObject(), member => member.Key is "Skewness" or "Kurtosis" or "ConfidenceInterval"));
    }

    // What each reader takes of it, as strictly as it does.
    [Fact]
    public void Readers_find_what_they_need()
    {
        var benchmarks = Benchmarks(Run).ToList();

        Assert.Equal(8, benchmarks.Count);
        Assert.Distinct(benchmarks.Select(benchmark => (string?)benchmark["FullName"]));
        Assert.Distinct(benchmarks.Select(benchmark => $"{(string?)benchmark["Namespace"]}.{(string?)benchmark["Method"]}"));
        Assert.All(benchmarks, benchmark => Assert.All(Times, name => Assert.True((double)benchmark["Statistics"]![name]! > 0)));
        // Whole numbers of 32 bits without a sign, or Bencher refuses the file.
        Assert.All(benchmarks, benchmark => Assert.All(benchmark["Memory"]!.AsObject(), member => Assert.True(uint.TryParse(member.Value!.ToJsonString(), NumberStyles.None, CultureInfo.InvariantCulture, out _), member.Key)));
        Assert.EndsWith("full.json", ExportFile.Name(ExportFormat.BenchmarkDotNet), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Shop.Orders", "Shop.Orders.ReadAsync(Count: 10)", "Shop", "Orders")]
    [InlineData("Orders", "Orders.ReadAsync(Count: 10)", null, "Orders")]
    [InlineData("Shop.Outer+Orders", "Shop.Outer+Orders.ReadAsync(Count: 10)", "Shop", "Orders")]
    [InlineData("Shop.Cache`1[System.Int32]", "Shop.Cache<Int32>.ReadAsync(Count: 10)", "Shop", "Cache<Int32>")]
    [InlineData("Shop.Cache`2[System.Collections.Generic.List`1[System.Byte[]],System.String]", "Shop.Cache<List<Byte[]>, String>.ReadAsync(Count: 10)", "Shop", "Cache<List<Byte[]>, String>")]
    public void A_benchmark_class_has_the_names_that_BenchmarkDotNet_gives(string className, string full, string? space, string type)
    {
        var named = Named(className, new Dictionary<string, string> { ["Count"] = "10" });

        Assert.Equal((full, space, type, "ReadAsync", "'as it was'"), (named.Full, named.Space, named.Type, named.Method, named.Title));
    }

    [Fact]
    public void Arguments_come_first_in_a_name_and_only_where_they_are_taken()
    {
        var parameters = new Dictionary<string, string> { ["Count"] = "10", ["number"] = "3" };

        Assert.Equal("Shop.Orders.ReadAsync(number: 3, Count: 10)", Named("Shop.Orders", parameters, arguments: ["3"]).Full);
        Assert.Equal("Count=10&number=3", Named("Shop.Orders", parameters, arguments: ["3"]).Values("&"));
        Assert.Equal("Shop.Orders.ReadAsync(Count: 10)", Named("Shop.Orders", parameters).Full);
    }

    private static RunAnalysis In(RunEnvironment place, RunAnalysis run) => run with { Manifest = run.Manifest with { Environment = place } };

    private static BenchmarkName Named(string className, IReadOnlyDictionary<string, string> parameters, IReadOnlyList<string>? arguments = null)
    {
        var variant = new VariantDescription("read-async", "as it was", "Task", "default", null, null, Arguments: arguments, Declared: new BenchmarkDeclaration("ReadAsync", "as it was", [], ""));
        var workload = new WorkloadDescription("orders", "mine", null, [], [variant], [], null, [], [], "Mine.dll", className, "number");
        var cell = new Cell("c001", "orders", "read-async", parameters, new LoadSettings.Sequential(), PressureSettings.Calm, GcSettings.Default);
        return BenchmarkName.Of(Run.Comparisons[0].Sides.Baseline with { Cell = cell }, Samples.Catalogue with { Workloads = [workload] });
    }

    private static IEnumerable<JsonObject> Benchmarks(RunAnalysis run) => JsonNode.Parse(Export(run))!["Benchmarks"]!.AsArray().Select(benchmark => benchmark!.AsObject());

    private static string Export(RunAnalysis run)
    {
        using var writer = new StringWriter();
        ExportFile.Write(ExportFormat.BenchmarkDotNet, run, writer);
        return writer.ToString();
    }

    private static IEnumerable<(string Path, string Type)> Members(string path, JsonNode? node) => node switch
    {
        JsonObject members => members.SelectMany(member => Members(path.Length == 0 ? member.Key : $"{path}.{member.Key}", member.Value)).Concat(path.Length == 0 || path.EndsWith(']') ? [] : [(path, "object")]),
        JsonArray items => items.SelectMany(item => Members($"{path}[]", item)).Append((path, "array")),
        null => [(path, "null")],
        _ => [(path, node.GetValueKind() is JsonValueKind.True or JsonValueKind.False ? "boolean" : node.GetValueKind().ToString().ToLowerInvariant())],
    };
}
