using AsyncLoad.Host;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Workloads;

public class BeyondRowsTests
{
    private const int Rounds = 3;

    public static TheoryData<string> Workloads => [.. BeyondCells.Ids];

    [Theory]
    [MemberData(nameof(Workloads))]
    public void Variants_return_equal_values_for_every_parameter_set(string id)
    {
        var workload = BeyondCells.Create(id);
        foreach (var arguments in BeyondCells.ArgumentsOf(workload))
        {
            workload.SetUp(arguments);
            var values = workload.Variants.ToDictionary(variant => BeyondCells.Name(variant.Id, arguments), variant => ValuesOf(workload.CreateOperation(variant.Id, arguments)));
            workload.TearDown();

            var first = values.First();
            Assert.All(values, entry => Assert.Equal(first.Value, entry.Value));
            Assert.DoesNotContain("nothing", first.Value, StringComparison.Ordinal);
        }
    }

    [Theory]
    [MemberData(nameof(Workloads))]
    public void Expected_figures_are_about_cells_that_exist_and_each_about_another(string id)
    {
        var workload = BeyondCells.Create(id);
        var rows = workload.Expected.Select(row => BeyondCells.Name(row.Variant, row.Arguments)).ToArray();

        Assert.Empty(rows.Except(CellsOf(workload)));
        Assert.Equal(rows.Length, rows.Distinct().Count());
        Assert.All(workload.Expected, row => Assert.NotEqual("", row.Objects));
    }

    [Fact]
    public void Only_cells_that_depend_on_which_thread_resumes_have_no_expected_figure()
    {
        var without =
            from id in BeyondCells.Ids
            let workload = BeyondCells.Create(id)
            from cell in CellsOf(workload).Except(workload.Expected.Select(row => BeyondCells.Name(row.Variant, row.Arguments)))
            select $"{id}: {cell}";

        Assert.Equal(
            [
                "pipe: task scheduler=thread-pool",
                "pipe: value-task scheduler=thread-pool",
                "pipe: pooled scheduler=thread-pool",
                "async-enumerable: pooled-per-row hit-ratio=0",
                "async-enumerable: pooled-per-row hit-ratio=0.9",
                "stream-read: task-over-pooled data=later",
            ],
            without);
    }

    [Theory]
    [MemberData(nameof(Workloads))]
    public void A_name_that_is_no_variant_is_refused(string id)
    {
        var workload = BeyondCells.Create(id);
        var arguments = BeyondCells.DefaultsOf(workload);
        workload.SetUp(arguments);

        Assert.Throws<ArgumentException>(() => workload.CreateOperation("no-such-variant", arguments));

        workload.TearDown();
    }

    private static IEnumerable<string> CellsOf(Workload workload) =>
        from arguments in BeyondCells.ArgumentsOf(workload)
        from variant in workload.Variants
        select BeyondCells.Name(variant.Id, arguments);

    private static string ValuesOf(Operation operation) => string.Join(' ', Enumerable.Range(0, Rounds).Select(_ => ReturnedValue.Of(operation)));
}
