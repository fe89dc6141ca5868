using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Workloads;

/// <summary>Holds every stated figure against bytes counted in a process of its own, sequentially.</summary>
/// <remarks>
/// Alone: a result that comes while the thread is only beginning to wait costs 40 B, and beside tests that take the cores it does so in one of ten operations.
/// </remarks>
[Collection(nameof(WholeProcess))]
public class ExpectedBytesTests(WrappingProcess process) : IClassFixture<WrappingProcess>
{
    // Figures are whole bytes.
    private const double Rounding = 0.5;

    // When the inner method finishes first, the outer does not suspend: some boxes are never made.
    private const double SpareBoxes = 0.01;

    private const int Counts = 4;

    public static TheoryData<string> Workloads => [.. Catalogued.All.Select(workload => workload.Id)];

    [Theory]
    [MemberData(nameof(Workloads))]
    public void Every_stated_figure_is_what_an_operation_allocates(string id)
    {
        var workload = Catalogued.One(id);
        using var host = new CountingHost();

        string[] missed = [.. workload.Expected.Select(row => Missed(host, workload, row)).OfType<string>()];

        // Not Assert.Empty, which cuts long text off.
        if (missed.Length > 0) Assert.Fail(string.Join('\n', missed));
    }

    [Fact]
    public void Every_cell_has_a_figure_but_those_that_a_draw_or_a_failure_decides()
    {
        var without =
            from workload in Catalogued.All
            from cell in Catalogued.CellsOf(workload).Except(workload.Expected.Select(row => Catalogued.Cell(row.Variant, row.Arguments)))
            where !cell.Contains("probability=0.7", StringComparison.Ordinal)
            select $"{workload.Id}: {cell}";

        Assert.Equal(["failing: throws ()", "failing: throws-much ()", "failing: fails-fast ()", "failing: stack-overflow ()", "failing: bad-pointer ()", "failing: prints ()", "failing: prints-one-line ()", "failing: small-steps ()", "failing: late-start ()", "failing: stalls ()"], without);
    }

    [Fact]
    public void Ranges_hold_their_figure_and_are_wider_than_it() =>
        Assert.All(Catalogued.All.SelectMany(workload => workload.Expected), row =>
        {
            Assert.InRange(row.Bytes, row.AtLeast ?? 0, row.AtMost ?? int.MaxValue);
            Assert.NotEqual(row.Bytes, row.AtLeast);
            Assert.NotEqual(row.Bytes, row.AtMost);
        });

    // Standard error of a mean of n draws of one of two figures: difference × √(p (1 − p) / n). The median of many counts is nearer still.
    [Theory]
    [InlineData("task-over-task", "bool", 0.7, 104, 0)]
    [InlineData("task-over-task", "decimal", 0.7, 112, 80)]
    [InlineData("value-task-over-value-task", "decimal", 0.7, 128, 0)]
    [InlineData("value-task-over-pooled", "decimal", 0.7, 0, 0)]
    [InlineData("async-task-over-task", "decimal", 0.259, 224, 160)]
    [InlineData("async-value-task-over-value-task", "decimal", 0.259, 280, 0)]
    [InlineData("async-task-over-task", "string", 0.182, 208, 144)]
    [InlineData("async-value-task-over-value-task", "string", 0.182, 240, 0)]
    public void Between_0_and_1_bytes_are_the_mean_of_both_ends(string variant, string result, double probability, int suspended, int completed)
    {
        const int Operations = 2_000;
        var mean = ((1 - probability) * suspended) + (probability * completed);
        var error = Math.Abs(suspended - completed) * Math.Sqrt(probability * (1 - probability) / Operations);
        var arguments = Arguments.Of(("probability", FormattableString.Invariant($"{probability}")), ("result", result));
        var bytes = process.Host.BytesPerOperation("wrapping", variant, arguments, Operations);

        Assert.InRange(bytes, (mean * (1 - SpareBoxes)) - (6 * error) - Rounding, mean + (6 * error) + Rounding);
    }

    // Counted again before it is told: what others do on the machine comes and goes, within seconds on a shared one, and a wrong figure stays wrong.
    private static string? Missed(CountingHost host, Workload workload, Expected row)
    {
        var counted = new List<double>();
        while (counted.Count < Counts)
        {
            counted.Add(host.BytesPerOperation(workload.Id, row.Variant, row.Arguments, OperationsFor(workload.Id, row.Arguments)));
            if (Holds(workload, row, counted[^1])) return null;
        }

        var figures = string.Join(", ", counted.Select(bytes => FormattableString.Invariant($"{bytes:0.##}")));
        return $"{Catalogued.Cell(row.Variant, row.Arguments)}: stated {Stated(row)}, counted {figures} B";
    }

    private static bool Holds(Workload workload, Expected row, double bytes) =>
        bytes >= Lowest(workload, row) && bytes <= (row.AtMost ?? row.Bytes) + Rounding;

    private static double Lowest(Workload workload, Expected row) =>
        ((row.AtLeast ?? row.Bytes) * (1 - (SuspendsTwice(workload, row.Variant) ? SpareBoxes : 0))) - Rounding;

    // Variants name both places.
    private static bool SuspendsTwice(Workload workload, string variant) =>
        workload.Variants.Single(known => known.Id == variant).Suspends?.Contains(" and in ", StringComparison.Ordinal) ?? false;

    private static string Stated(Expected row) => (row.AtLeast, row.AtMost) switch
    {
        (null, null) => FormattableString.Invariant($"{row.Bytes} B"),
        _ => FormattableString.Invariant($"{row.AtLeast ?? row.Bytes} to {row.AtMost ?? row.Bytes} B"),
    };

    // Few, so that what happens to one operation in twenty is not in most counts. A cache's ratios are exact over 100; where all hit or all miss, over any number.
    private static long OperationsFor(string id, Arguments arguments) => id switch
    {
        "cache" when arguments["hit-ratio"] is not ("0" or "1") => 100,
        "closures" when arguments["delay-ms"] == "1" => 1,
        "simulated-io" when arguments["back-end"] == "task-delay" => 1,
        // Two awaits, one in the other: on some machines the inner one finishes first in two of five operations, and then the outer box is never made. Of single operations most have it.
        "closures" or "wrapping" => 1,
        _ => 10,
    };
}

/// <summary>One measured process for all cases of one workload, as the other figures have it; started when it is first asked for.</summary>
public sealed class WrappingProcess : IDisposable
{
    private readonly Lazy<CountingHost> host = new(() => new CountingHost());

    internal CountingHost Host => host.Value;

    public void Dispose()
    {
        if (host.IsValueCreated) host.Value.Dispose();
    }
}
