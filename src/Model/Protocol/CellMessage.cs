using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Protocol;

/// <summary>A cell as fields of a message, and back.</summary>
internal static class CellMessage
{
    public static MessageLine WithCell(this MessageLine line, Cell cell) => line
        .With("name", cell.Name)
        .With("workload", cell.Workload)
        .With("variant", cell.Variant)
        .WithAll("parameter.", cell.Parameters)
        .WithLoad(cell.Load)
        .WithPressure(cell.Pressure)
        .WithGc(cell.Gc)
        .With("injected.counted", cell.Injected?.Counted)
        .With("injected.run", cell.Injected?.Run);

    public static Cell ReadCell(this MessageFields fields) => new(
        fields.Text("name"),
        fields.Text("workload"),
        fields.Text("variant"),
        fields.All("parameter."),
        fields.ReadLoad(),
        ReadPressure(fields),
        ReadGc(fields),
        ReadInjected(fields));

    private static MessageLine WithPressure(this MessageLine line, PressureSettings pressure) => line
        .With("pressure", pressure.Name)
        .With("pressure.liveSet", pressure.LiveSet.Bytes)
        .With("pressure.oldToYoungWritesPerMs", pressure.OldToYoungWritesPerMs)
        .With("pressure.gen0Size", pressure.Gen0Size?.Bytes)
        .With("pressure.allocatePerSecond", pressure.AllocatePerSecond.Bytes)
        .With("pressure.survivePercent", pressure.SurvivePercent)
        .With("pressure.lohPerMille", pressure.LohPerMille)
        .With("pressure.pinnedPercent", pressure.PinnedPercent)
        .With("pressure.finalizablePercent", pressure.FinalizablePercent);

    private static PressureSettings ReadPressure(MessageFields fields) => new(
        fields.Text("pressure"),
        new ByteSize(fields.Number("pressure.liveSet")),
        (int)fields.Number("pressure.oldToYoungWritesPerMs"),
        Size(fields, "pressure.gen0Size"),
        new ByteSize(fields.Number("pressure.allocatePerSecond")),
        (int)fields.Number("pressure.survivePercent"),
        (int)fields.Number("pressure.lohPerMille"),
        (int)fields.Number("pressure.pinnedPercent"),
        (int)fields.Number("pressure.finalizablePercent"));

    private static MessageLine WithGc(this MessageLine line, GcSettings gc) => line
        .With("gc", gc.Name)
        .With("gc.server", gc.Server)
        .With("gc.concurrent", gc.Concurrent)
        .With("gc.gen0Size", gc.Gen0Size?.Bytes)
        .With("gc.gen0MaxBudget", gc.Gen0MaxBudget?.Bytes)
        .With("gc.heapHardLimit", gc.HeapHardLimit?.Bytes)
        .With("gc.conserveMemory", gc.ConserveMemory)
        .With("gc.datas", gc.Datas)
        .With("gc.heapCount", gc.HeapCount)
        .With("gc.retainVm", gc.RetainVm)
        .With("gc.tieredPgo", gc.TieredPgo)
        .With("gc.tieredCompilation", gc.TieredCompilation)
        .With("gc.readyToRun", gc.ReadyToRun);

    private static GcSettings ReadGc(MessageFields fields) => new(
        fields.Text("gc"),
        fields.FlagOrNull("gc.server"),
        fields.FlagOrNull("gc.concurrent"),
        Size(fields, "gc.gen0Size"),
        Size(fields, "gc.gen0MaxBudget"),
        Size(fields, "gc.heapHardLimit"),
        (int?)fields.NumberOrNull("gc.conserveMemory"),
        fields.FlagOrNull("gc.datas"),
        (int?)fields.NumberOrNull("gc.heapCount"),
        fields.FlagOrNull("gc.retainVm"),
        fields.FlagOrNull("gc.tieredPgo"),
        fields.FlagOrNull("gc.tieredCompilation"),
        fields.FlagOrNull("gc.readyToRun"));

    private static InjectedSlowdown? ReadInjected(MessageFields fields) =>
        fields.NumberOrNull("injected.counted") is { } counted ? new InjectedSlowdown((int)counted, (int)fields.Number("injected.run")) : null;

    private static ByteSize? Size(MessageFields fields, string name) =>
        fields.NumberOrNull(name) is { } bytes ? new ByteSize(bytes) : null;
}
