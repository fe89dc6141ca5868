using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Analysis.Trends;

/// <summary>The results of a run, read from somewhere.</summary>
/// <param name="Source">Where from: a path, or the name in a store.</param>
/// <param name="Results">What was read; its origin is known.</param>
public sealed record StoredRun(string Source, RunResults Results)
{
    /// <summary>When and of what it was measured.</summary>
    /// <exception cref="InvalidOperationException">The results are of a version that did not say.</exception>
    public RunOrigin Origin => Results.Origin ?? throw new InvalidOperationException($"{Source}: results without an origin cannot be ordered");

    /// <summary>What tells it from every other run: a machine begins one run of a profile at a time.</summary>
    public (string Machine, DateTimeOffset Started, string ProfileHash) Identity => (Results.Machine.Id, Origin.Started, Origin.ProfileHash);

    /// <summary>Pairs that its ratios rest on, and one more where it came to its end: a run that was resumed has more than it had before.</summary>
    public int Extent => Results.Comparisons.Sum(comparison => comparison.RatioBy(Origin.Metric)?.Pairs ?? 0) + (Results.Status == RunStatus.Complete ? 1 : 0);
}
