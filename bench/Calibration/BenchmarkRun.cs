using System.Diagnostics;
using AsyncLoad.Benchmarks;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace AsyncLoad.Calibration;

/// <summary>What BenchmarkDotNet says of a method.</summary>
/// <param name="Mean">Mean ns an operation.</param>
/// <param name="Margin">Half of its own 99.9 % interval, in ns.</param>
/// <param name="Bytes">Bytes an operation, rounded as it rounds them; null when it gave none.</param>
internal sealed record BenchmarkFigures(double Mean, double Margin, long? Bytes);

/// <summary>Runs BenchmarkDotNet over some methods, one process each, in their order.</summary>
internal static class BenchmarkRun
{
    // Its own two minutes are not enough where others build too.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    /// <summary>Measures the methods.</summary>
    /// <param name="subjects">Which, each once.</param>
    /// <param name="job">How.</param>
    /// <returns>The figures by method, and how long it took, build included.</returns>
    /// <exception cref="InvalidOperationException">It failed; its log is named.</exception>
    public static (IReadOnlyDictionary<Subject, BenchmarkFigures> Figures, TimeSpan Took) Of(IReadOnlyList<Subject> subjects, Job job)
    {
        BatchBenchmark.Choose(subjects);
        var artifacts = Directory.CreateTempSubdirectory("asyncload-bdn-");
        var config = ManualConfig.CreateEmpty().AddJob(job).AddColumnProvider(DefaultColumnProviders.Instance).AddLogger(NullLogger.Instance).WithArtifactsPath(artifacts.FullName).WithBuildTimeout(Patience);
        var began = Stopwatch.GetTimestamp();
        var summary = BenchmarkRunner.Run<BatchBenchmark>(config);
        var took = Stopwatch.GetElapsedTime(began);
        var figures = summary.Reports.Where(report => report.ResultStatistics is not null).ToDictionary(report => subjects[PlaceOf(report)], Figures);
        if (subjects.FirstOrDefault(subject => !figures.ContainsKey(subject)) is { } missing)
            throw new InvalidOperationException($"BenchmarkDotNet has no figures of {missing}; see {summary.LogFilePath}");
        artifacts.Delete(recursive: true);
        return (figures, took);
    }

    private static int PlaceOf(BenchmarkReport report) => (int)report.BenchmarkCase.Parameters[nameof(BatchBenchmark.Place)];

    private static BenchmarkFigures Figures(BenchmarkReport report) => new(
        report.ResultStatistics!.Mean,
        report.ResultStatistics.ConfidenceInterval.Margin,
        report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase));
}
