using System.Globalization;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Harness.Diagnosis;

/// <summary>Facts about the cores, and about who else uses them.</summary>
internal static class ProcessorFacts
{
    private const int FewestCores = 2;

    /// <summary>As in the warnings of a comparison: a fifth of a core is a tenth of a machine with two.</summary>
    private const double MostOtherCores = 0.2;

    /// <summary>As in the warnings of a comparison: the width of the usual interval, ±2 %.</summary>
    private const double MostStolen = 0.02;

    public static IEnumerable<DoctorFact> Of(Examination found) =>
        [Cores(found), Topology(found), Binding(found.Unbound), Limit(found), Throttled(found), Others(found), OtherRun(found), Stolen(found), Clock(found), Governor(found), Turbo(found)];

    private static DoctorFact Cores(Examination found)
    {
        var usable = found.Machine.Cores;
        var value = usable == found.Cores ? Number(usable) : $"{Number(usable)} of the machine's {Number(found.Cores)}";
        return new DoctorFact(
            "cores",
            usable < FewestCores ? FactState.Warn : FactState.Ok,
            value,
            "optimised code is compiled on one core while another is measured, and loads that are parallel need several",
            usable < FewestCores ? "give the machine, virtual machine or container two cores or more" : null);
    }

    private static DoctorFact Topology(Examination found)
    {
        const string Why = "threads share their core, and cores share caches: workers take the fastest physical cores first, and pairs run side by side only on those";
        if (found.Topology is not { } topology) return new DoctorFact("topology", FactState.Unknown, "the system does not tell", Why, null);
        var (physical, fast) = (topology.Cores.Count(), topology.Cores.Count(core => core.Fast));
        var caches = topology.Processors.DistinctBy(processor => processor.Cache).Count();
        var kind = fast == physical ? "" : $", {Number(fast)} of them of the fastest kind";
        return new DoctorFact("topology", FactState.Ok, $"{Number(physical)} physical cores{kind}, {Number(caches)} last-level cache{(caches == 1 ? "" : "s")}; {WorkerCores.Text(topology)}; {Side(Places.Of(topology))}", Why, null);
    }

    private static string Side(IReadOnlyList<IReadOnlyList<int>> places) => places.Count < 2
        ? "one pair at a time"
        : $"room for {Number(places.Count)} pairs side by side, on cores {string.Join(" | ", places.Select(ProcessorList.Text))}";

    private static DoctorFact Binding(string? unbound) => new(
        "core-binding",
        unbound is null ? FactState.Ok : FactState.Warn,
        unbound ?? "workers are bound to cores",
        "without it the two sides settle on different cores, and times differ by that",
        unbound is null ? null : "trust bytes and traces; repeat a verdict on time where threads are bound (docs/platforms.md)");

    private static DoctorFact Limit(Examination found)
    {
        var tight = found.Machine.CpuLimit < found.Cores;
        return new DoctorFact(
            "cpu-limit",
            tight ? FactState.Warn : FactState.Ok,
            found.Machine.CpuLimit is { } limit ? string.Create(CultureInfo.InvariantCulture, $"{limit:0.##} of {found.Cores} cores") : "none",
            "a process over its quota waits for the next period, usually 100 ms: ten slices of one side and none of the other",
            tight ? "raise or remove the container's CPU limit (docker run --cpus, resources.limits.cpu)" : null);
    }

    private static DoctorFact Throttled(Examination found)
    {
        const string Why = "a throttled slice measures the quota, not the code";
        if (found.Watched?.Throttling is not { } throttling) return new DoctorFact("throttled", FactState.Unknown, "the system does not tell", Why, null);
        return new DoctorFact(
            "throttled",
            throttling.Periods > 0 ? FactState.Warn : FactState.Ok,
            throttling.Periods > 0
                ? string.Create(CultureInfo.InvariantCulture, $"{throttling.Time.Milliseconds:0} ms within a second")
                : "not within a second",
            Why,
            throttling.Periods > 0 ? "raise the container's CPU limit, and stop what else runs in its control group" : null);
    }

    private static DoctorFact Others(Examination found)
    {
        const string Why = "other processes take cores from one side and not the other, so pairs differ more";
        if (found.Watched?.OtherCores is not { } cores) return new DoctorFact("other-processes", FactState.Unknown, "the system does not tell", Why, null);
        var named = string.Join(", ", found.Busiest.Select(process => string.Create(CultureInfo.InvariantCulture, $"{process.Name} ({process.Id}) {process.Cores:0.00}")));
        var busy = cores > MostOtherCores;
        return new DoctorFact(
            "other-processes",
            busy ? FactState.Warn : FactState.Ok,
            string.Create(CultureInfo.InvariantCulture, $"{cores:0.00} of {found.Cores} cores{(named.Length > 0 ? ": " : "")}{named}"),
            Why,
            busy ? "stop what is named, or wait for it; what is not named runs outside this container" : null);
    }

    private static DoctorFact OtherRun(Examination found) => new(
        "other-run",
        found.OtherRun ? FactState.Warn : FactState.Ok,
        found.OtherRun ? "another asyncload is running" : "none",
        "two runs on one machine disturb each other",
        found.OtherRun ? "wait for it to end" : null);

    private static DoctorFact Stolen(Examination found)
    {
        const string Why = "the host of a virtual machine sometimes gives its cores to others, and the measured code waits";
        if (found.Watched?.StolenShare is not { } share) return new DoctorFact("stolen", FactState.Unknown, "the system does not tell", Why, null);
        return new DoctorFact(
            "stolen",
            share > MostStolen ? FactState.Warn : FactState.Ok,
            string.Create(CultureInfo.InvariantCulture, $"{100 * share:0.0} % of the cores' time"),
            Why,
            share > MostStolen ? "use a dedicated instance without burst credits, or measure at another hour" : null);
    }

    private static DoctorFact Clock(Examination found) => new(
        "frequency",
        found.Watched?.Clock is null ? FactState.Unknown : FactState.Ok,
        found.Watched?.Clock is { } clock
            ? string.Create(CultureInfo.InvariantCulture, $"{clock.Slowest:0} to {clock.Fastest:0} MHz now")
            : "the system does not tell",
        "times follow the clock; runs warn when it varies by over 10 % between pairs",
        null);

    private static DoctorFact Governor(Examination found)
    {
        var governor = found.Frequency.Governor;
        var slow = governor is not (null or "performance");
        return new DoctorFact(
            "governor",
            governor is null ? FactState.Unknown : slow ? FactState.Warn : FactState.Ok,
            governor ?? "the system does not tell",
            "other governors slow cores down between slices, and the next slice pays for speeding up",
            slow ? "run cpupower frequency-set -g performance" : governor is null ? found.Advice.Speed : null);
    }

    private static DoctorFact Turbo(Examination found)
    {
        var turbo = found.Frequency.Turbo;
        return new DoctorFact(
            "turbo",
            turbo switch { null => FactState.Unknown, true => FactState.Warn, false => FactState.Ok },
            turbo switch { null => "the system does not tell", true => "on", false => "off" },
            "with turbo the clock depends on the temperature and on how many cores work; pairs cancel most of that",
            turbo == true ? "turn it off for steadier times: intel_pstate/no_turbo = 1, or cpufreq/boost = 0, below /sys/devices/system/cpu" : null);
    }

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);
}
