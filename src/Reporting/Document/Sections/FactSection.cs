using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>What was measured, how and on which machine: enough to run it again.</summary>
internal static class FactSection
{
    public static ReportSection Build(RunAnalysis run, RunNames names) => new(
        "run",
        "This run",
        null,
        new ReportBlock.Facts([.. Run(run), .. Plugins(run.Manifest.Plan.Plugins), .. run.Manifest.Plan.Builds.Select(Build), .. Measuring(run), .. Parameters(names), .. Machine(run.Manifest), .. Place(run.Manifest.Environment), .. Surroundings(run.Environment)]));

    private static IEnumerable<Fact> Run(RunAnalysis run)
    {
        var manifest = run.Manifest;
        yield return new Fact("Profile", VisibleText.Name(manifest.Plan.ProfileName));
        yield return new Fact("Profile hash", VisibleText.Name(manifest.Plan.ProfileHash));
        yield return new Fact("Seed", Figures.Exact(manifest.Plan.Seed));
        yield return new Fact("Status", manifest.Status switch
        {
            RunStatus.Complete => "complete",
            RunStatus.Interrupted => "interrupted: partial results",
            _ => "unfinished: partial results",
        });
        yield return new Fact("Started", Figures.Moment(manifest.Started));
        yield return new Fact("Took", ForecastWords.Took(run) ?? "n/a (the run did not end)");
        if (manifest.Files.Count > 0)
            yield return new Fact("Evidence", $"{Figures.Size(manifest.Files.Sum(file => (double)file.Bytes))}, forecast {Figures.Size(manifest.Plan.Forecast.Disk.Bytes)}");
        yield return new Fact("AsyncLoad", VisibleText.Name(manifest.Tool));
    }

    private static IEnumerable<Fact> Plugins(PluginSet? plugins)
    {
        foreach (var file in plugins?.Files ?? [])
            yield return new Fact("Plug-in", $"{VisibleText.Name(Path.GetFileName(file.Path))}, {Figures.Size(file.Bytes)}, SHA-256 {VisibleText.Name(file.Sha256)}");
        if (plugins is null) yield break;
        yield return new Fact("Instances of benchmark classes", plugins.SharedInstance ? "one for all workers (--shared-instance)" : "one for each worker");
        if (plugins.IgnoreValues) yield return new Fact("Values of benchmark methods", "not compared (--ignore-values)");
    }

    private static Fact Build(CodeBuild build) => new(
        $"Build {VisibleText.Name(build.Name)}",
        string.Join(", ", build.Plugins.Files.Select(file => $"{VisibleText.Name(Path.GetFileName(file.Path))}, SHA-256 {VisibleText.Name(file.Sha256)}").Prepend(build.Commit is { } commit ? $"commit {VisibleText.Name(commit)}" : null).OfType<string>()));

    private static IEnumerable<Fact> Measuring(RunAnalysis run)
    {
        var measure = run.Manifest.Plan.Measure;
        var pairs = $"{Figures.Count(run.Comparisons.Sum(comparison => comparison.Pairs.Count))} in {Figures.Plural(run.Comparisons.Count, "comparison")}";
        return
        [
            .. measure.Verdicts ? Looks(run, pairs) : [new("Pairs", pairs), new("Verdicts", "none: the profile asks for figures")],
            new("Slices", $"{Figures.Count(measure.Slices)} of {measure.Slice} per side and pair"),
            .. measure.InTurn ? [new Fact("Sides", "measured one after the other (--in-turn), not in alternating slices")] : Array.Empty<Fact>(),
            .. Beside(run.Manifest.Plan),
            .. measure.Verdicts ? Verdict(run.Manifest.Plan) : [],
            new("Tier-up", measure.PlatformTiering ? "the platform's own delay" : "without delay (TC_CallCountingDelayMs=0)"),
            .. Spinning(run.Manifest.Plan),
            .. Climbing(run.Manifest.Plan),
        ];
    }

    private static IEnumerable<Fact> Beside(Plan plan)
    {
        if (plan.SideBySide is not { Comparisons: { Count: > 0 } beside } jobs) yield break;
        var places = string.Join(" | ", jobs.Places.Select(place => string.Join(",", place.Select(number => number.ToString(CultureInfo.InvariantCulture)))));
        yield return new Fact("Side by side", $"{Figures.Plural(jobs.Places.Count, "pair")} on processors {places} (--jobs), of {Figures.Count(beside.Count)} of {Figures.Plural(plan.Measured.Count(), "comparison")}, load overhead included");
    }

    private static IEnumerable<Fact> Spinning(Plan plan)
    {
        if (!plan.Comparisons.Any(comparison => comparison.Baseline.Load.HasSchedule)) yield break;
        yield return new Fact("Pool threads", plan.Environment.Contains("DOTNET_ThreadPool_UnfairSemaphoreSpinLimit")
            ? "spin between arrivals as set by DOTNET_ThreadPool_UnfairSemaphoreSpinLimit"
            : "do not spin between arrivals (ThreadPool_UnfairSemaphoreSpinLimit=0)");
    }

    private static IEnumerable<Fact> Climbing(Plan plan)
    {
        if (!plan.Comparisons.Any(comparison => comparison.Baseline.Load.FillsPool)) yield break;
        yield return new Fact("Pool size", plan.Environment.Contains("DOTNET_HillClimbing_Disable")
            ? "chosen by the pool as set by DOTNET_HillClimbing_Disable"
            : "one thread per core under loads that fill the pool (HillClimbing_Disable=1)");
    }

    private static IReadOnlyList<Fact> Looks(RunAnalysis run, string pairs)
    {
        var looks = run.Manifest.Plan.Measure.Looks.Select(look => Figures.Count(look));
        var coverage = run.Comparisons.Select(entry => entry.Ratio.Value?.Confidence).OfType<double>().Distinct().Order().Select(Figures.Coverage).Distinct(StringComparer.Ordinal);
        return
        [
            new("Pairs", $"{pairs}; looks at {string.Join(", ", looks)} pairs"),
            new("Confidence", string.Join(", ", coverage) is { Length: > 0 } known ? known : "n/a (no ratio)"),
        ];
    }

    private static IReadOnlyList<Fact> Verdict(Plan plan) =>
    [
        new("Margin", $"±{Figures.Setting(plan.Measure.Margin)}"),
        new("Verdict on", Metric.Of(plan.Measure.Metric).Cost + (plan.Measure.Metric == VerdictMetric.Wall && plan.Comparisons.Any(comparison => comparison.Baseline.Load.IsPaced)
            ? "; from due to done where the load sets the pace of operations"
            : "")),
    ];

    private static IEnumerable<Fact> Parameters(RunNames names) =>
        names.SharedParameters.Select(parameter => new Fact($"Parameter {VisibleText.Name(parameter.Key)}", VisibleText.Name(parameter.Value)));

    private static IEnumerable<Fact> Machine(RunManifest manifest)
    {
        var machine = manifest.Machine;
        yield return new Fact("Runtime", VisibleText.Name(manifest.Runtime));
        yield return new Fact("System", $"{VisibleText.Name(machine.OperatingSystem)}, {VisibleText.Name(machine.Architecture)}");
        yield return new Fact("Processor", machine.Processor is { } processor ? VisibleText.Name(processor) : "n/a (the system does not report it)");
        yield return new Fact("Cores", Figures.Count(machine.Cores) + (machine.CpuLimit is { } limit ? $", limited to {Figures.Number(limit)}" : ""));
        yield return new Fact("Memory", Figures.Size(machine.MemoryBytes));
        yield return new Fact("Machine id", VisibleText.Name(machine.Id));
    }

    private static IEnumerable<Fact> Place(RunEnvironment? place)
    {
        if (place is null) yield break;
        if (place.Container is { } sign) yield return new Fact("Container", $"yes, by {VisibleText.Name(sign)}");
        if (place.VirtualMachine is { } virtualMachine) yield return new Fact("Virtual machine", virtualMachine ? "yes" : "no");
        if (place.Forced.Count > 0) yield return new Fact("Forced", VisibleText.Sentence(string.Join("; ", place.Forced)));
    }

    // Smallest, median and largest over pairs; what was 0 throughout is omitted.
    private static IEnumerable<Fact> Surroundings(EnvironmentRanges? ranges)
    {
        if (ranges?.OtherCores is { } others) yield return Over("Other processes", others, "core", Figures.Cores);
        if (ranges?.StolenShare is { Most: > 0 } stolen) yield return Over("Stolen by the host", stolen, null, Figures.Percent);
        if (ranges?.ThrottledShare is { Most: > 0 } throttled) yield return Over("Throttled", throttled, "of the time", Figures.Percent);
        if (ranges?.MemoryStall is { Most: > 0 } stall) yield return Over("Waited for memory", stall, "of the time", Figures.Percent);
        if (ranges?.Load is { } load) yield return Over("Load average", load, null, Figures.Cores);
        if (ranges?.Megahertz is { } clock) yield return Over("Fastest core", clock, "MHz", megahertz => Figures.Number(Math.Round(megahertz)));
    }

    private static Fact Over(string name, SampleRange range, string? unit, Func<double, string> text) => new(
        name,
        $"{text(range.Least)} to {text(range.Most)}{(unit is null ? "" : " " + unit)}, median {text(range.Median)}, over {Figures.Plural(range.Count, "pair")}");
}
