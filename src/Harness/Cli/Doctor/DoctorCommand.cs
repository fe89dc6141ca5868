using System.CommandLine;
using System.Text.Json;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Diagnosis;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Harness.Cli.Doctor;

/// <summary><c>doctor</c>: says whether this machine is fit to measure, what disturbs it, and how long a narrow interval takes.</summary>
internal sealed class DoctorCommand(CliServices services)
{
    // Each place takes memory for two processes, and more places would add little.
    private const int MostPlaces = 8;

    public Command Create(StyleOptions style)
    {
        var noMeasure = new Option<bool>("--no-measure") { Description = "check only; skip the noise, which takes 40 s to measure" };
        var command = new ExampleCommand(
            "doctor",
            "Check whether this machine is fit to measure, and how long ±2 % takes on it.",
            "doctor",
            "doctor --no-measure --verbosity detailed",
            "doctor --format json") { noMeasure };
        command.SetAction(async (parsed, cancellation) =>
            (int)await ExecuteAsync(!parsed.GetValue(noMeasure), style.Of(parsed), cancellation));
        return command;
    }

    private async Task<ExitCode> ExecuteAsync(bool measure, OutputStyle style, CancellationToken cancellation)
    {
        var place = await services.Environment(cancellation);
        var host = await services.DescribeHost(cancellation);
        var found = await Examiner.ExamineAsync(place, services.FreeMemory(), cancellation) with { Unpaced = host.Unpaced, Unbound = host.Unbound };
        IReadOnlyList<DoctorFact> facts = [.. ProcessorFacts.Of(found), .. ProcessFacts.Of(found), .. PlaceFacts.Of(found)];
        var refused = facts.Any(fact => fact.State == FactState.Refused);
        var pairs = measure && !refused ? await MeasureAsync(style, cancellation) : [];
        var code = ExitCodes.Worst([refused ? ExitCode.Refused : ExitCode.Ok, .. pairs.Select(Failure).OfType<CellOutcome>().Select(RunExit.Of)]);
        var noise = measure && !refused ? NoiseFigures.Of(pairs) : null;
        if (noise is not null) facts = [.. facts, NoiseFigures.Fact(noise)];
        Write(new DoctorReport(DoctorReport.CurrentSchemaVersion, code == ExitCode.Ok, found.Machine, facts, noise), style);
        return code;
    }

    private async Task<IReadOnlyList<JournalEntry.Pair>> MeasureAsync(OutputStyle style, CancellationToken cancellation)
    {
        if (style.Verbosity != Verbosity.Quiet)
            await services.Terminal.Error.WriteLineAsync("measuring a variant against itself, 40 s at most (--no-measure skips it)");
        IReadOnlyList<IReadOnlyList<int>> places = services.Topology() is { } topology ? [.. Places.Of(topology).Take(MostPlaces)] : [];
        var pairs = await new NoiseRun(RunTerms.Usual, places).RunAsync(cancellation);
        foreach (var failure in pairs.Select(Failure).OfType<CellOutcome>())
            services.Terminal.WriteError($"the measured process {FailureSentence.Of(failure)}");
        return pairs;
    }

    // The side that failed; its partner was stopped.
    private static CellOutcome? Failure(JournalEntry.Pair pair) =>
        new[] { pair.Baseline, pair.Candidate }.FirstOrDefault(outcome => outcome is not (CellOutcome.Completed or CellOutcome.Stopped));

    private void Write(DoctorReport report, OutputStyle style)
    {
        if (style.Format == OutputFormat.Json) services.Terminal.Output.WriteLine(JsonSerializer.Serialize(report, ModelJson.Indented.DoctorReport));
        else DoctorText.Write(report, services.Terminal.Output, reasons: style.Verbosity >= Verbosity.Detailed);
    }
}
