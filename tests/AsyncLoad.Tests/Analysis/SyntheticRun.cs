using AsyncLoad.Analysis;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Tests.Analysis;

/// <summary>Evidence made up from the few figures that a test is about; every other figure is that of a calm, steady, undisturbed run.</summary>
internal static class SyntheticRun
{
    public const string Id = "completed/calm";
    public const string Machine = "abc";
    public static readonly DateTimeOffset Noon = new(2026, 1, 2, 12, 0, 0, TimeSpan.Zero);

    /// <summary>One measured slice of 10 ms.</summary>
    public static Slice Slice(long operations, int gen0 = 0, long pauseNs = 0, long allocated = 0, long cpuNs = 10_000_000) => new(
        0,
        new Nanoseconds(10_000_000),
        operations,
        new GcCounters(gen0, 0, 0, new Nanoseconds(pauseNs), allocated),
        new ProcessCounters(new Nanoseconds(cpuNs), default, operations, 0, 0, 0, default),
        PressureCounters.None,
        new HeldUsage(new Nanoseconds(10_000_000), default),
        0b01);

    /// <summary>A side that allocates nothing unless told otherwise.</summary>
    public static SideMeasurement Side(long operationsPerSlice, long bytesPerOperation = 0, int slices = 4) => Side(
        Enumerable.Range(0, slices).Select(_ => Slice(operationsPerSlice)),
        Enumerable.Range(0, 3).Select(_ => new CountSlice(1_000, (bytesPerOperation * 1_000) + 1_600, 1_600, 0)));

    public static SideMeasurement Side(IEnumerable<Slice> slices, IEnumerable<CountSlice> counts) => new(
        new EffectiveSettings(false, true, 2, new Dictionary<string, string>(), new Dictionary<string, SettingReading>()),
        1,
        new WarmUp(new Nanoseconds(1_200_000_000), 60, true, 340, 0.001, 0),
        [.. slices],
        [.. counts],
        0,
        Device: null);

    public static SideMeasurement WithSlices(this SideMeasurement side, Func<Slice, Slice> change) =>
        side with { Slices = [.. side.Slices.Select(change)] };

    /// <summary>A completed pair whose candidate takes <paramref name="ratio"/> of the baseline's time an operation.</summary>
    public static JournalEntry.Pair PairOf(int index, double ratio, string comparison = Id) =>
        PairOf(index, Side(100_000), Side((long)Math.Round(100_000 / ratio)), comparison);

    public static JournalEntry.Pair PairOf(int index, SideMeasurement baseline, SideMeasurement candidate, string comparison = Id) =>
        Attempt(index, new CellOutcome.Completed(baseline), new CellOutcome.Completed(candidate), comparison);

    public static JournalEntry.Pair Attempt(int index, CellOutcome baseline, CellOutcome candidate, string comparison = Id) =>
        new(comparison, index, 1, AsyncLoad.Model.Plans.Side.Baseline, 1, Noon, new Nanoseconds(4_500_000_000), baseline, candidate);

    public static JournalEntry.Pair CrashedPair(int index, string comparison = Id) => Attempt(
        index, new CellOutcome.Stopped("its partner failed"), new CellOutcome.Crashed("slice 3", 139, "SIGSEGV", null, ""), comparison);

    /// <summary>Pairs 1, 2, … with these ratios.</summary>
    public static IReadOnlyList<JournalEntry.Pair> Pairs(params IEnumerable<double> ratios) =>
        [.. ratios.Select((ratio, i) => PairOf(i + 1, ratio))];

    public static Cell CellOf(string variant, string workload = "call-chain") => new(
        $"c001-{variant}", workload, variant, new Dictionary<string, string>(), new LoadSettings.Sequential(), PressureSettings.Calm, GcSettings.Default);

    public static Comparison ComparisonOf(string id = Id, params IReadOnlyList<GateSettings> gates) =>
        new(id, 1, "completed", CellOf("await-task"), CellOf("await-value-task"), gates);

    /// <summary>The same on a runtime that is named.</summary>
    public static Comparison ComparisonOn(RuntimeSettings runtime)
    {
        var comparison = ComparisonOf();
        return comparison with { Baseline = comparison.Baseline with { Runtime = runtime }, Candidate = comparison.Candidate with { Runtime = runtime } };
    }

    /// <summary>A plan of these comparisons up to the last of <paramref name="looks"/>.</summary>
    public static Plan PlanOf(IReadOnlyList<int> looks, params IReadOnlyList<Comparison> comparisons) => new(
        "test",
        "00000000",
        7,
        MeasureSettings.Default with { Looks = looks },
        comparisons,
        [],
        [.. from index in Enumerable.Range(1, looks[^1])
            from comparison in comparisons
            select new ScheduledPair(comparison.Id, index, (Side)(index % 2))],
        [],
        [],
        new Forecast(default, default, default, default));

    public static RunEvidence Evidence(Plan plan, params IReadOnlyList<JournalEntry> journal) => new(
        new RunManifest(
            RunManifest.CurrentSchemaVersion,
            "0.2.0",
            ".NET 10.0.12",
            Noon,
            null,
            RunStatus.Complete,
            new MachineFingerprint(Machine, "Linux", "X64", null, 2, 1 << 30, null),
            plan,
            [],
            []),
        new Catalogue(Catalogue.CurrentSchemaVersion, "0.2.0", ".NET 10.0.12", []),
        journal,
        []);

    /// <summary>The analysis of one comparison with a single look at six pairs.</summary>
    public static ComparisonAnalysis Analyze(params IReadOnlyList<JournalEntry> journal) => AnalyzeGated([], journal);

    public static ComparisonAnalysis AnalyzeGated(IReadOnlyList<GateSettings> gates, IReadOnlyList<JournalEntry> journal) =>
        RunAnalyzer.Analyze(Evidence(PlanOf([6], ComparisonOf(Id, gates)), journal), Trace).Comparisons[0];

    public static JournalEntry.TracedRun TracedRun(CellOutcome outcome, Side side = AsyncLoad.Model.Plans.Side.Candidate, string? file = "traces/a.nettrace") =>
        new(Id, side, "c001-await-value-task", file, 256, Noon, default, outcome);

    /// <summary>A whole trace without allocation.</summary>
    public static TraceAnalysis Trace(JournalEntry.TracedRun run) =>
        new(run.Cell, run.File!, 1_000, 0, false, null, [], null, [], null, [], null, [], null, null);
}
