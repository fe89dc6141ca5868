using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>What is said of plug-ins that cannot be measured, or not wholly.</summary>
internal static class PluginReport
{
    /// <summary>One line for each plug-in that offers nothing.</summary>
    public static IEnumerable<string> Failures(Catalogue catalogue) =>
        from plugin in catalogue.Plugins ?? []
        from failure in new[] { plugin.Failure }.OfType<string>()
        select $"plug-in {Printable.Text(plugin.Name)}: {Printable.Text(failure)}";

    /// <summary>One line for each class or method that is left out.</summary>
    public static IEnumerable<string> LeftOut(Catalogue catalogue) =>
        from plugin in catalogue.Plugins ?? []
        from part in plugin.LeftOut
        select $"plug-in {Printable.Text(plugin.Name)}: {Printable.Text(part.Name)} is left out: {Printable.Text(part.Reason)}";

    /// <summary>Why a plan is refused for the build of a plug-in that it measures; null when it is not.</summary>
    public static string? Unoptimized(Catalogue catalogue, Plan plan)
    {
        var measured = plan.Comparisons.Select(comparison => comparison.Baseline.Workload).ToHashSet(StringComparer.Ordinal);
        var used = catalogue.Workloads.Where(workload => measured.Contains(workload.Id)).Select(workload => workload.Plugin).ToHashSet(StringComparer.Ordinal);
        return catalogue.Plugins?.FirstOrDefault(plugin => !plugin.Optimized && used.Contains(plugin.Name)) is { } debug
            ? $"the plug-in {Printable.Text(debug.Name)} is built without optimisation, so its times mean nothing: build it with -c Release"
            : null;
    }
}
