using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Workloads;

/// <summary>Runs after all parallel tests, alone: it reads what the whole process allocates.</summary>
[CollectionDefinition(nameof(ExactBytes), DisableParallelization = true)]
public sealed class ExactBytes;

/// <summary>
/// Holds every stated figure against a measurement. A count is disturbed when something else allocates or a thread is held up; a wrong figure
/// stays wrong however often it is counted. So a row holds when one of several counts meets it.
/// </summary>
[Collection(nameof(ExactBytes))]
public class ExpectedBytesTests
{
    private const int MostCounts = 20;
    private const double Tolerance = 0.5;

    // When the inner method finishes first, the outer does not suspend: some boxes are never made.
    private const double SpareBoxes = 0.01;

    private const double DelayedShare = 0.03;

    [Theory]
    [InlineData("call-chain")]
    [InlineData("short-chain")]
    [InlineData("mixed-fast-path")]
    [InlineData("stock-prices")]
    [InlineData("wrapping")]
    [InlineData("closures")]
    [InlineData("no-op")]
    public void Every_stated_figure_is_measured(string id)
    {
        var workload = Catalogued.One(id);
        workload.SetUp(Arguments.None);
        var rows = workload.Expected.Select(row => (Row: row, Meter: new AllocationMeter(workload.CreateOperation(row.Variant, row.Arguments)))).ToList();
        AllocationMeter.WarmUp([.. rows.Where(row => !IsDelayed(row.Row.Arguments)).Select(row => row.Meter)], operations: 300);

        var missed = rows.Select(row => Miss(row.Row, SuspendsTwice(workload, row.Row), row.Meter)).OfType<string>();

        Assert.Equal("", string.Join('\n', missed));
        workload.TearDown();
    }

    [Fact]
    public void Every_workload_states_its_bytes() => Assert.All(Catalogued.All, workload => Assert.NotEmpty(workload.Expected));

    [Theory]
    [InlineData("wrapping", "async-task-over-pooled", "bool", 112, 224)]
    [InlineData("wrapping", "async-task-over-pooled", "decimal", 136, 272)]
    [InlineData("wrapping", "task-over-pooled", "bool", 88, 200)]
    [InlineData("wrapping", "task-over-pooled", "decimal", 96, 232)]
    [InlineData("wrapping", "async-value-task-over-pooled", "bool", 120, 232)]
    [InlineData("wrapping", "async-value-task-over-pooled", "decimal", 152, 288)]
    [InlineData("wrapping", "async-plain-value-task-over-pooled", "bool", 112, 224)]
    [InlineData("wrapping", "async-plain-value-task-over-pooled", "decimal", 128, 264)]
    [InlineData("wrapping", "pooled-over-pooled", "bool", 0, 112)]
    [InlineData("wrapping", "pooled-over-pooled", "decimal", 0, 136)]
    [InlineData("mixed-fast-path", "async-pooled", "string", 0, 120)]
    public void A_pool_that_two_threads_use_serves_between_all_and_none(string id, string variant, string result, int hits, int misses)
    {
        var arguments = Arguments.Of(("probability", "0"), ("fast", "false"), ("result", result));
        var meter = new AllocationMeter(Catalogued.One(id).CreateOperation(variant, arguments));
        AllocationMeter.WarmUp([meter], operations: 300);

        // What else the process allocates meanwhile only adds to a count.
        var bytes = Enumerable.Range(0, 5).Min(_ => meter.Count(5_000));

        Assert.InRange(bytes, hits * (1 - SpareBoxes), misses + Tolerance);
    }

    // Standard error of a mean of n draws of one of two figures: difference × √(p (1 − p) / n).
    [Theory]
    [InlineData("task-over-task", "bool", 0.7, 104, 0)]
    [InlineData("task-over-task", "decimal", 0.7, 112, 80)]
    [InlineData("value-task-over-value-task", "decimal", 0.7, 128, 0)]
    [InlineData("value-task-over-pooled", "decimal", 0.7, 0, 0)]
    [InlineData("async-task-over-task", "decimal", 0.259, 224, 160)]
    [InlineData("async-value-task-over-value-task", "decimal", 0.259, 280, 0)]
    public void Between_0_and_1_bytes_are_the_mean_of_both_ends(string variant, string result, double probability, int suspended, int completed)
    {
        const int Operations = 20_000;
        var arguments = Arguments.Of(("probability", FormattableString.Invariant($"{probability}")), ("result", result));
        var meter = new AllocationMeter(Catalogued.One("wrapping").CreateOperation(variant, arguments));
        AllocationMeter.WarmUp([meter], operations: 300);
        var mean = ((1 - probability) * suspended) + (probability * completed);
        var error = Math.Abs(suspended - completed) * Math.Sqrt(probability * (1 - probability) / Operations);

        var bytes = meter.Count(Operations);

        Assert.InRange(bytes, (mean * (1 - SpareBoxes)) - (6 * error) - Tolerance, mean + (6 * error) + Tolerance);
    }

    private static string? Miss(Expected row, bool suspendsTwice, AllocationMeter meter)
    {
        // Forty real delays: what the rest of the process allocates in 40 ms and more is spread over few operations.
        var spare = IsDelayed(row.Arguments) ? DelayedShare : 0;
        var lowest = (row.Bytes * (1 - spare - (suspendsTwice ? SpareBoxes : 0))) - Tolerance;
        var highest = (row.Bytes * (1 + spare)) + Tolerance;
        var counts = new List<double>();
        while (counts.Count < MostCounts)
        {
            var bytes = meter.Count(IsDelayed(row.Arguments) ? 40 : 5_000);
            if (bytes >= lowest && bytes <= highest) return null;
            counts.Add(bytes);
        }

        return FormattableString.Invariant(
            $"{row.Variant} ({Catalogued.Text(row.Arguments)}): stated {row.Bytes} B, measured {counts.Min():0.##} to {counts.Max():0.##} B");
    }

    // Variants name both places.
    private static bool SuspendsTwice(Workload workload, Expected row) =>
        workload.Variants.Single(variant => variant.Id == row.Variant).Suspends?.Contains(" and in ", StringComparison.Ordinal) ?? false;

    private static bool IsDelayed(Arguments arguments) => arguments.Contains(new("delay-ms", "1"));
}
