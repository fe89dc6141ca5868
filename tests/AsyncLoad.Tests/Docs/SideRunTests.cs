using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>Tables of <c>docs/evidence/sides.md</c> and <c>docs/evidence/runtimes.md</c> have the figures of the runs that compared sides.</summary>
public sealed class SideRunTests
{
    [Fact]
    public void A_package_in_two_versions() => PublishedRun.HasRows("docs/evidence/sides.md", Rows("package", one => one.Candidate, PublishedRun.Judged, PublishedRun.Bytes));

    [Theory]
    [InlineData("net11-call-chain", "call-chain")]
    [InlineData("net11-deep-chain", "deep-chain")]
    public void One_build_on_two_runtimes(string run, string workload) =>
        PublishedRun.HasRows("docs/evidence/runtimes.md", Rows(run, one => $"`{workload}`, `{Variant(one)}`", PublishedRun.Judged, PublishedRun.Bytes));

    [Fact]
    public void Collectors_have_equal_bytes_and_each_its_part_of_the_ratio()
    {
        var comparisons = Results("gc-settings").Comparisons;
        Assert.All(comparisons, one => Assert.Equal(one.Metrics.Baseline!.BytesPerOperation!.Value, one.Metrics.Candidate!.BytesPerOperation!.Value, tolerance: 0.05));
        PublishedRun.HasRows("docs/evidence/sides.md", Rows(
            "gc-settings", one => $"{one.Candidate} vs {one.Baseline}", PublishedRun.Judged, one => Part(one.GcPart), one => Part(one.MutatorPart), PublishedRun.Bytes));
    }

    private static string Part(double? share) => PublishedRun.Number(share!.Value, "+0.00;−0.00");

    // "compare/await-task-net11.0-vs-net10.0/…": sides are called by what differs, which is not the variant.
    private static string Variant(ComparisonResult comparison) => comparison.Id.Split('/')[1][..^$"-{comparison.Candidate}-vs-{comparison.Baseline}".Length];

    private static IEnumerable<IEnumerable<string>> Rows(string run, params Func<ComparisonResult, string>[] cells) =>
        Results(run).Comparisons.Select(comparison => cells.Select(cell => cell(comparison)));

    private static RunResults Results(string run) => PublishedRun.Results($"sides/{run}");
}
