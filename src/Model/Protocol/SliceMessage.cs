using System.Globalization;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Protocol;

/// <summary>A slice as fields of a message, and back.</summary>
internal static class SliceMessage
{
    public static MessageLine WithSlice(this MessageLine line, Slice slice) => line
        .With("index", slice.Index)
        .With("elapsed", slice.Elapsed.Value)
        .With("operations", slice.Operations)
        .With("gen0", slice.Gc.Gen0)
        .With("gen1", slice.Gc.Gen1)
        .With("gen2", slice.Gc.Gen2)
        .With("pause", slice.Gc.Pause.Value)
        .With("allocated", slice.Gc.AllocatedBytes)
        .With("user", slice.Process.UserCpu.Value)
        .With("system", slice.Process.SystemCpu.Value)
        .With("cpuOperations", slice.Process.CpuOperations)
        .With("items", slice.Process.WorkItems)
        .With("contentions", slice.Process.LockContentions)
        .With("compiled", slice.Process.CompiledMethods)
        .With("deviceCpu", slice.Process.DeviceCpu.Value)
        .With("asked", slice.Pressure.AskedWrites.ToString("R", CultureInfo.InvariantCulture))
        .With("writes", slice.Pressure.Writes)
        .With("written", slice.Pressure.AllocatedBytes)
        .With("pressing", slice.Pressure.Cpu.Value)
        .With("open", slice.Pressure.Open.Value)
        .WithAllocation(slice.Pressure.Allocation)
        .With("held", slice.Held.Elapsed.Value)
        .With("heldCpu", slice.Held.Cpu.Value)
        .With("driverCpu", slice.Process.DriverCpu.Value)
        .With("responseTime", slice.ResponseTime?.Value)
        .With("cores", slice.Cores);

    public static Slice ReadSlice(this MessageFields fields) => new(
        (int)fields.Number("index"),
        new Nanoseconds(fields.Number("elapsed")),
        fields.Number("operations"),
        new GcCounters(
            (int)fields.Number("gen0"),
            (int)fields.Number("gen1"),
            (int)fields.Number("gen2"),
            new Nanoseconds(fields.Number("pause")),
            fields.Number("allocated")),
        new ProcessCounters(
            new Nanoseconds(fields.Number("user")),
            new Nanoseconds(fields.Number("system")),
            fields.Number("cpuOperations"),
            fields.Number("items"),
            fields.Number("contentions"),
            fields.Number("compiled"),
            new Nanoseconds(fields.Number("deviceCpu")),
            new Nanoseconds(fields.Number("driverCpu"))),
        new PressureCounters(
            double.Parse(fields.Text("asked"), CultureInfo.InvariantCulture),
            fields.Number("writes"),
            fields.Number("written"),
            new Nanoseconds(fields.Number("pressing")),
            new Nanoseconds(fields.Number("open")),
            fields.ReadAllocation()),
        new HeldUsage(new Nanoseconds(fields.Number("held")), new Nanoseconds(fields.Number("heldCpu"))),
        fields.Number("cores"),
        fields.NumberOrNull("responseTime") is { } felt ? new Nanoseconds(felt) : null);
}

/// <summary>The pressurer's paced allocation as fields of a message, and back.</summary>
internal static class AllocationMessage
{
    public static MessageLine WithAllocation(this MessageLine line, AllocationCounters? allocation) => allocation is null ? line : line
        .With("askedBytes", allocation.AskedBytes.ToString("R", CultureInfo.InvariantCulture))
        .With("paced", allocation.Bytes)
        .With("large", allocation.LargeBytes)
        .With("survived", allocation.SurvivedBytes)
        .With("small", allocation.SmallObjects)
        .With("pinned", allocation.PinnedObjects)
        .With("finalizable", allocation.FinalizableObjects);

    public static AllocationCounters? ReadAllocation(this MessageFields fields) => fields.TextOrNull("askedBytes") is not { } asked ? null : new AllocationCounters(
        double.Parse(asked, CultureInfo.InvariantCulture),
        fields.Number("paced"),
        fields.Number("large"),
        fields.Number("survived"),
        fields.Number("small"),
        fields.Number("pinned"),
        fields.Number("finalizable"));
}
