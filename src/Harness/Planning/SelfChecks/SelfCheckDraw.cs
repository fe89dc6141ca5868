using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.SelfChecks;

/// <summary>
/// Draws cells at random from the catalogue: a workload, one of its variants, a value of each parameter, every choice equally likely among what fits the
/// load. Loads take turns, so that each gets its share. No cell is drawn twice in one experiment.
/// </summary>
/// <param name="catalogue">What can be measured.</param>
/// <param name="random">Where chance comes from.</param>
internal sealed class SelfCheckDraw(Catalogue catalogue, Random random)
{
    /// <summary>Loads under which variants meet themselves. Not those at a pace of their own: they take tenths of a second a slice, and need seconds to fill it.</summary>
    public static IReadOnlyList<LoadSettings> Loads { get; } =
    [
        new LoadSettings.Sequential(), new LoadSettings.ParallelFor(), new LoadSettings.ParallelForAsync(),
        new LoadSettings.ClosedLoop(), new LoadSettings.ClosedLoop(Workers: 64), new LoadSettings.Wave(),
    ];

    /// <summary>Loads under which slowdowns are injected: those that run whole batches.</summary>
    public static IReadOnlyList<LoadSettings> InjectedLoads { get; } = [new LoadSettings.Sequential(), new LoadSettings.ParallelFor()];

    /// <summary>Pressures under which a few variants meet themselves: an old heap, and somebody else's garbage.</summary>
    public static IReadOnlyList<PressureSettings> Pressures { get; } = [PressureSettings.OldHeap, PressureSettings.Churn];

    /// <summary>Workloads that are not drawn: one goes wrong on purpose, the other does nothing and is what every load is measured with anyway.</summary>
    public static IReadOnlySet<string> LeftOut { get; } = new HashSet<string>(StringComparer.Ordinal) { "failing", LoadOverhead.Workload };

    /// <summary>Waits of a millisecond and more: a pair would hold a few dozen operations, whose length is that of a timer.</summary>
    public static IReadOnlySet<(string Workload, string Parameter, string Value)> Milliseconds { get; } =
        new HashSet<(string, string, string)> { ("closures", "delay-ms", "1"), ("simulated-io", "back-end", "task-delay") };

    // What fits is most of what there is, but for operations that complete and loads that need them to be awaited.
    private const int MostAttempts = 10_000;

    private readonly List<WorkloadDescription> workloads = [.. catalogue.Workloads.Where(workload => !LeftOut.Contains(workload.Id))];
    private readonly HashSet<string> drawn = new(StringComparer.Ordinal);

    /// <summary>Draws variants of any kind.</summary>
    /// <exception cref="InvalidOperationException">The catalogue has not so many cells.</exception>
    public IEnumerable<Combination> Any(string experiment, int count, IReadOnlyList<PressureSettings> pressures) =>
        Draw(experiment, count, index => (Loads[index % Loads.Count], pressures[index / Loads.Count % pressures.Count]), _ => true);

    /// <summary>Draws variants that always complete synchronously, calm, under loads in which a slowdown can be injected.</summary>
    /// <exception cref="InvalidOperationException">The catalogue has not so many cells.</exception>
    public IEnumerable<Combination> Completing(string experiment, int count) =>
        Draw(experiment, count, index => (InjectedLoads[index % InjectedLoads.Count], PressureSettings.Calm), variant => variant.Suspends is null);

    private IEnumerable<Combination> Draw(
        string experiment, int count, Func<int, (LoadSettings Load, PressureSettings Pressure)> conditions, Predicate<VariantDescription> isWanted)
    {
        for (var (index, attempts) = (0, 0); index < count; attempts++)
        {
            if (attempts == MostAttempts) throw new InvalidOperationException($"the catalogue has fewer than {count} cells for {experiment}");
            var (load, pressure) = conditions(index);
            var workload = OneOf(workloads);
            var variant = OneOf(workload.Variants);
            var parameters = workload.Parameters.ToDictionary(parameter => parameter.Name, parameter => OneOf(parameter.Values), StringComparer.Ordinal);
            if (!isWanted(variant) || LoadRefusal.SkippedComparison(load, variant) is not null || TakesMilliseconds(workload, parameters)) continue;
            var combination = Against(experiment, workload, variant, parameters) with { Load = load, Pressure = pressure };
            if (!drawn.Add(ComparisonBuilder.Id(combination))) continue;
            index++;
            yield return combination;
        }
    }

    private T OneOf<T>(IReadOnlyList<T> values) => values[random.Next(values.Count)];

    private static bool TakesMilliseconds(WorkloadDescription workload, Dictionary<string, string> parameters) =>
        parameters.Any(parameter => Milliseconds.Contains((workload.Id, parameter.Key, parameter.Value)));

    private static Combination Against(string experiment, WorkloadDescription workload, VariantDescription variant, Dictionary<string, string> parameters)
    {
        var values = parameters.ToDictionary(parameter => parameter.Key, parameter => (IReadOnlyList<string>)[parameter.Value], StringComparer.Ordinal);
        var single = new Experiment($"{experiment}-{workload.Id}", workload.Id, values, variant.Id, [variant.Id], [], [], [GcSettings.Default], []);
        return new Combination(single, variant.Id, new LoadSettings.Sequential(), PressureSettings.Calm, GcSettings.Default, parameters);
    }
}
