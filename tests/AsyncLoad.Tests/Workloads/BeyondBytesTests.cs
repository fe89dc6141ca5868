using System.Globalization;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Workloads;

/// <summary>Bytes an operation of every cell that has a figure, counted in a process of its own under the sequential load.</summary>
public class BeyondBytesTests
{
    /// <summary>Figures are whole bytes; the count may be off by the rounding of a weighted mean, and by a little noise of the runtime's own.</summary>
    private const double Tolerance = 0.5 + 0.05;

    public static TheoryData<string> Workloads => [.. BeyondCells.Ids];

    [Theory]
    [MemberData(nameof(Workloads))]
    public void Every_expected_figure_is_what_an_operation_allocates(string id)
    {
        var workload = BeyondCells.Create(id);
        using var host = new BeyondHost();

        string[] differences =
        [
            .. from row in workload.Expected
            let measured = Measure(host, id, row)
            where Math.Abs(measured - row.Bytes) > Tolerance
            select string.Create(CultureInfo.InvariantCulture, $"{BeyondCells.Name(row.Variant, row.Arguments)}: expected {row.Bytes}, measured {measured:F2}"),
        ];

        // Not Assert.Equal, which cuts long text off.
        if (differences.Length > 0) Assert.Fail(string.Join('\n', differences));
    }

    // The median of three, or of nine when something else allocated meanwhile: tiering, the pool's own upkeep.
    private static double Measure(BeyondHost host, string id, Expected row)
    {
        var operations = OperationsFor(id, row);
        host.Prepare(id, row.Variant, row.Arguments, operations);
        List<double> counts = [host.Count(operations), host.Count(operations), host.Count(operations)];
        if (Math.Abs(Median(counts) - row.Bytes) > Tolerance) counts.AddRange(Enumerable.Range(0, 6).Select(_ => host.Count(operations)));
        return Median(counts);
    }

    // Waits cost time; a cache's ratios are exact over 100 look-ups.
    private static long OperationsFor(string id, Expected row) => id switch
    {
        "cache" => 100,
        "async-enumerable" => 20,
        "simulated-io" when row.Arguments["back-end"] == "task-delay" => 10,
        "simulated-io" or "stream-read" => 50,
        _ => 400,
    };

    private static double Median(IEnumerable<double> values)
    {
        var sorted = values.Order().ToArray();
        return sorted[sorted.Length / 2];
    }
}
