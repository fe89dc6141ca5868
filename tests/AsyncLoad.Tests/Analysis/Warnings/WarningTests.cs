using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Warnings;

public sealed class WarningTests
{
    private static readonly SideMeasurement Calm = SyntheticRun.Side(1_000);

    [Fact]
    public void A_calm_run_that_wins_needs_no_warning() => Assert.Empty(SyntheticRun.Analyze(SyntheticRun.Pairs(0.4, 0.41, 0.42, 0.4, 0.39, 0.4)).Warnings);

    [Theory]
    [InlineData(10, 0, 0, false)]
    [InlineData(9, 0, 0, false)]
    [InlineData(10, 504, 0, false)]
    [InlineData(9, 504, 0, true)]
    [InlineData(9, 0, 1_000, true)]
    [InlineData(0, 0, 1_000, true)]
    public void Ten_collections_are_asked_of_processes_that_allocate(int collections, long bytes, long pressureBytes, bool found)
    {
        var slice = SyntheticRun.Slice(1_000, gen0: collections) with { Pressure = new PressureCounters(0, 0, pressureBytes, default, new Nanoseconds(10_000_000)) };
        var counts = Enumerable.Repeat(new CountSlice(1_000, bytes * 1_000, 0, 0), 3);
        var analysis = SyntheticRun.Analyze([.. Six(Calm, SyntheticRun.Side([slice], counts))]);
        Assert.Equal(found, Has(analysis, "few-collections"));
        Assert.Equal(found, analysis.Split.Value is null);
        Assert.Equal(found, analysis.Split.Missing is not null);
    }

    [Fact]
    public void One_poor_pair_in_six_is_enough()
    {
        var rich = SyntheticRun.Side([SyntheticRun.Slice(1_000, gen0: 200)], [new CountSlice(1_000, 504_000, 0, 0)]);
        var poor = SyntheticRun.Side([SyntheticRun.Slice(1_000, gen0: 4)], [new CountSlice(1_000, 504_000, 0, 0)]);
        var analysis = SyntheticRun.Analyze([.. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, index == 3 ? poor : rich, Calm))]);
        Assert.Contains("1 of 6 pairs, as few as 4", Assert.Single(analysis.Warnings, warning => warning.Id == "few-collections").Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Warm_up_past_its_cap_is_told_with_its_drift()
    {
        var cold = Calm with { WarmUp = Calm.WarmUp with { Steady = false, Drift = -0.042 } };
        Assert.Contains("await-value-task: no steady state before the warm-up cap in 6 of 6 pairs, rate still drifting by 4.2 %", Message([.. Six(Calm, cold)], "no-steady-state"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0b01, 0b01, false)]
    [InlineData(0b01, 0b10, true)]
    [InlineData(0b11, 0b11, false)]
    [InlineData(0b11, 0b10, true)]
    [InlineData(0, 0b10, false)]
    [InlineData(long.MinValue, 0b10, true)]
    public void Arms_on_different_cores_are_told(long baseline, long candidate, bool found)
    {
        var analysis = SyntheticRun.Analyze([.. Six(Calm.WithSlices(slice => slice with { Cores = baseline }), Calm.WithSlices(slice => slice with { Cores = candidate }))]);
        Assert.Equal(found, Has(analysis, "uneven-cores"));
    }

    [Theory]
    [InlineData(0b01, 0b01, false)]
    [InlineData(0b01, 0b10, true)]
    public void Cores_beyond_64_are_told_apart_from_those_below(long baseline, long candidate, bool found)
    {
        var analysis = SyntheticRun.Analyze([.. Six(Beyond(baseline), Beyond(candidate))]);
        Assert.Equal(found, Has(analysis, "uneven-cores"));
        Assert.True(Has(SyntheticRun.Analyze([.. Six(Beyond(0b01), Calm.WithSlices(slice => slice with { Cores = 0b01 }))]), "uneven-cores"));

        static SideMeasurement Beyond(long mask) => Calm.WithSlices(slice => slice with { Cores = 0, MoreCores = [0, mask] });
    }

    [Theory]
    [InlineData(100, 100, 0)]
    [InlineData(96, 96, 0)]
    [InlineData(94, 94, 2)]
    [InlineData(96, 104, 1)]
    [InlineData(79, 145, 3)]
    public void Pressure_off_target_or_unequal_is_told(long baseline, long candidate, int warnings)
    {
        var analysis = SyntheticRun.Analyze([.. Six(Pressed(baseline), Pressed(candidate))]);
        Assert.Equal(warnings, analysis.Warnings.Count(warning => warning.Id == "pressure-off-target"));
    }

    [Theory]
    [InlineData(1_000_000, 100_000, "")]
    [InlineData(960_000, 96_000, "")]
    [InlineData(20_000, 2_000, "MB per second in the background: 100 asked for, 2 delivered.")]
    [InlineData(1_000_000, 60_000, "% of background bytes that survive a collection: 10 asked for, 6 delivered.")]
    public void Paces_and_shares_that_are_missed_are_told_for_each_side(long bytes, long survived, string message)
    {
        var counters = new AllocationCounters(1_000_000, bytes, 0, survived, 500, 0, 0);
        var side = SyntheticRun.Side([SyntheticRun.Slice(1_000, gen0: 20) with { Pressure = new PressureCounters(0, 0, bytes, default, new Nanoseconds(10_000_000), counters) }], []);
        var found = Churned(side).Warnings.Where(warning => warning.Id == "pressure-off-target").ToList();
        Assert.Equal(message.Length == 0 ? [] : [$"await-task: {message}", $"await-value-task: {message}"], found.Select(warning => warning.Message));
        Assert.All(found, warning => Assert.StartsWith(bytes == 20_000 ? "Lower pressure.allocatePerSecond" : "Lower pressure.survivePercent", warning.Remedy, StringComparison.Ordinal));
    }

    [Fact]
    public void Count_slices_that_disagree_are_told_with_their_range()
    {
        var noisy = SyntheticRun.Side([SyntheticRun.Slice(1_000)], [new(1_000, 207_000, 0, 0), new(1_000, 103_600, 0, 0)]);
        var analysis = SyntheticRun.Analyze([.. Six(Calm, noisy)]);
        Assert.True(Has(analysis, "bytes-disagree"));
        Assert.Null(analysis.BytesDifference.Value);
        Assert.Equal("candidate: count slices disagree: 103.6 to 207 B/op", analysis.BytesDifference.Missing);
    }

    [Fact]
    public void Count_slices_of_operations_that_cause_full_collections_vary_with_a_note_that_says_so()
    {
        var large = SyntheticRun.Side([SyntheticRun.Slice(1_000, gen0: 20)], [new(1_000, 100_040_000, 0, 0) { FullCollections = 30 }, new(1_000, 100_060_000, 0, 0) { FullCollections = 30 }]);
        var warning = Assert.Single(SyntheticRun.Analyze([.. Six(Calm, large)]).Warnings, warning => warning.Id == "bytes-vary");
        Assert.Equal("await-value-task: 100040 to 100060 B/op in its count slices, 100050 on average: operations cause full collections, and at each the runtime itself allocates.", warning.Message);
        Assert.DoesNotContain("Pools", warning.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public void Count_slices_of_suspending_operations_vary_with_a_note()
    {
        var pooled = SyntheticRun.Side([SyntheticRun.Slice(1_000, gen0: 20)], [new(1_000, 207_000, 0, 1_000), new(1_000, 103_600, 0, 998)]);
        var analysis = SyntheticRun.Analyze([.. Six(Calm, pooled)]);
        var warning = Assert.Single(analysis.Warnings);
        Assert.Equal(("bytes-vary", WarningSeverity.Note), (warning.Id, warning.Severity));
        Assert.StartsWith("await-value-task: 103.6 to 207 B/op in its count slices, 155.3 on average", warning.Message, StringComparison.Ordinal);
        Assert.Equal(155.3, analysis.BytesDifference.Value!.Value, 9);
        Assert.Equal((103.6, 207), (analysis.Sides.Candidate.Bytes.Lowest, analysis.Sides.Candidate.Bytes.Highest));
        Assert.Null(analysis.Sides.Candidate.BytesPerOperation.Missing);
    }

    [Fact]
    public void A_repeated_pair_is_a_note()
    {
        JournalEntry[] journal = [SyntheticRun.CrashedPair(2), .. SyntheticRun.Pairs(0.5, 0.5, 0.5, 0.5, 0.5, 0.5)];
        var warning = Assert.Single(SyntheticRun.Analyze(journal).Warnings);
        Assert.Equal(("pair-retried", WarningSeverity.Note), (warning.Id, warning.Severity));
        Assert.Contains("pair 2: await-value-task crashed during slice 3 (SIGSEGV)", warning.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(139, "SIGSEGV", "crashed during slice 3 (SIGSEGV)")]
    [InlineData(3, null, "was ended during slice 3 by its own code (exit code 3), as Environment.Exit does")]
    [InlineData(0, null, "was ended during slice 3 by its own code (exit code 0), as Environment.Exit does")]
    [InlineData(-1073741819, null, "crashed during slice 3 (exit code -1073741819)")]
    [InlineData(null, null, "crashed during slice 3 (no exit code)")]
    public void A_process_that_ended_itself_is_told_from_one_that_crashed(int? code, string? signal, string sentence) =>
        Assert.Equal(sentence, FailureSentence.Of(new CellOutcome.Crashed("slice 3", code, signal, null, "")));

    [Fact]
    public void A_process_that_says_why_it_failed_has_crashed() =>
        Assert.Equal("crashed during slice 3 (exit code 1): thrown", FailureSentence.Of(new CellOutcome.Crashed("slice 3", 1, null, "thrown\n   at Shop.Orders.Sum()", "")));

    [Fact]
    public void A_dropped_comparison_keeps_its_pairs_and_gets_no_verdict()
    {
        JournalEntry[] journal = [.. SyntheticRun.Pairs(0.5, 0.5, 0.5, 0.5, 0.5, 0.5), Late(7), Late(7)];
        var analysis = SyntheticRun.Analyze(journal);
        Assert.Equal(WarningSeverity.Invalid, Assert.Single(analysis.Warnings, warning => warning.Id == "cell-dropped").Severity);
        Assert.Null(analysis.Verdict.Value);
        Assert.Null(analysis.Ratio.Value);
        Assert.Equal(6, analysis.Pairs.Count);
        Assert.Contains("did not answer within 10s during prepare", analysis.Verdict.Missing, StringComparison.Ordinal);
    }

    [Fact]
    public void An_undecided_last_look_says_what_would_help()
    {
        Assert.Matches("^More pairs alone help little: the ratio lies 2\\.[0-9] % from the edge of the margin\\. Use longer slices or another margin\\.$", Remedy(SyntheticRun.Pairs(0.7, 1.43, 0.85, 1.18, 0.75, 1.33), "wide-interval"));
        Assert.Matches("^More pairs would help: at this spread about ([1-9][0-9]?) would decide it \\(--pairs \\1\\)\\.$", Remedy(SyntheticRun.Pairs(0.96, 1.04, 0.98, 1.02, 1.03, 1), "wide-interval"));
        Assert.False(Has(SyntheticRun.Analyze(SyntheticRun.Pairs(0.8, 1.2, 0.9, 1.1, 0.8)), "wide-interval"));
    }

    [Fact]
    public void An_undecided_end_tells_the_width_reached_the_pairs_and_their_spread()
    {
        var analysis = SyntheticRun.Analyze(SyntheticRun.Pairs(0.96, 1.04, 0.98, 1.02, 1.03, 1));
        Assert.Matches("^Inconclusive after 6 pairs, the last look: the interval is ±4\\.0 % wide, pairs spread by 3\\.[0-9] %, the margin is 3\\.0 %\\.$", Assert.Single(analysis.Warnings).Message);
        Assert.Equal(analysis.Warnings[0].Remedy, analysis.WouldHelp);
        Assert.Equal((analysis.Ratio.Value!.High - analysis.Ratio.Value.Low) / 2 / analysis.Ratio.Value.Estimate, analysis.HalfWidth.Value);
        Assert.Null(SyntheticRun.Analyze(SyntheticRun.Pairs(0.4, 0.41, 0.42, 0.4, 0.39, 0.4)).WouldHelp);
    }

    [Fact]
    public void An_undecided_end_before_the_last_look_says_so_too()
    {
        // Narrow as asked (±2 %), and so close to the edge of the margin that it holds both answers.
        double[] ratios = [1.029, 1.031, 1.027, 1.030, 1.028, 1.029, 1.031, 1.028];
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([8, 12, 16, 24], SyntheticRun.ComparisonOf()), [.. SyntheticRun.Pairs(ratios)]);
        var warning = Assert.Single(RunAnalyzer.AnalyzeUntraced(evidence).Comparisons[0].Warnings, warning => warning.Id == "wide-interval");
        Assert.StartsWith("Inconclusive after 8 pairs, where its interval is as narrow as asked for: ", warning.Message, StringComparison.Ordinal);
        Assert.StartsWith("More pairs would help: ", warning.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public void What_time_left_undecided_says_what_would_help_too()
    {
        double[] ratios = [0.92, 1.08, 0.96, 1.04, 1.06, 1, 0.94, 1.02, 1.05];
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([7, 12, 24], SyntheticRun.ComparisonOf()), [.. SyntheticRun.Pairs(ratios)]);
        var warning = Assert.Single(RunAnalyzer.AnalyzeUntraced(evidence).Comparisons[0].Warnings, warning => warning.Id == "wide-interval");
        Assert.StartsWith("Inconclusive after 9 pairs, when measuring ended: ", warning.Message, StringComparison.Ordinal);
        Assert.StartsWith("More pairs ", warning.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public void What_would_help_follows_from_what_was_seen()
    {
        double[] ratios = [0.7, 1.43, 0.85, 1.18, 0.75, 1.33];
        var slow = Calm.WithSlices(slice => slice with { Process = slice.Process with { UserCpu = new Nanoseconds(8_000_000) } });
        JournalEntry[] disturbed = [.. ratios.Select((ratio, i) => SyntheticRun.PairOf(i + 1, i < 2 ? slow : Calm, SyntheticRun.Side((long)(1_000 / ratio))))];
        Assert.StartsWith("A quieter machine would help: in 2 of 6 pairs other processes took", Remedy(disturbed, "wide-interval"), StringComparison.Ordinal);

        JournalEntry[] poor = [.. ratios.Select((ratio, i) => SyntheticRun.PairOf(i + 1, SyntheticRun.Side(1_000, 504), SyntheticRun.Side((long)(1_000 / ratio), 504)))];
        Assert.StartsWith("Longer slices would help", Remedy(poor, "wide-interval"), StringComparison.Ordinal);

        Assert.Matches("^The interval alone would be a win\\. But pairs spread by more than 10 %, so a win or a loss needs every pair beyond the margin, or an interval that misses in 0\\.1 % of comparisons\\. .*about [1-9][0-9] would decide it \\(--pairs [1-9][0-9]\\)\\.$", Remedy(SyntheticRun.Pairs(0.721, 0.99, 0.991, 0.992, 0.752, 0.872), "wide-interval"));
        Assert.StartsWith("Pairs fall into two groups", Remedy(SyntheticRun.Pairs(0.9, 0.901, 0.899, 1.1, 1.101, 1.099), "wide-interval"), StringComparison.Ordinal);
    }

    [Fact]
    public void Processor_time_of_operations_that_wait_tells_of_no_disturbance()
    {
        var waiting = SyntheticRun.Side([SyntheticRun.Slice(1_000, cpuNs: 1_000_000)], [new CountSlice(1_000, 0, 0, 1_000)]);
        var pairs = PairProgress.Of([SyntheticRun.PairOf(1, waiting, waiting)]).Completed;
        Assert.Equal(0, DisturbedPairs.Count(new LoadSettings.Sequential(), pairs));
        var busy = PairProgress.Of([SyntheticRun.PairOf(1, Calm.WithSlices(slice => slice with { Process = slice.Process with { UserCpu = new Nanoseconds(8_000_000) } }), Calm)]).Completed;
        Assert.Equal(1, DisturbedPairs.Count(new LoadSettings.Sequential(), busy));
        Assert.Equal(0, DisturbedPairs.Count(new LoadSettings.ClosedLoop(1, Duration.FromMilliseconds(1)), busy));
        Assert.Equal(0.8, DisturbedPairs.Share(busy[0].Baseline)!.Value, 9);
        // Operations that block get less time than was offered, although nothing else ran.
        Assert.Equal(0, DisturbedPairs.Count(new LoadSettings.Sequential(), [busy[0] with { Environment = new SampleEnvironment(new Nanoseconds(1), 0.01, null, null, null, null, null) }]));
    }

    [Fact]
    public void A_traced_run_that_failed_or_a_trace_that_ends_early_is_told()
    {
        JournalEntry[] pairs = [.. SyntheticRun.Pairs(0.4, 0.41, 0.42, 0.4, 0.39, 0.4)];
        Assert.Contains("capture lost: no header", Message([.. pairs, SyntheticRun.TracedRun(new CellOutcome.CaptureLost("no header"), file: null)], "traced-run-failed"), StringComparison.Ordinal);
        Assert.Contains("ends early", Traced(trace => trace with { Truncated = true }, "traced-run-failed"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(7L, "7 events")]
    [InlineData(null, "is not valid")]
    public void Lost_events_are_told(long? lost, string text) =>
        Assert.Contains(text, Traced(trace => trace with { EventsLost = lost }, "traced-events-lost"), StringComparison.Ordinal);

    [Fact]
    public void A_failed_check_is_told_with_its_figures()
    {
        CrossCheck[] checks = [new("allocated bytes", "B", 10, 5, 15), new("pauses", "ms", 99.5, 5, 15)];
        Assert.Equal(
            "await-value-task: pauses: the process counted 99.5 ms, the trace allows 5 to 15.",
            Traced(trace => trace with { Checks = checks }, "trace-check-failed"));
    }

    private static string Traced(Func<TraceAnalysis, TraceAnalysis> change, string id)
    {
        JournalEntry[] journal = [.. SyntheticRun.Pairs(0.4, 0.41, 0.42, 0.4, 0.39, 0.4), SyntheticRun.TracedRun(new CellOutcome.Completed(Calm))];
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()), journal);
        return Assert.Single(RunAnalyzer.Analyze(evidence, run => change(SyntheticRun.Trace(run))).Comparisons[0].Warnings, warning => warning.Id == id).Message;
    }

    private static SideMeasurement Pressed(long writes) =>
        SyntheticRun.Side([SyntheticRun.Slice(1_000, gen0: 20) with { Pressure = new PressureCounters(100, writes, 5_000, default, new Nanoseconds(10_000_000)) }], []);

    private static ComparisonAnalysis Churned(SideMeasurement side)
    {
        var comparison = SyntheticRun.ComparisonOf();
        comparison = comparison with
        {
            Baseline = comparison.Baseline with { Pressure = PressureSettings.Churn },
            Candidate = comparison.Candidate with { Pressure = PressureSettings.Churn },
        };
        return RunAnalyzer.Analyze(SyntheticRun.Evidence(SyntheticRun.PlanOf([6], comparison), [.. Six(side, side)]), SyntheticRun.Trace).Comparisons[0];
    }

    private static JournalEntry.Pair Late(int index) => SyntheticRun.Attempt(
        index, new CellOutcome.TimedOut("prepare", Duration.FromSeconds(10), ""), new CellOutcome.Stopped("its partner failed"));

    private static IEnumerable<JournalEntry> Six(SideMeasurement baseline, SideMeasurement candidate) =>
        Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, baseline, candidate));

    private static bool Has(ComparisonAnalysis analysis, string id) => analysis.Warnings.Any(warning => warning.Id == id);

    private static string Message(IReadOnlyList<JournalEntry> journal, string id) =>
        Assert.Single(SyntheticRun.Analyze(journal).Warnings, warning => warning.Id == id).Message;

    private static string Remedy(IReadOnlyList<JournalEntry> journal, string id) =>
        Assert.Single(SyntheticRun.Analyze(journal).Warnings, warning => warning.Id == id).Remedy;
}
