using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>Sums over measured slices of one arm: what ledgers and ratios are both made of, so that they cannot differ.</summary>
internal sealed record ArmSums(int Slices, Nanoseconds Elapsed, long Operations, Nanoseconds UserCpu, Nanoseconds SystemCpu, Nanoseconds PressureCpu)
{
    public static ArmSums Of(IEnumerable<Slice> slices)
    {
        var sums = new ArmSums(0, default, 0, default, default, default);
        foreach (var slice in slices)
        {
            sums = new ArmSums(
                sums.Slices + 1,
                sums.Elapsed + slice.Elapsed,
                sums.Operations + slice.Operations,
                sums.UserCpu + slice.Process.UserCpu,
                sums.SystemCpu + slice.Process.SystemCpu,
                sums.PressureCpu + slice.Pressure.Cpu);
        }

        return sums;
    }

    /// <summary>Whether a cost an operation can be stated.</summary>
    public bool Usable => Operations > 0 && Elapsed.Value > 0;

    public double NsPerOperation => Elapsed.Value / (double)Operations;

    // The pressurer's time is one figure for user and kernel; it allocates and stores, so it is user time up to what there is.
    private long PressureUserCpu => Math.Min(PressureCpu.Value, UserCpu.Value);

    public double UserCpuNsPerOperation => (UserCpu.Value - PressureUserCpu) / (double)Operations;

    public double SystemCpuNsPerOperation => (SystemCpu.Value - (PressureCpu.Value - PressureUserCpu)) / (double)Operations;

    public double CpuNsPerOperation => UserCpuNsPerOperation + SystemCpuNsPerOperation;
}
