using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Planning;
using AsyncLoad.Tests.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>Pairs that share the process of their baseline, measured for real.</summary>
[Collection(nameof(WholeProcess))]
public sealed class InterleavedGroupTests
{
    private const string Failing = """
        {
          "schemaVersion": 1, "name": "failing",
          "experiments": [{ "name": "one", "workload": "failing", "baseline": "ok", "candidates": ["small-steps", "throws", "stalls"] }]
        }
        """;

    private const string Chains = """
        {
          "schemaVersion": 1, "name": "chains",
          "experiments": [{ "name": "one", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task", "direct-task"] }]
        }
        """;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Pairs_of_a_group_have_one_baseline_and_each_its_own_candidate(bool inTurn)
    {
        var pairs = await RunAsync(Plan(Chains, inTurn));

        Assert.Equal(["one/await-value-task-vs-await-task/sequential/calm/default/deep=true,result=string", "one/direct-task-vs-await-task/sequential/calm/default/deep=true,result=string"], pairs.Select(pair => pair.Comparison));
        Assert.Equal([2, 2], pairs.Select(pair => pair.Sharing));
        Assert.Single(pairs.Select(pair => (pair.Started, pair.Took, pair.Batch, pair.Timed)).Distinct());
        var baseline = Measured(pairs[0].Baseline);
        Assert.Same(baseline, Measured(pairs[1].Baseline));
        SideMeasurement[] sides = [baseline, .. pairs.Select(pair => Measured(pair.Candidate))];
        Assert.Single(sides.Select(side => side.Slices.Count).Distinct());
        // Exact bytes tell which variant was measured: seven tasks of 72 B, none, one.
        Assert.Equal([504, 0, 72], sides.Select(side => Math.Round(side.Counts[^1].BytesPerOperation, 1)));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Sides_that_allocate_as_first_pairs_settled_are_counted_once_and_others_again(bool inTurn)
    {
        var pairs = await RunAsync(Plan(Chains, inTurn), new OperationPace(7, Timed: false) { Sides = [new(504, true), new(0, true), new(71, true)] });

        SideMeasurement[] sides = [Measured(pairs[0].Baseline), .. pairs.Select(pair => Measured(pair.Candidate))];
        Assert.Equal([1, 1, 3], sides.Select(side => side.Counts.Count));
        Assert.Equal([504, 0, 72], sides.Select(side => Math.Round(side.Counts[^1].BytesPerOperation, 1)));
    }

    [Fault(1)]
    [Fact]
    public async Task A_candidate_that_fails_drops_out_with_its_reason_and_the_others_go_on()
    {
        var pairs = await RunAsync(Plan(Failing, inTurn: false));

        Assert.Equal([3, 3, 3], pairs.Select(pair => pair.Sharing));
        Assert.All(pairs, pair => Assert.Same(Measured(pairs[0].Baseline), Measured(pair.Baseline)));
        Assert.NotEmpty(Measured(pairs[0].Candidate).Slices);
        Assert.Contains("thrown on purpose", Assert.IsType<CellOutcome.Crashed>(pairs[1].Candidate).Message, StringComparison.Ordinal);
        Assert.Equal(Measured(pairs[0].Baseline).Slices.Count, Measured(pairs[2].Candidate).Slices.Count);
    }

    [Fault(14)]
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_candidate_that_returns_another_value_or_cannot_be_set_up_drops_out_too(bool inTurn)
    {
        var plan = Plan(Chains, inTurn);
        var (first, second) = (plan.Comparisons[0], plan.Comparisons[1]);
        var decimals = new Dictionary<string, string>(second.Candidate.Parameters) { ["result"] = "decimal" };
        var other = second with { Candidate = second.Candidate with { Parameters = decimals } };
        var missing = second with { Id = "missing", Candidate = second.Candidate with { Variant = "none" } };

        var pairs = await RunAsync(plan with { Comparisons = [other, first, missing] });

        Assert.StartsWith("the sides return different values: 'await-task' returned ", Assert.IsType<CellOutcome.Refused>(pairs[0].Candidate).Reason, StringComparison.Ordinal);
        Assert.Equal(Measured(pairs[1].Baseline).Slices.Count, Measured(pairs[1].Candidate).Slices.Count);
        Assert.Contains("none", Reason(pairs[2].Candidate), StringComparison.Ordinal);
    }

    [Fault(1)]
    [Fact]
    public async Task Without_its_baseline_a_group_is_over()
    {
        var plan = Plan(Failing, inTurn: false);
        Comparison[] comparisons = [.. plan.Comparisons.Take(2).Select(one => one with { Baseline = one.Candidate with { Variant = "throws" }, Candidate = one.Baseline })];

        var pairs = await RunAsync(plan with { Comparisons = comparisons });

        Assert.All(pairs, pair => Assert.IsType<CellOutcome.Crashed>(pair.Baseline));
        Assert.All(pairs, pair => Assert.Equal("its partner failed", Assert.IsType<CellOutcome.Stopped>(pair.Candidate).Reason));
    }

    private static Plan Plan(string profile, bool inTurn)
    {
        var plan = Profiles.Plan(profile);
        return plan with { Measure = plan.Measure with { Slices = 4, WarmUpCap = Duration.FromMilliseconds(100), Verdicts = false, InTurn = inTurn } };
    }

    private static async Task<IReadOnlyList<JournalEntry.Pair>> RunAsync(Plan plan, OperationPace? known = null)
    {
        using var sockets = PrivateDirectory.Create();
        var scope = new ChildScope(sockets, TestContext.Current.CancellationToken);
        return await new InterleavedGroup(plan.Comparisons, plan, scope, TimeProvider.System).RunAsync(
            [.. plan.Comparisons.Select((comparison, place) => new ScheduledPair(comparison.Id, 2, (Side)(place % 2)))], 1, known ?? new OperationPace(7, Timed: false), TestContext.Current.CancellationToken);
    }

    private static SideMeasurement Measured(CellOutcome outcome) => Assert.IsType<CellOutcome.Completed>(outcome).Measurement;

    private static string Reason(CellOutcome outcome) => outcome switch
    {
        CellOutcome.Refused refused => refused.Reason,
        CellOutcome.Crashed { Message: { } message } => message,
        _ => outcome.ToString(),
    };
}
