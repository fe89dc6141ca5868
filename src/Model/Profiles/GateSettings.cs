namespace AsyncLoad.Model.Profiles;

/// <summary>A condition on a metric that fails a build when it does not hold.</summary>
/// <param name="Metric">A metric name of <c>results.json</c>: <c>bytesPerOperation</c>, <c>ratio</c>, <c>cpuRatio</c>, <c>pauseShare</c>, <c>eventsLost</c>.</param>
/// <param name="Variant">The variant it is about; null means every candidate of the experiment.</param>
/// <param name="Max">Largest value that passes.</param>
/// <param name="OnInconclusive">What an undecided gate does to the exit code.</param>
public sealed record GateSettings(string Metric, string? Variant, double Max, InconclusivePolicy OnInconclusive);

/// <summary>What an undecided gate does.</summary>
public enum InconclusivePolicy
{
    /// <summary>The run ends with exit code 3.</summary>
    Fail,

    /// <summary>The run ends with exit code 0 and a warning.</summary>
    Warn,
}
