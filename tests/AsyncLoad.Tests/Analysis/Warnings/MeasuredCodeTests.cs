using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Warnings;

/// <summary>Warnings about what the measured code is, and not about the machine.</summary>
public sealed class MeasuredCodeTests
{
    private const string Idle = "load-overhead/sequential/default";
    private static readonly SideMeasurement Calm = SyntheticRun.Side(1_000);

    [Theory]
    [InlineData(4, false, true)]
    [InlineData(1, false, false)]
    [InlineData(4, true, false)]
    public void Own_instances_of_a_class_with_a_lock_hide_contention(int workers, bool shared, bool found)
    {
        var plan = PlanOf() with { Plugins = new PluginSet([new PluginFile("/x/Mine.dll", 3, "ab")], shared) };
        var warnings = Warnings(plan, Calm with { Workers = workers }, "gate (SemaphoreSlim)").Where(warning => warning.Id == "own-instances").ToList();
        Assert.Equal(found ? 1 : 0, warnings.Count);
        Assert.All(warnings, warning => Assert.Contains("its own gate (SemaphoreSlim)", warning.Message, StringComparison.Ordinal));
        Assert.All(warnings, warning => Assert.Contains("--shared-instance", warning.Remedy, StringComparison.Ordinal));
        Assert.DoesNotContain(Warnings(plan, Calm with { Workers = workers }, null), warning => warning.Id == "own-instances");
    }

    [Theory]
    [InlineData(5_000_000, 1, true)]
    [InlineData(4_700_000, 1, true)]
    [InlineData(4_000_000, 1, false)]
    // A call of a hundred operations takes a hundred times as long.
    [InlineData(5_000_000, 100, false)]
    public void A_call_that_takes_no_longer_than_nothing_is_the_loop(long operations, int perCall, bool found)
    {
        var comparison = SyntheticRun.ComparisonOf();
        var idle = new Comparison(Idle, 2, "load-overhead", SyntheticRun.CellOf("task", "no-op"), SyntheticRun.CellOf("value-task", "no-op"), []);
        var plan = SyntheticRun.PlanOf([6], comparison) with { LoadOverhead = [idle] };
        // 2 ns.
        var nothing = SyntheticRun.PairOf(1, SyntheticRun.Side(5_000_000), SyntheticRun.Side(4_000_000), Idle);
        var warnings = Warnings(plan, SyntheticRun.Side(operations), null, perCall, nothing).Where(warning => warning.Id == "loop-cost").ToList();
        Assert.Equal(found ? 1 : 0, warnings.Count);
        Assert.All(warnings, warning => Assert.Contains("an empty call 2 ns under this load", warning.Message, StringComparison.Ordinal));
    }

    /// <summary>A method of two commits, of which the second changed its attribute.</summary>
    [Theory]
    [InlineData("await-task", 4, true)]
    [InlineData("await-task", 2, false)]
    [InlineData("await-value-task", 4, false)]
    public void A_method_whose_calls_count_as_other_numbers_of_operations_in_each_build_is_told(string candidate, int before, bool found)
    {
        var (built, comparison) = (new CodeBuild("v1", new PluginSet([])), SyntheticRun.ComparisonOf());
        comparison = comparison with
        {
            Baseline = comparison.Baseline with { Build = built, Side = "v1" },
            Candidate = comparison.Candidate with { Variant = candidate, Side = "v2" },
        };
        var variants = new[] { "await-task", "await-value-task" }.Select(id => new VariantDescription(id, "", "int", "none", null, 0, OperationsPerCall: 2) { Builds = new Dictionary<string, VariantDescription> { ["v1"] = new(id, "", "int", "none", null, 0, OperationsPerCall: before) } });
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], comparison), [.. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, Calm, Calm))]);
        var warnings = RunAnalyzer.AnalyzeUntraced(evidence with { Catalogue = evidence.Catalogue with { Workloads = [new WorkloadDescription("call-chain", "", null, [], [.. variants], [], null, [], [])] } })
            .Comparisons[0].Warnings.Where(warning => warning.Id == "operations-per-call").ToList();
        Assert.Equal(found ? 1 : 0, warnings.Count);
        Assert.All(warnings, warning => Assert.StartsWith("A call counts as 4 operations in v1 and as 2 in v2 (", warning.Message, StringComparison.Ordinal));
    }

    [Theory]
    // Of a hundred operations 99 take 0.1 ms and one takes 100 ms, and slices of 10 ms count sixty.
    [InlineData(1, 99, 60, true)]
    // Slices count what they take, 1.1 ms.
    [InlineData(1, 99, 9, false)]
    // Twelve workers may take that long.
    [InlineData(12, 99, 60, false)]
    [InlineData(1, 100, 60, false)]
    public void Operations_that_slices_cut_are_told(int workers, int fast, long operations, bool found)
    {
        var latencies = Latencies.Merge([Times(100_000, fast), Times(100_000_000, 100 - fast)]);
        var side = SyntheticRun.Side(operations) with { Workers = workers, Latency = new LatencyReport(latencies, null, Latencies.None, null) };
        var warnings = Warnings(PlanOf(), side, null).Where(warning => warning.Id == "cut-operations").ToList();
        Assert.Equal(found ? 1 : 0, warnings.Count);
        Assert.All(warnings, warning => Assert.Equal(
            "await-value-task: operations take 1.099 ms on average, but slices count only 0.167 ms of it. The longest took 100 ms, and slices end before such operations do.", warning.Message));

        static Latencies Times(long nanoseconds, int count) => count == 0 ? Latencies.None
            : new Latencies(new Nanoseconds(nanoseconds), new Nanoseconds(nanoseconds * count), [Latencies.IndexOf(nanoseconds), count]);
    }

    [Theory]
    [InlineData(10_000, 240_000, true)]
    [InlineData(10_000, 12_000, false)]
    [InlineData(99, 240_000, false)]
    [InlineData(null, null, false)]
    public void Bytes_before_optimised_code_are_told_where_they_differ(int? operations, int? bytes, bool found)
    {
        var side = Calm with { WarmUp = Calm.WarmUp with { FirstOperations = operations, FirstBytes = bytes } };
        var warnings = Warnings(PlanOf(), side, null).Where(warning => warning.Id == "early-bytes").ToList();
        Assert.Equal(found ? 1 : 0, warnings.Count);
        Assert.All(warnings, warning => Assert.Contains("its first 10000 operations, before their code was optimised, allocated 24 B/op; 0 B/op were counted afterwards", warning.Message, StringComparison.Ordinal));
    }

    [Fact]
    public void What_one_process_allocated_by_chance_is_no_matter_of_tiers()
    {
        var (usual, chance) = (First(0), First(240_000));
        var warnings = Analysis(PlanOf(), [.. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, Calm, index == 2 ? chance : usual))], null, 1).Warnings;
        Assert.DoesNotContain(warnings, warning => warning.Id == "early-bytes");

        static SideMeasurement First(long bytes) => Calm with { WarmUp = Calm.WarmUp with { FirstOperations = 10_000, FirstBytes = bytes } };
    }

    private static Plan PlanOf() => SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf());

    private static IReadOnlyList<Warning> Warnings(Plan plan, SideMeasurement candidate, string? sharedState, int perCall = 1, params JournalEntry[] more) =>
        Analysis(plan, [.. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, Calm, candidate)), .. more], sharedState, perCall).Warnings;

    private static ComparisonAnalysis Analysis(Plan plan, IReadOnlyList<JournalEntry> journal, string? sharedState, int perCall)
    {
        var variants = new[] { "await-task", "await-value-task" }.Select(id => new VariantDescription(id, "", "int", "none", null, 0, OperationsPerCall: perCall == 1 ? null : perCall));
        var workload = new WorkloadDescription("call-chain", "", null, [], [.. variants], [], null, [], [], SharedState: sharedState);
        var evidence = SyntheticRun.Evidence(plan, journal);
        return RunAnalyzer.AnalyzeUntraced(evidence with { Catalogue = evidence.Catalogue with { Workloads = [workload] } }).Comparisons[0];
    }
}
