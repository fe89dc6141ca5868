using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>Sums over measured slices of one arm: what ledgers and ratios are both made of, so that they cannot differ.</summary>
internal sealed record ArmSums(int Slices, Nanoseconds Elapsed, long Operations, CpuSums Cpu)
{
    public static ArmSums Of(IEnumerable<Slice> slices)
    {
        var sums = new ArmSums(0, default, 0, default);
        foreach (var slice in slices)
        {
            sums = new ArmSums(
                sums.Slices + 1,
                sums.Elapsed + slice.Elapsed,
                sums.Operations + slice.Operations,
                sums.Cpu.With(slice));
        }

        return sums;
    }

    /// <summary>Whether a cost an operation can be stated.</summary>
    public bool Usable => Operations > 0 && Elapsed.Value > 0;

    public double NsPerOperation => Elapsed.Value / (double)Operations;

    public double CpuNsPerOperation => Cpu.UserNsPerOperation + Cpu.SystemNsPerOperation;
}

/// <summary>Processor time over open gates, with the operations that it belongs to.</summary>
internal readonly record struct CpuSums(Nanoseconds User, Nanoseconds System, Nanoseconds Pressure, long Operations)
{
    // The pressurer's time is one figure for user and kernel; it allocates and stores, so it is user time up to what there is.
    private long PressureUser => Math.Min(Pressure.Value, User.Value);

    public double UserNsPerOperation => (User.Value - PressureUser) / (double)Operations;

    public double SystemNsPerOperation => (System.Value - (Pressure.Value - PressureUser)) / (double)Operations;

    public CpuSums With(Slice slice) => new(
        User + slice.Process.UserCpu,
        System + slice.Process.SystemCpu,
        Pressure + slice.Pressure.Cpu,
        Operations + slice.Process.CpuOperations);
}
