using System.Globalization;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Protocol;

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
