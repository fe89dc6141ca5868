using System.Globalization;
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

/// <summary>A load as fields of a message, and back. Lists are words and numbers: <c>keepConstant,8,5000000000;pause,1000000000</c>, lengths in ns.</summary>
internal static class LoadMessage
{
    public static MessageLine WithLoad(this MessageLine line, LoadSettings load)
    {
        line.With("load", load.Kind);
        return load switch
        {
            LoadSettings.ParallelFor parallel => line.With("load.degree", parallel.Degree).With("load.chunk", parallel.Chunk),
            LoadSettings.ParallelForAsync parallel => line.With("load.degree", parallel.Degree).With("load.chunk", parallel.Chunk),
            LoadSettings.ClosedLoop loop => line.With("load.workers", loop.Workers).With("load.think", loop.ThinkTime?.Nanoseconds),
            LoadSettings.Wave wave => line.With("load.size", wave.Size),
            LoadSettings.OpenLoop open => line
                .With("load.rate", open.Rate)
                .With("load.steps", open.Steps is { } steps ? string.Join(';', steps.Select(Text)) : null)
                .With("load.arrivals", open.Arrivals.ToString())
                .With("load.most", open.MaxInFlight),
            LoadSettings.Simulations simulations => line
                .With("load.stages", string.Join(';', simulations.Stages.Select(Text)))
                .With("load.engine", simulations.Engine.ToString()),
            _ => line,
        };
    }

    public static LoadSettings ReadLoad(this MessageFields fields) => fields.Text("load") switch
    {
        "sequential" => new LoadSettings.Sequential(),
        "parallelFor" => new LoadSettings.ParallelFor((int?)fields.NumberOrNull("load.degree"), (int?)fields.NumberOrNull("load.chunk")),
        "parallelForAsync" => new LoadSettings.ParallelForAsync((int?)fields.NumberOrNull("load.degree"), (int?)fields.NumberOrNull("load.chunk")),
        "closedLoop" => new LoadSettings.ClosedLoop(
            (int)fields.Number("load.workers"),
            fields.NumberOrNull("load.think") is { } think ? new Duration(think) : null),
        "wave" => new LoadSettings.Wave((int)fields.Number("load.size")),
        "openLoop" => new LoadSettings.OpenLoop(
            (int?)fields.NumberOrNull("load.rate"),
            fields.TextOrNull("load.steps") is { } steps ? [.. steps.Split(';').Select(Step)] : null,
            Enum.Parse<ArrivalSpacing>(fields.Text("load.arrivals")),
            (int)fields.Number("load.most")),
        "simulations" => new LoadSettings.Simulations(
            [.. fields.Text("load.stages").Split(';').Select(Stage)],
            Enum.Parse<LoadEngine>(fields.Text("load.engine"))),
        var other => throw new FormatException($"unknown load '{other}'"),
    };

    private static string Text(RateStep step) => Text(step.Rate, step.During.Nanoseconds);

    private static RateStep Step(string text) => Numbers(text.Split(',')) is [var rate, var during]
        ? new RateStep((int)rate, new Duration(during))
        : throw new FormatException($"'{text}' is no rate with its length");

    private static string Text(Simulation stage) => $"{stage.Kind}," + stage switch
    {
        Simulation.KeepConstant keep => Text(keep.Copies, keep.During.Nanoseconds),
        Simulation.RampingConstant ramp => Text(ramp.Copies, ramp.During.Nanoseconds),
        Simulation.IterationsForConstant counted => Text(counted.Copies, counted.Iterations),
        Simulation.Inject inject => Text(inject.Rate, inject.Interval.Nanoseconds, inject.During.Nanoseconds),
        Simulation.RampingInject ramp => Text(ramp.Rate, ramp.Interval.Nanoseconds, ramp.During.Nanoseconds),
        Simulation.InjectRandom random => Text(random.MinRate, random.MaxRate, random.Interval.Nanoseconds, random.During.Nanoseconds),
        Simulation.IterationsForInject counted => Text(counted.Rate, counted.Interval.Nanoseconds, counted.Iterations),
        Simulation.Pause pause => Text(pause.During.Nanoseconds),
        _ => throw new InvalidOperationException($"{stage.GetType().Name} has no message"),
    };

    private static Simulation Stage(string text)
    {
        var words = text.Split(',');
        return (words[0], Numbers(words[1..])) switch
        {
            ("keepConstant", [var copies, var during]) => new Simulation.KeepConstant((int)copies, new Duration(during)),
            ("rampingConstant", [var copies, var during]) => new Simulation.RampingConstant((int)copies, new Duration(during)),
            ("iterationsForConstant", [var copies, var iterations]) => new Simulation.IterationsForConstant((int)copies, (int)iterations),
            ("inject", [var rate, var interval, var during]) => new Simulation.Inject((int)rate, new Duration(interval), new Duration(during)),
            ("rampingInject", [var rate, var interval, var during]) => new Simulation.RampingInject((int)rate, new Duration(interval), new Duration(during)),
            ("injectRandom", [var least, var most, var interval, var during]) =>
                new Simulation.InjectRandom((int)least, (int)most, new Duration(interval), new Duration(during)),
            ("iterationsForInject", [var rate, var interval, var iterations]) =>
                new Simulation.IterationsForInject((int)rate, new Duration(interval), (int)iterations),
            ("pause", [var during]) => new Simulation.Pause(new Duration(during)),
            _ => throw new FormatException($"'{text}' is no stage of a simulated load"),
        };
    }

    private static string Text(params ReadOnlySpan<long> numbers)
    {
        var texts = new List<string>();
        foreach (var number in numbers) texts.Add(number.ToString(CultureInfo.InvariantCulture));
        return string.Join(',', texts);
    }

    private static long[] Numbers(IEnumerable<string> texts) =>
        [.. texts.Select(text => long.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture))];
}

/// <summary>Plug-ins as fields of a message, and back.</summary>
internal static class PluginMessage
{
    public static MessageLine WithPlugins(this MessageLine line, PluginSet? plugins)
    {
        if (plugins is null) return line;
        for (var index = 0; index < plugins.Files.Count; index++)
        {
            var (name, file) = (Name(index), plugins.Files[index]);
            line.With(name, file.Path).With(name + ".bytes", file.Bytes).With(name + ".sha256", file.Sha256);
        }

        return line
            .With("plugins", plugins.Files.Count)
            .With("plugins.sharedInstance", plugins.SharedInstance)
            .With("plugins.ignoreValues", plugins.IgnoreValues);
    }

    public static PluginSet? ReadPlugins(this MessageFields fields) => fields.NumberOrNull("plugins") is not { } count ? null : new PluginSet(
        [.. Enumerable.Range(0, (int)count).Select(Name).Select(name =>
            new PluginFile(fields.Text(name), fields.Number(name + ".bytes"), fields.Text(name + ".sha256")))],
        fields.Flag("plugins.sharedInstance"),
        fields.Flag("plugins.ignoreValues"));

    private static string Name(int index) => string.Create(CultureInfo.InvariantCulture, $"plugin.{index}");
}
