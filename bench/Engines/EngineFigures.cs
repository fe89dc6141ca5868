namespace AsyncLoad.Engines;

/// <summary>A row of the table.</summary>
/// <param name="NsPerIteration">Elapsed ns an iteration; for arrivals that is their spacing.</param>
/// <param name="CpuNsPerIteration">Processor ns an iteration, whole process.</param>
/// <param name="BytesPerIteration">Bytes an iteration, whole process.</param>
/// <param name="P99Told">99th percentile in ms as the engine says: from due to done by ours, NBomber's own by NBomber; null without arrivals.</param>
/// <param name="P99Service">99th percentile in ms from start to end, by our clock; null without arrivals.</param>
/// <param name="PeakBytes">Most physical memory that the process held.</param>
/// <param name="SecondsBeyond">How much longer than the load its run took.</param>
internal sealed record EngineFigures(
    double NsPerIteration,
    double CpuNsPerIteration,
    double BytesPerIteration,
    double? P99Told,
    double? P99Service,
    long PeakBytes,
    double SecondsBeyond);
