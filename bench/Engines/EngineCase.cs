using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Workloads;

namespace AsyncLoad.Engines;

/// <summary>A load of operations that do nothing, one an iteration: what is left is the engine's own.</summary>
/// <param name="Name">What a row's process is started with.</param>
/// <param name="Title">What the table says.</param>
/// <param name="Stage">The load.</param>
/// <param name="Suspends">Whether operations suspend once.</param>
/// <param name="Stalls">Whether all pool threads are blocked now and then.</param>
internal sealed record EngineCase(string Name, string Title, Simulation Stage, bool Suspends = false, bool Stalls = false)
{
    private static readonly Duration Second = Duration.FromSeconds(1);
    private static readonly Duration Short = Duration.FromSeconds(6);

    // Fifteen stalls: every twentieth arrival meets one.
    private static readonly Duration Long = Duration.FromSeconds(31);

    public static IReadOnlyList<EngineCase> All { get; } =
    [
        new("one-copy", "1 copy, completing", new Simulation.KeepConstant(1, Short)),
        new("eight-copies", "8 copies, completing", new Simulation.KeepConstant(8, Short)),
        new("one-suspending-copy", "1 copy, suspending once", new Simulation.KeepConstant(1, Short), Suspends: true),
        new("thousand-a-second", "1,000 arrivals/s", new Simulation.Inject(1_000, Second, Short)),
        new("stalled", "100 arrivals/s, all pool threads stalled 100 ms every 2 s", new Simulation.Inject(100, Second, Long), Stalls: true),
    ];

    public Duration Length => Stage.Length ?? throw new InvalidOperationException("stages here have a length");

    public Operation CreateOperation() => Suspends ? Operation.FromTask(YieldAsync) : Operation.FromTask(static () => Task.CompletedTask);

    private static async Task YieldAsync() => await Task.Yield();
}
