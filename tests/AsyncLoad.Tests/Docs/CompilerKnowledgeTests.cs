using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What <c>docs/evidence/calibration.md</c> says of a method that is compiled from other knowledge is what its run found.</summary>
public class CompilerKnowledgeTests
{
    private static readonly RunResults Results = PublishedRun.Results("compiler");

    [Fact]
    public void Every_setting_of_the_run_is_a_row() => PublishedRun.HasRows("docs/evidence/calibration.md", Results.Comparisons.Select(comparison => new[]
    {
        comparison.GcSettings,
        comparison.Parameters["result"],
        PublishedRun.Number(comparison.Metrics.Baseline!.NsPerOperation!.Value, "0.0"),
        PublishedRun.Number(comparison.Metrics.Candidate!.NsPerOperation!.Value, "0.0"),
        PublishedRun.Ratio(comparison),
    }));
}
