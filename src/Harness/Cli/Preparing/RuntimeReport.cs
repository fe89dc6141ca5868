using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Reports runtimes: those installed, those that a plan skips, and those that an unfinished run misses.</summary>
internal static class RuntimeReport
{
    /// <summary>Every runtime that the measured process can run on, newest first.</summary>
    /// <param name="root">A root of .NET in addition to the installation that runs this program; null for none.</param>
    /// <exception cref="CommandFailedException">It is not a root of .NET.</exception>
    public static TextTable Table(string? root)
    {
        CheckRoot(root);
        var rows = InstalledRuntimes.All(root).Select(runtime => new[] { runtime.Framework, runtime.Version, runtime.Root ?? "this installation", Measures(runtime) });
        return new TextTable(["runtime", "version", "where", "measures"], [.. rows]);
    }

    /// <summary>Refuses a named folder that is not a root of .NET.</summary>
    /// <exception cref="CommandFailedException">It is none.</exception>
    public static void CheckRoot(string? root)
    {
        if (root is not null && InstalledRuntimes.Problem(root) is { } problem) throw new CommandFailedException(ExitCode.BadArguments, $"--dotnet-root: {problem}");
    }

    /// <summary>What a plan skips of a profile that names runtimes or sides: one sentence per comparison.</summary>
    public static IEnumerable<string> Skipped(Plan plan) =>
        plan.Runtimes is null && plan.Comparisons.All(comparison => comparison.Baseline.Side is null && comparison.Candidate.Side is null) ? [] : AllSkipped(plan);

    /// <summary>What a plan skips: one sentence per comparison.</summary>
    public static IEnumerable<string> AllSkipped(Plan plan) => (plan.Skipped ?? []).Select(skipped => $"skipped: {Printable.Text(skipped.Id)}: {Printable.Text(skipped.Reason)}");

    /// <summary>The first runtime of a plan that is missing, and what to do about it; null when none is.</summary>
    public static string? Gone(Plan plan) => plan.Comparisons
        .SelectMany(comparison => new[] { comparison.Baseline.Runtime, comparison.Candidate.Runtime })
        .OfType<RuntimeSettings>()
        .Distinct()
        .Select(Missing)
        .FirstOrDefault(missing => missing is not null);

    /// <summary>Why no comparison of a profile finds the runtimes that it names; null where one may.</summary>
    /// <param name="profile">The profile, whose sides may not be known by their variants yet.</param>
    /// <param name="root">A root of .NET in addition to the installation that runs this program; null for none.</param>
    public static string? NoneFor(Profile profile, string? root)
    {
        var installed = InstalledRuntimes.All(root);
        return FirstOfAll(profile.Experiments.Select(experiment => NoneFor(experiment, installed)));
    }

    private static string? NoneFor(Experiment experiment, IReadOnlyList<InstalledRuntime> installed)
    {
        // Without a runtime, the experiment and its sides are measured on that of this program.
        var shared = FirstOfAll((experiment.Runtimes ?? []).Select(runtime => RuntimeProbe.Missing(runtime, installed)));
        if (experiment.Sides is not { Count: > 0 } sides) return shared;
        var reasons = sides.Select(side => side.Runtime is { } own ? RuntimeProbe.Missing(own, installed) : shared).ToList();
        return reasons[0] ?? FirstOfAll(reasons.Skip(1));
    }

    // The first reason, where nothing is without one.
    private static string? FirstOfAll(IEnumerable<string?> reasons)
    {
        var all = reasons.ToList();
        return all.TrueForAll(reason => reason is not null) ? all.FirstOrDefault() : null;
    }

    private static string? Missing(RuntimeSettings runtime)
    {
        if (!HostFiles.IsThere(HostBuilds.For(runtime)))
            return $"the build of the measured process for {Printable.Text(runtime.Name)} is missing: build the solution, or install the tool again";
        var isRoot = runtime.Root is null || InstalledRuntimes.Problem(runtime.Root) is null;
        if (isRoot && InstalledRuntimes.All(runtime.Root).Contains(new InstalledRuntime(runtime.Version ?? "", runtime.Root))) return null;
        var place = runtime.Root is { } root ? $"lay it out again in {Printable.Text(root)}" : "install it again";
        return $"{Printable.Text(runtime.Name)} {Printable.Text(runtime.Version ?? "")} is no longer installed: {place}";
    }

    private static string Measures(InstalledRuntime runtime) => string.Join(", ", new[]
    {
        HostFiles.IsThere(HostBuild.AnyRuntime) && runtime.Runs(RuntimeSettings.Oldest) ? "the build for all runtimes" : null,
        HostFiles.IsThere(HostBuild.RuntimeAsync) && runtime.Runs(RuntimeSettings.OfRuntimeAsync) ? "runtime async" : null,
    }.OfType<string>().DefaultIfEmpty("nothing: too old"));
}
