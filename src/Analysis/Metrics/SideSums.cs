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

/// <summary>Processor time while the slice barrier was open, with the operations that it belongs to.</summary>
/// <param name="User">Time in user mode, whole process.</param>
/// <param name="System">Time in the kernel, whole process.</param>
/// <param name="Pressure">The pressurer's part of both.</param>
/// <param name="Device">The part of a simulated device's thread, and of threads of the load other than its workers.</param>
/// <param name="Operations">Operations finished meanwhile.</param>
internal readonly record struct CpuSums(Nanoseconds User, Nanoseconds System, Nanoseconds Pressure, Nanoseconds Device, long Operations)
{
    private long Others => Pressure.Value + Device.Value;

    // Times of pressurer and device do not tell user from kernel. One allocates and stores, the other spins: they count as user time as far as there is any.
    private long OthersUser => Math.Min(Others, User.Value);

    // Clocks of threads count ns, the one of the process µs: what is left of a process that did nothing else must not fall below 0.
    private long OthersSystem => Math.Min(Others - OthersUser, System.Value);

    /// <summary>What is left for the workload.</summary>
    public Nanoseconds Workload => new(User.Value - OthersUser + System.Value - OthersSystem);

    public double UserNsPerOperation => (User.Value - OthersUser) / (double)Operations;

    public double SystemNsPerOperation => (System.Value - OthersSystem) / (double)Operations;

    public CpuSums With(Slice slice) => new(
        User + slice.Process.UserCpu,
        System + slice.Process.SystemCpu,
        Pressure + slice.Pressure.Cpu,
        Device + slice.Process.DeviceCpu + slice.Process.DriverCpu,
        Operations + slice.Process.CpuOperations);
}
