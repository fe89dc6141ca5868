namespace AsyncLoad.Model.Profiles;

/// <summary>Short names of loads for ids: the kind and what tells it from others of its kind, <c>closedLoop-64</c>.</summary>
internal static class LoadSlug
{
    public static string Of(LoadSettings load) => string.Join('-', Parts(load).Prepend(load.Kind));

    private static IEnumerable<string> Parts(LoadSettings load) => load switch
    {
        LoadSettings.ParallelFor parallel => [.. Number(parallel.Degree), .. Number(parallel.Chunk, "chunk-")],
        LoadSettings.ParallelForAsync parallel => [.. Number(parallel.Degree), .. Number(parallel.Chunk, "chunk-")],
        LoadSettings.ClosedLoop loop => [.. Number(loop.Workers), .. loop.ThinkTime is { } think ? [$"think-{think}"] : Nothing],
        LoadSettings.Wave wave => Number(wave.Size),
        LoadSettings.OpenLoop open => Parts(open),
        LoadSettings.Simulations { Engine: LoadEngine.NBomber } simulations => ["nbomber", .. simulations.Stages.Select(Of)],
        LoadSettings.Simulations simulations => simulations.Stages.Select(Of),
        _ => Nothing,
    };

    private static string[] Nothing => [];

    private static IEnumerable<string> Parts(LoadSettings.OpenLoop open) =>
    [
        .. open.Steps is { } steps ? steps.Select(step => Text($"{step.Rate}-{step.During}")) : Number(open.Rate),
        .. open.Arrivals == ArrivalSpacing.Poisson ? ["poisson"] : Nothing,
        .. open.MaxInFlight == LoadSettings.OpenLoop.DefaultMaxInFlight ? Nothing : Number(open.MaxInFlight, "most-"),
    ];

    private static string Of(Simulation stage) => $"{stage.Kind}-" + stage switch
    {
        Simulation.KeepConstant keep => Text($"{keep.Copies}-{keep.During}"),
        Simulation.RampingConstant ramp => Text($"{ramp.Copies}-{ramp.During}"),
        Simulation.IterationsForConstant fixedCount => Text($"{fixedCount.Copies}-{fixedCount.Iterations}"),
        Simulation.Inject inject => Text($"{inject.Rate}-per-{inject.Interval}-{inject.During}"),
        Simulation.RampingInject ramp => Text($"{ramp.Rate}-per-{ramp.Interval}-{ramp.During}"),
        Simulation.InjectRandom random => Text($"{random.MinRate}-{random.MaxRate}-per-{random.Interval}-{random.During}"),
        Simulation.IterationsForInject fixedCount => Text($"{fixedCount.Rate}-per-{fixedCount.Interval}-{fixedCount.Iterations}"),
        Simulation.Pause pause => Text($"{pause.During}"),
        _ => throw new InvalidOperationException($"{stage.GetType().Name} has no slug"),
    };

    private static string[] Number(int? number, string prefix = "") => number is { } given ? [prefix + Text($"{given}")] : Nothing;

    private static string Text(FormattableString text) => FormattableString.Invariant(text);
}
