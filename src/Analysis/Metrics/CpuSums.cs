using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Analysis.Metrics;

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
