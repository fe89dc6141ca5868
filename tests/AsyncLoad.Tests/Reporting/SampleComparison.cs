using System.Collections.Immutable;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Tests.Reporting;

/// <summary>Comparisons of <see cref="SampleRun"/>.</summary>
internal static class SampleComparison
{
    public static ComparisonAnalysis Await(int ordinal, LoadSettings load, PressureSettings pressure, RatioInterval ratio, double ns) =>
        Of(Comparison(ordinal, "await", load, pressure), ratio, (ns, 504), (ns * ratio.Estimate, 0))
            .With(Allocating(ordinal, "await-task", 504), Quiet(ordinal, "await-value-task"));

    public static ComparisonAnalysis Direct(int ordinal, LoadSettings load, PressureSettings pressure) =>
        Of(Comparison(ordinal, "direct", load, pressure), new RatioInterval(0.1897, 0.1712, 0.2101, 0.96875, 6), (9.31, 72), (1.77, 0))
            .With(Allocating(ordinal, "direct-task", 72) with { Truncated = true, EventsLost = 12 }, new(null, "the traced run crashed: exit code 134"));

    /// <summary>Latencies of arrivals: most within 30 µs, the slowest after 12 ms.</summary>
    public static SideLatency Latency(long slowest)
    {
        var service = SampleLatencies.Of([.. Enumerable.Range(1, 20_000).Select(number => 20_000L + (number % 100 * 100))]);
        var felt = SampleLatencies.Of([.. Enumerable.Range(1, 20_000).Select(number => number % 500 == 0 ? slowest : 24_000L + (number % 100 * 150))]);
        var floor = SampleLatencies.Of([.. Enumerable.Range(1, 12_000).Select(number => number % 900 == 0 ? 2_000_000L : 18_000)]);
        return new SideLatency(felt, service, floor, floor, new ArrivalReport(20_050, 40, 10, floor, new Nanoseconds(245_000_000)), []);
    }

    private static Comparison Comparison(int ordinal, string style, LoadSettings load, PressureSettings pressure)
    {
        return new Comparison(
            $"completed-calls/{style}-value-task/{load.Slug}/{pressure.Name}",
            ordinal,
            "completed-calls",
            Cell($"{style}-task"),
            Cell($"{style}-value-task"),
            []);

        Cell Cell(string variant) => new(
            $"c00{ordinal}-{variant}-{load.Slug}-{pressure.Name}", "call-chain", variant, SampleRun.Parameters, load, pressure, GcSettings.Default);
    }

    /// <summary>A comparison with these figures and nothing else to say.</summary>
    public static ComparisonAnalysis Of(
        Comparison comparison,
        RatioInterval ratio,
        (double Ns, double Bytes) baseline,
        (double Ns, double Bytes) candidate) => new(
        comparison,
        Verdict.Wins,
        Enum.GetValues<VerdictMetric>().ToImmutableSortedDictionary(metric => metric, metric => new Figure<RatioInterval?>(metric switch
        {
            VerdictMetric.Wall => ratio,
            VerdictMetric.Cpu => ratio with { Estimate = ratio.Estimate * 0.98, Low = ratio.Low * 0.99 },
            VerdictMetric.Peak => new RatioInterval(1.0312, 1.0271, 1.0355, ratio.Confidence, ratio.Pairs),
            VerdictMetric.Retained => new RatioInterval(0.9987, 0.9975, 1.0002, ratio.Confidence, ratio.Pairs),
            _ => null,
        })),
        (ratio.High - ratio.Low) / 2 / ratio.Estimate,
        ratio with { Estimate = ratio.Estimate * 1.01, High = ratio.High * 1.02 },
        new CostSplit((ratio.Estimate - 1) * 0.6, (ratio.Estimate - 1) * 0.4),
        candidate.Bytes - baseline.Bytes,
        [.. Enumerable.Range(1, 6).Select(index => new PairRatio(index, new(ratio.Estimate * (0.97 + 0.01 * index), ratio.Estimate * (0.98 + 0.005 * index))))],
        0.0187,
        new SidePair<SideAnalysis>(Analyzed(comparison, Side.Baseline, baseline), Analyzed(comparison, Side.Candidate, candidate)),
        []);

    private static SideAnalysis Analyzed(Comparison comparison, Side side, (double Ns, double Bytes) figures) => new(
        side, comparison.CellOf(side), comparison.Machine, [], Ledger(comparison.CellOf(side), figures), Counted(figures.Bytes), null, null, null, null, null)
    {
        Memory = new SideMemory(
            new PairRange(side == Side.Baseline ? 64_200_000 : 66_203_000, 63_900_000, 66_800_000), IsSampled: false, new PairRange(1_512_000, 1_511_400, 1_512_900), new PairRange(0.01, 0.01, 0.02)),
    };

    private static GcLedger Ledger(Cell cell, (double Ns, double Bytes) side)
    {
        const long Elapsed = 1_800_000_000;
        var operations = (long)(Elapsed / side.Ns);
        var allocates = side.Bytes > 0;
        return new GcLedger(
            6, 180, new Nanoseconds(Elapsed), null, operations, side.Bytes, side.Ns * 1.7, side.Ns * 0.06, allocates ? 214 : 11, allocates ? 31 : 2, allocates ? 1 : 0,
            allocates ? 240.5 : 0, new Nanoseconds(allocates ? 666_000_000 : 9_400_000), (long)(operations * side.Bytes) + 65_536,
            cell.Pressure.LiveSet.Bytes == 0 ? null : Pressure(allocates));
    }

    private static PressureLedger Pressure(bool allocates) => new(
        52_428_800, 200, allocates ? 188.4 : 199.2, 11_520_000, new Nanoseconds(31_000_000), new Nanoseconds(2_950_000_000), allocates ? 5.5 : 13, Allocation: null);

    private static TraceAnalysis Allocating(int ordinal, string variant, double bytes)
    {
        const long Operations = 4_000_000;
        var total = Operations * bytes;
        return new TraceAnalysis(
            $"c00{ordinal}-{variant}", $"traces/c00{ordinal}-{variant}.nettrace", 3_412_880, 0, false,
            new TraceWindow(1402.5, 1702.75, Operations, (long)total, 41.2, 0, 0),
            [new(7, 0, "AllocSmall", "blocking", 1410.0, 0.412, 52.4, 0.3), new(8, 1, "AllocSmall", "blocking", 1433.0, 1.731, 53.0, 1.1)],
            new PauseQuantiles(2, 2.143, 1.0715, 1.6651, 1.7178, 1.731),
            [
                new("System.Threading.Tasks.Task`1[System.String]", new(19_404, total * 0.998, total * 0.984, total * 1.012), 72),
                new("System.Byte[]", new(3, 301_202, 62_118, 880_914), 4120),
            ],
            new AllocationEstimate(19_407, total, total * 0.986, total * 1.014),
            [
                new("allocated bytes", "bytes", total, total * 0.977, total * 1.023),
                new("pauses", "ms", 1.6, 1.889, 2.4),
                new("collections", "", 2, 2, 2),
            ],
            0.958,
            [new("Task<string>", new(19_404, total * 0.998, total * 0.984, total * 1.012), ["CallChain.AwaitAsync(int)", "CallChain.Await(bool)", "SequentialLoad.Run()"])],
            variant == "await-task" ? Advised(total) : null,
            null);
    }

    private static AllocationEstimate Nothing { get; } = new(0, 0, 0, 377_738);

    private static AdviceReport Advised(double total)
    {
        const double Seconds = 0.30025;
        var allocated = new AllocationEstimate(18_860, total * 0.97, total * 0.956, total * 0.984);
        return new AdviceReport(
            Seconds,
            [
                new Advice(
                    "CallChain.AwaitAsync(int)", "AsyncLoad.Workloads", "AsyncLoad.Workloads.dll", AdviceFinding.CompletesSynchronously, AdviceWeight.Recommended, allocated, 0.97, 72,
                    ["Task<string>"], "Its result is ready when it returns, and the builder wraps it into a Task each time.", "Return ValueTask<string>.",
                    new RateInterval(allocated.Bytes / Seconds, allocated.Low / Seconds, allocated.High / Seconds), ["No caller awaits the result twice."]),
            ],
            0.01,
            0,
            [],
            new ByteAccount(allocated, Nothing, Nothing, Nothing, allocated with { Samples = 583, Bytes = total * 0.03, Low = total * 0.028, High = total * 0.033 }, []));
    }

    private static TraceAnalysis Quiet(int ordinal, string variant) => new(
        $"c00{ordinal}-{variant}", $"traces/c00{ordinal}-{variant}.nettrace", 411_902, 0, false,
        new TraceWindow(1388.0, 1690.5, 9_200_000, 0, 0, 0, 0), [], null, [], new AllocationEstimate(0, 0, 0, 377_735),
        [new("allocated bytes", "bytes", 0, 0, 707_373)], 1.004, [], null, null);

    private static CountedBytes Counted(double bytes) => new(bytes, bytes, bytes, null);
}
