using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>Sums over measured slices of one side: what ledgers and ratios are both made of, so that they cannot differ.</summary>
internal sealed record SideSums(int Slices, Nanoseconds Elapsed, long Operations, Nanoseconds? ResponseTime, CpuSums Cpu)
{
    public static SideSums Of(IEnumerable<Slice> slices)
    {
        var sums = new SideSums(0, default, 0, null, default);
        foreach (var slice in slices)
        {
            sums = new SideSums(
                sums.Slices + 1,
                sums.Elapsed + slice.Elapsed,
                sums.Operations + slice.Operations,
                slice.ResponseTime is { } time ? (sums.ResponseTime ?? default) + time : sums.ResponseTime,
                sums.Cpu.With(slice));
        }

        return sums;
    }

    /// <summary>Whether a cost per operation can be stated.</summary>
    public bool Usable => Operations > 0 && Elapsed.Value > 0 && ResponseTime is null or { Value: > 0 };

    /// <summary>Whether processor time per operation can be stated, and something divided by it.</summary>
    public bool HasCpu => Cpu.Operations > 0 && CpuNsPerOperation > 0;

    /// <summary>Elapsed time, all workers together. Where the pace is not set by operations, it is the time from due to done, since elapsed time would only show the pace.</summary>
    public Nanoseconds Time => ResponseTime ?? Elapsed;

    public double NsPerOperation => Time.Value / (double)Operations;

    public double CpuNsPerOperation => Cpu.UserNsPerOperation + Cpu.SystemNsPerOperation;
}
