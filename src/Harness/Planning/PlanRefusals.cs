using System.Globalization;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>Refuses a plan whose evidence the disk cannot hold: it would end in the middle.</summary>
internal static class DiskRefusal
{
    /// <summary>Why the plan cannot run, or null when it can.</summary>
    /// <param name="forecast">What the plan needs.</param>
    /// <param name="free">Free bytes where its folder will be; null when the system does not tell, and then nothing is refused.</param>
    public static string? Refusal(Forecast forecast, ByteSize? free)
    {
        if (free is not { } available || forecast.Disk.Bytes <= available.Bytes) return null;
        return $"the run needs {new MeasuredSize(forecast.Disk.Bytes)}, and only {new MeasuredSize(available.Bytes)} are free there; make room, choose another folder with --output, or trace less with --traces";
    }
}

/// <summary>Refuses a plan that NBomber cannot run: without its host build, or against its rules.</summary>
internal static class EngineRefusal
{
    /// <summary>NBomber's shortest simulation.</summary>
    public static readonly Duration ShortestStage = Duration.FromSeconds(1);

    /// <summary>The first second is not measured, and the rest must be worth measuring.</summary>
    public static readonly Duration ShortestRun = Duration.FromSeconds(2);

    /// <summary>Why the plan cannot run, or null when it can.</summary>
    /// <param name="plan">What is to be measured.</param>
    /// <param name="nbomber">Version of NBomber in the host build for it; null when there is no such build.</param>
    public static string? Refusal(Plan plan, string? nbomber)
    {
        var loads = plan.Comparisons
            .Select(comparison => comparison.Baseline.Load)
            .OfType<LoadSettings.Simulations>()
            .Where(load => load.Engine == LoadEngine.NBomber)
            .ToList();
        if (loads.Count == 0) return null;
        return nbomber is null ? Missing(loads[0]) : loads.Select(load => Refusal(load, nbomber)).FirstOrDefault(refusal => refusal is not null);
    }

    private static string Missing(LoadSettings.Simulations load) =>
        $"the load {Printable.Quote(load.Slug)} asks for \"engine\": \"nbomber\", and NBomber is not part of this program: " +
        "build its host with dotnet build src/NBomber -c Release -p:NBomber=true (docs/nbomber.md), or leave \"engine\" out to run the same stages without NBomber";

    private static string? Refusal(LoadSettings.Simulations load, string nbomber)
    {
        if (load.Stages.Select(stage => Refusal(stage, nbomber)).FirstOrDefault(refusal => refusal is not null) is { } refusal) return refusal;
        return load.WholeRun is { } length && length.Nanoseconds < ShortestRun.Nanoseconds
            ? $"the load {Printable.Quote(load.Slug)} lasts {length}, and the first second under NBomber is not measured: let its stages last {ShortestRun} or more together"
            : null;
    }

    private static string? Refusal(Simulation stage, string nbomber)
    {
        if (stage.Length is not { } length)
        {
            return $"NBomber {nbomber} is asked for \"{stage.Kind}\", which needs NBomber 5: this adapter was tried only with NBomber 4.1.2, which has six of the eight stages; " +
                "leave \"engine\" out to run it without NBomber";
        }

        if (length.Nanoseconds < ShortestStage.Nanoseconds) return $"NBomber runs no simulation shorter than {ShortestStage}: \"{stage.Kind}\" lasts {length}";
        if (Interval(stage) is { } interval && interval.Nanoseconds > length.Nanoseconds)
            return $"NBomber needs an interval no longer than its simulation: \"{stage.Kind}\" lasts {length} and has an interval of {interval}";
        return null;
    }

    private static Duration? Interval(Simulation stage) => stage switch
    {
        Simulation.Inject inject => inject.Interval,
        Simulation.RampingInject ramp => ramp.Interval,
        Simulation.InjectRandom random => random.Interval,
        _ => null,
    };
}

/// <summary>Refuses loads that wait between operations on systems whose timers are too coarse for them.</summary>
internal static class PacingRefusal
{
    /// <summary>Why the plan cannot run, or null when it can.</summary>
    /// <param name="plan">What is to be measured.</param>
    /// <param name="unpaced">Why such loads cannot be measured on this system, as the measured process says; null where they can.</param>
    public static string? Refusal(Plan plan, string? unpaced)
    {
        if (unpaced is null) return null;
        string[] paced = [.. plan.Comparisons.Select(comparison => comparison.Baseline.Load).Where(load => load.IsPaced).Select(load => load.Slug).Distinct(StringComparer.Ordinal)];
        return paced.Length == 0
            ? null
            : $"the load {string.Join(", ", paced.Select(Printable.Quote))} waits between operations, and this cannot be measured here: {unpaced}; use sequential, parallelFor, parallelForAsync, wave, or closedLoop without thinkTime (docs/platforms.md)";
    }
}

/// <summary>Warns of times on systems that do not bind threads to processors.</summary>
internal static class PlacingWarning
{
    /// <summary>The warning, which follows "warning: " in a plan and stands in the reports of a run; null where there is none.</summary>
    /// <param name="unbound">Why threads are not bound, as the measured process says; null where they are.</param>
    public static string? Of(string? unbound) => unbound is null
        ? null
        : $"Times of the two sides may differ by the cores that they ran on: {unbound}. Bytes and traces are not affected; repeat a verdict on time where threads are bound (docs/platforms.md).";
}

/// <summary>Which loads fit which operations: a plan skips, with the reason, what does not fit, and marks what needs a second look.</summary>
internal static class LoadRefusal
{
    /// <summary>Why two variants cannot be compared under a load; null when they can.</summary>
    public static string? SkippedComparison(LoadSettings load, params IReadOnlyList<VariantDescription> variants)
    {
        if (load is not LoadSettings.Wave) return null;
        return variants.FirstOrDefault(variant => !IsAwaitable(variant)) is { } plain
            ? $"a wave needs operations that can be in flight together, and \"{plain.Id}\" returns {plain.ReturnType}, complete when it returns; use sequential, closedLoop or openLoop"
            : null;
    }

    /// <summary>What to bear in mind when reading its figures; none for most.</summary>
    public static IReadOnlyList<string> Marks(LoadSettings load, params IReadOnlyList<VariantDescription> variants)
    {
        var marks = new List<string>();
        // A synchronous method that suspends inside blocks its caller, under any load.
        if (variants.Any(variant => variant.Suspends is not null && !IsAwaitable(variant))) marks.Add("blocks inside the operation");
        else if (load.Blocks && variants.Any(variant => variant.Suspends is not null)) marks.Add("blocks on pending operations");
        if (load is LoadSettings.Simulations { Engine: LoadEngine.NBomber }) marks.Add("whole runs in turn");
        return marks;
    }

    // A benchmark class is asked what is awaited or enumerated of each method: the type may have any name.
    private static bool IsAwaitable(VariantDescription variant) => variant.Declared is null ? variant.ReturnType.Split('<')[0] is "Task" or "ValueTask" : variant.Suspends is not null;
}

/// <summary>Which arguments fit which methods of a benchmark class: methods may have different arguments.</summary>
internal static class ArgumentRefusal
{
    /// <summary>Why two variants cannot be compared with some arguments; null when they can.</summary>
    public static string? SkippedComparison(Combination one, WorkloadDescription workload) => Refusal(one.Baseline, workload) ?? Refusal(one.Candidate, workload);

    /// <summary>The same for one side.</summary>
    public static string? Refusal(Cell cell, WorkloadDescription workload) =>
        workload.ArgumentsParameter is { } name && cell.Parameters.TryGetValue(name, out var asked)
            && workload.Variants.FirstOrDefault(variant => variant.Id == cell.Variant) is { Arguments: { } arguments } && !arguments.Contains(asked)
            ? $"{Printable.Quote(cell.Variant)} is not called with {Printable.Quote(asked)}, only with {string.Join("; ", arguments.Select(Printable.Quote))}"
            : null;
}

/// <summary>Refuses a plan that would make the machine swap: both sides of a pair are alive at once.</summary>
internal static class MemoryRefusal
{
    /// <summary>Why the plan cannot run, or null when it can.</summary>
    /// <param name="forecast">What the plan needs.</param>
    /// <param name="free">Memory that is free; null when the system does not tell, and then nothing is refused.</param>
    public static string? Refusal(Forecast forecast, ByteSize? free)
    {
        if (free is not { } available || forecast.Memory.Bytes <= available.Bytes * Cell.MostOfFreeMemory) return null;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"the largest pair needs {new MeasuredSize(forecast.Memory.Bytes)}, more than {Cell.MostOfFreeMemory:P0} of the {new MeasuredSize(available.Bytes)} that are free; use a smaller live set, or free memory");
    }
}

/// <summary>Says how often the class of a comparison is set up where that is often: many classes were written to be set up once.</summary>
internal static class SetUpNotes
{
    private const int Many = 50;

    /// <summary>The note; none where a class is set up a few times, or once for all workers.</summary>
    public static IEnumerable<string> Of(Comparison comparison, Catalogue catalogue, PluginSet? plugins)
    {
        var load = comparison.Baseline.Load;
        var instances = load switch
        {
            LoadSettings.OpenLoop open => open.MaxInFlight,
            LoadSettings.ClosedLoop loop => loop.Workers,
            LoadSettings.Wave wave => wave.Size,
            LoadSettings.ParallelFor parallel => parallel.Degree ?? 1,
            LoadSettings.ParallelForAsync parallel => parallel.Degree ?? 1,
            _ => 1,
        };
        var isClass = catalogue.Workload(comparison.Baseline.Workload)?.ClassName is not null;
        if (isClass && instances >= Many && plugins is { SharedInstance: false })
            yield return string.Create(CultureInfo.InvariantCulture, $"sets up {instances:N0} instances in each process");
    }
}
