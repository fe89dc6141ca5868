using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Measurements;

/// <summary>What else the machine did, from before the first process of a pair was started until its last had ended. Figures that the system does not report are null.</summary>
/// <param name="Over">Time between the two readings.</param>
/// <param name="OtherCores">Cores that processes other than this program and those it measured used on average, 0 to the number of cores.</param>
/// <param name="StolenShare">Share of all cores' time that the host of a virtual machine gave to others, 0 to 1.</param>
/// <param name="Throttling">How the control group held its processes back; null also without a quota.</param>
/// <param name="Load">Load average over the last minute, at the end.</param>
/// <param name="Clock">Clock frequencies of the cores, at the end: of those that had just worked, and of those that had not.</param>
/// <param name="MemoryStall">Share of the time in which some process waited for memory, 0 to 1.</param>
public sealed record SampleEnvironment(
    Nanoseconds Over,
    double? OtherCores,
    double? StolenShare,
    Throttling? Throttling,
    double? Load,
    ClockFrequencies? Clock,
    double? MemoryStall)
{
    /// <summary>Cores that other processes used, and that the host of the virtual machine took away; null where the system does not report what other processes use.</summary>
    /// <param name="processors">Processors that measured processes may use. What is stolen is a share of all processors' time, and as large a share of these.</param>
    public double? CoresTaken(int processors) => OtherCores + ((StolenShare ?? 0) * processors);
}

/// <summary>How a control group held its processes back for using more than their quota.</summary>
/// <param name="Periods">Periods of the quota, usually 100 ms each, in which that happened; 0 or more.</param>
/// <param name="Time">For how long, summed over cores.</param>
public sealed record Throttling(long Periods, Nanoseconds Time);

/// <summary>Clock frequencies over the cores that were read, in MHz, above 0.</summary>
/// <param name="Slowest">Of the slowest core.</param>
/// <param name="Mean">Mean over cores.</param>
/// <param name="Fastest">Of the fastest core: one that worked, since idle ones slow down at once.</param>
public sealed record ClockFrequencies(double Slowest, double Mean, double Fastest);
