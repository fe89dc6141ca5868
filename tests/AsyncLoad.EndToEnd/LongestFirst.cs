using Xunit.Sdk;
using Xunit.v3;

namespace AsyncLoad.EndToEnd;

/// <summary>Starts classes that take minutes before the others, so that none of them is left over at the end.</summary>
public sealed class LongestFirst : ITestCollectionOrderer
{
    private static readonly string[] Long = [nameof(SideTests), nameof(DocumentedRunTests), nameof(BenchFileTests), nameof(FrontierTests), nameof(DocumentedComparisonTests), nameof(PluginTests), nameof(Faults.Fault14GreedyClassTests), nameof(Faults.Fault05KillTests), nameof(SampleTests)];

    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
        [.. testCollections.OrderByDescending(collection => Long.Any(name => collection.TestCollectionDisplayName.Contains(name, StringComparison.Ordinal)))];
}
