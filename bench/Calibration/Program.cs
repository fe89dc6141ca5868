using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using AsyncLoad.Calibration;
using AsyncLoad.Model;
using AsyncLoad.Model.Results;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

if (args is ["same"]) return await SameAgainstSame.RunAsync();
if (args is ["simulator"]) return SimulatorCheck.Run();
if (args is ["objects", .. var workloads]) return await TracedObjects.PrintAsync(workloads);

// BenchmarkDotNet and AsyncLoad on the same two methods, one after the other in one go; the ratios must agree within 5 %.
var (asyncLoad, asyncLoadTime) = Timed(CompareWithAsyncLoad);
var (summary, benchmarkDotNetTime) = Timed(() => BenchmarkRunner.Run<AwaitChain>());
var (task, valueTask) = (Report(summary, nameof(AwaitChain.AwaitTask)), Report(summary, nameof(AwaitChain.AwaitValueTask)));
var (theirs, ours) = (Mean(valueTask) / Mean(task), asyncLoad.Ratio!);

Print($"| tool | Task ns/op | ValueTask ns/op | ratio | B/op | wall time |");
Print($"| --- | --: | --: | --: | --- | --: |");
Print($"| BenchmarkDotNet 0.14.0 | {Mean(task):0.0} ± {Error(task):0.0} | {Mean(valueTask):0.0} ± {Error(valueTask):0.0} | {theirs:0.000} | {Bytes(task)}, {Bytes(valueTask)} | {benchmarkDotNetTime.TotalSeconds:0.0} s |");
Print($"| AsyncLoad sequential | {asyncLoad.Metrics.Baseline!.NsPerOperation:0.0} | {asyncLoad.Metrics.Candidate!.NsPerOperation:0.0} | {ours.Estimate:0.000} [{ours.Low:0.000}, {ours.High:0.000}] | {asyncLoad.Metrics.Baseline.BytesPerOperation:0}, {asyncLoad.Metrics.Candidate.BytesPerOperation:0} | {asyncLoadTime.TotalSeconds:0.0} s |");
Print($"ratios differ by {Math.Abs((ours.Estimate / theirs) - 1):P1}");
return Math.Abs((ours.Estimate / theirs) - 1) <= 0.05 ? 0 : 2;

static (T Value, TimeSpan Took) Timed<T>(Func<T> run)
{
    var began = Stopwatch.GetTimestamp();
    return (run(), Stopwatch.GetElapsedTime(began));
}

static ComparisonResult CompareWithAsyncLoad()
{
    var root = FindRoot();
    var start = new ProcessStartInfo("dotnet")
    {
        ArgumentList =
        {
            Path.Combine(root, "src", "Harness", "bin", "Release", "net10.0", "asyncload.dll"),
            "compare", "call-chain", "await-task", "await-value-task", "--pairs", "8", "--traces", "none", "--format", "json",
            "--output", Path.Combine(Path.GetTempPath(), "asyncload-calibration-" + Guid.NewGuid().ToString("N", CultureInfo.InvariantCulture)),
        },
        RedirectStandardOutput = true,
    };
    using var process = Process.Start(start) ?? throw new InvalidOperationException("asyncload did not start");
    var json = process.StandardOutput.ReadToEnd();
    process.WaitForExit();
    return JsonSerializer.Deserialize(json, ModelJson.Line.RunResults)!.Comparisons[0];
}

static string FindRoot()
{
    for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
    {
        if (File.Exists(Path.Combine(folder.FullName, "AsyncLoad.sln"))) return folder.FullName;
    }

    throw new DirectoryNotFoundException("run this from a clone of the repository");
}

static BenchmarkReport Report(Summary summary, string method) =>
    summary.Reports.Single(report => report.BenchmarkCase.Descriptor.WorkloadMethod.Name == method);

static double Mean(BenchmarkReport report) => report.ResultStatistics!.Mean;

static double Error(BenchmarkReport report) => report.ResultStatistics!.ConfidenceInterval.Margin;

static long? Bytes(BenchmarkReport report) => report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase);

static void Print(FormattableString line) => Console.WriteLine(FormattableString.Invariant(line));
