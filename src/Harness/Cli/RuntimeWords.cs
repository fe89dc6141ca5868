using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Cli;

/// <summary>What is said of runtimes: which there are, which a plan does without, and which an unfinished run misses.</summary>
internal static class RuntimeWords
{
    /// <summary>Every runtime that the measured process can run on, newest first.</summary>
    /// <param name="root">A root of .NET besides the installation that runs this program; null for none.</param>
    public static TextTable Table(string? root) => new(
        ["runtime", "version", "where", "measures"],
        [
            .. InstalledRuntimes.All(root is null ? null : Path.GetFullPath(root))
                .Select(runtime => new[] { runtime.Framework, runtime.Version, runtime.Root ?? "this installation", Measures(runtime) }),
        ]);

    /// <summary>What a plan leaves out of a profile that names runtimes: one sentence a comparison.</summary>
    public static IEnumerable<string> Skipped(Plan plan) =>
        plan.Runtimes is null ? [] : (plan.Misfits ?? []).Select(misfit => $"skipped: {Printable.Text(misfit.Id)}: {Printable.Text(misfit.Reason)}");

    /// <summary>A runtime that a plan measures on and that is not there; null when all are.</summary>
    public static string? Gone(Plan plan) => plan.Comparisons
        .Select(comparison => comparison.Candidate.Runtime)
        .OfType<RuntimeSettings>()
        .Distinct()
        .FirstOrDefault(runtime => !InstalledRuntimes.All(runtime.Root).Contains(new InstalledRuntime(runtime.Version ?? "", runtime.Root))) is { } gone
            ? $"{gone.Name} {gone.Version}"
            : null;

    private static string Measures(InstalledRuntime runtime) => string.Join(", ", new[]
    {
        HostFiles.IsThere(HostBuild.AnyRuntime) && runtime.Runs(RuntimeProbe.Oldest) ? "the build for all runtimes" : null,
        HostFiles.IsThere(HostBuild.RuntimeAsync) && runtime.Runs(RuntimeSettings.OfRuntimeAsync) ? "runtime async" : null,
    }.OfType<string>().DefaultIfEmpty("nothing: too old"));
}
