using System.Text.Json.Serialization;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Measurements;

/// <summary>How long single operations took, over the measured slices of one side of a pair.</summary>
/// <param name="Service">From the moment an operation was started to its end.</param>
/// <param name="Response">From the moment it was due to its end, waiting for its start included; null for loads without a schedule.</param>
/// <param name="Hiccups">How late a thread of the same process woke that asked for 1 ms again and again: what the platform and the GC cause by themselves.</param>
/// <param name="Arrivals">What became of arrivals; null for loads without a schedule.</param>
public sealed record LatencyReport(Latencies Service, Latencies? Response, Latencies Hiccups, ArrivalReport? Arrivals)
{
    /// <summary>What a caller feels: from due to done where there is a schedule, else from start to end.</summary>
    [JsonIgnore]
    public Latencies ResponseTime => Response ?? Service;
}

/// <summary>What became of arrivals that were due in the measured slices.</summary>
/// <param name="Due">Arrivals that were due.</param>
/// <param name="Late">Those that were started 1 ms or more after they were due.</param>
/// <param name="Dropped">Those that were not started, since as many operations as allowed were under way.</param>
/// <param name="Lateness">How late the pacer handed arrivals over.</param>
/// <param name="PacerCpu">Processor time of the pacer's thread.</param>
public sealed record ArrivalReport(long Due, long Late, long Dropped, Latencies Lateness, Nanoseconds PacerCpu)
{
    /// <summary>1 ms: a start later than that is counted as late.</summary>
    public const long LateNanoseconds = 1_000_000;
}
