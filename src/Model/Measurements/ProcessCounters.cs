using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Measurements;

/// <summary>
/// Processor and pool work of the whole process. Processor time spans the open slice barrier, first opening to last arrival. The kernel brings the
/// time of a running thread up to date only every few ms, so it is exact only while the workers stand still.
/// </summary>
/// <param name="UserCpu">Time in user mode while the slice barrier was open.</param>
/// <param name="SystemCpu">Time in the kernel while the slice barrier was open.</param>
/// <param name="CpuOperations">Operations finished while the slice barrier was open: what the processor time belongs to.</param>
/// <param name="WorkItems">Thread-pool items completed.</param>
/// <param name="LockContentions">Contended monitor entries.</param>
/// <param name="CompiledMethods">Methods compiled between the edges.</param>
/// <param name="DeviceCpu">The part of the processor time that a simulated device's own thread used; 0 without one.</param>
/// <param name="DriverCpu">The part that threads of the load used without running operations: the pacer, and the thread that measures hiccups.</param>
public sealed record ProcessCounters(
    Nanoseconds UserCpu,
    Nanoseconds SystemCpu,
    long CpuOperations,
    long WorkItems,
    long LockContentions,
    long CompiledMethods,
    Nanoseconds DeviceCpu,
    Nanoseconds DriverCpu = default);
