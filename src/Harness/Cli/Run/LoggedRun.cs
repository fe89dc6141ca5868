using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary>Log lines about a run as a whole: first what is measured and where, last the results.</summary>
internal static class LoggedRun
{
    /// <summary>Version, command, machine, profile and seed.</summary>
    public static IEnumerable<string> Header(RunManifest manifest, IReadOnlyList<string> arguments)
    {
        var (machine, plan) = (manifest.Machine, manifest.Plan);
        yield return $"AsyncLoad {manifest.Tool}, measured processes on {manifest.Runtime}";
        yield return $"command: asyncload {string.Join(' ', arguments.Select(Printable.Argument))}";
        yield return string.Create(
            CultureInfo.InvariantCulture,
            $"machine {machine.Id}: {machine.OperatingSystem}, {machine.Processor ?? machine.Architecture}, {machine.Cores} cores, {new MeasuredSize(machine.MemoryBytes)}");
        yield return string.Create(
            CultureInfo.InvariantCulture,
            $"profile {plan.ProfileName} ({plan.ProfileHash}), seed {plan.Seed}, looks {string.Join(' ', plan.Measure.Looks)}, margin {plan.Measure.Margin}");
    }

    /// <summary>Each comparison with ratio and verdict, each warning, each gate.</summary>
    public static IEnumerable<string> Judgement(RunAnalysis run, ReportDocument document)
    {
        foreach (var row in document.Comparisons) yield return $"result {row.Id}: {row.Sentence}; pairs: {row.Pairs}";
        foreach (var comparison in run.Comparisons)
        {
            foreach (var warning in comparison.Warnings)
                yield return $"warning {warning.Id} ({ModelJson.Word(warning.Severity)}) {comparison.Comparison.Id}: {warning.Message} {warning.Remedy}";
        }

        foreach (var gate in document.Gates) yield return $"gate {gate.Comparison}: {gate.Condition}: {gate.State.ToString().ToUpperInvariant()} at {gate.Value}: {gate.Reason}";
    }
}
