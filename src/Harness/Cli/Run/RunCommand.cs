using System.CommandLine;
using AsyncLoad.Analysis.Trends;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Cli.Storing;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Exports;
using AsyncLoad.Reporting.Results;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary><c>run &lt;profile&gt;</c>: plan, measure, trace, analyse, report, gate.</summary>
internal sealed class RunCommand(CliServices services)
{
    public Command Create(StyleOptions style)
    {
        var profile = new Argument<string?>("profile") { Description = "path of a profile, or the name of one that \"list profiles\" prints", Arity = ArgumentArity.ZeroOrOne };
        var resume = new Option<string?>("--resume") { Description = "continue the interrupted run in this folder as it was planned; takes no profile", HelpName = "RUN" };
        var (output, force, budget, export, store) = (OutputOption(), ForceOption(), TimeBudgetOption(), ExportOption(), StoreOption());
        var against = new Option<string?>("--against") { Description = "the reference run of gates with maxChange", HelpName = "RUN" };
        var planning = new PlanningOptions();
        var command = new ExampleCommand(
            "run",
            "Measure what a profile asks for, and report.",
            "run profiles/smoke.json",
            "run profiles/smoke.json --only \"*old-heap*\" --pairs 12",
            "run profiles/smoke.json --set measure.slices=60 --output runs/mine",
            "run profiles/ci.json --against runs/main",
            "run profiles/ci.json --store perf",
            "run --resume runs/mine") { profile, output, force, budget, against, resume, export, store };
        planning.AddTo(command);
        Option[] alone = [force, budget, resume, export, store];
        command.Validators.Add(result =>
        {
            if (result.GetResult(resume) is null)
            {
                if (result.GetResult(profile) is not { Tokens.Count: > 0 }) result.AddError("run takes the path of a profile, or --resume with a run folder");
                return;
            }

            if (result.GetResult(profile) is { Tokens.Count: > 0 }) result.AddError("--resume keeps the plan of the run: leave out the profile");
            foreach (var option in command.Options.Except(alone).Where(option => result.GetResult(option) is { Implicit: false }))
                result.AddError($"--resume keeps the plan of the run: leave out {option.Name}");
        });
        command.SetAction(async (parsed, cancellation) =>
        {
            RunSubject subject = parsed.GetValue(resume) is { } folder ? new RunSubject.Unfinished(folder) : new RunSubject.ProfileFile(ProfileFolders.With(services.ProfileFolder).Resolve(parsed.GetValue(profile)!));
            var request = planning.Request(parsed, subject, parsed.GetValue(output), style.Of(parsed));
            return (int)await ExecuteAsync(request with { Forced = parsed.GetValue(force), TimeBudget = parsed.GetValue(budget), Against = parsed.GetValue(against), Exports = parsed.GetRequiredValue(export), Store = parsed.GetValue(store) }, cancellation);
        });
        return command;
    }

    /// <summary>The option that names the run folder.</summary>
    public static Option<string?> OutputOption() => new("--output")
    {
        Description = "the run folder, absent or empty (default runs/<utc>-<profile>-<4 hex>)",
        HelpName = "DIR",
    };

    /// <summary>The option that ends measuring after a length of time.</summary>
    public static Option<Duration?> TimeBudgetOption() => CheckedOption.Time("--time-budget", "start no pair after this time; what was measured is judged (default: no limit)");

    /// <summary>The option that asks for files which other programs read.</summary>
    public static Option<IReadOnlyList<ExportFormat>> ExportOption() => CheckedOption.Several(
        "--export", "also write a file that other programs read into the run folder; may be given again", ("benchmarkdotnet", ExportFormat.BenchmarkDotNet), ("openmetrics", ExportFormat.OpenMetrics));

    /// <summary>The option that adds the results to those of other runs.</summary>
    public static Option<string?> StoreOption() => new("--store") { Description = "also add the results to a store, a folder or a FILE.sqlite, for \"asyncload trend\"", HelpName = "STORE" };

    /// <summary>The option that measures even if the environment is refused.</summary>
    public static Option<bool> ForceOption() => new("--force")
    {
        Description = "measure even if the machine or a build is refused; the report says so",
    };

    /// <summary>Plans, measures, judges and reports a request.</summary>
    public async Task<ExitCode> ExecuteAsync(RunRequest request, CancellationToken cancellation)
    {
        // Checked before minutes of building and hours of measuring.
        if (request is { Output: { } output, Subject: not RunSubject.Unfinished }) RunWriter.RequireEmpty(output);
        if (request.Store is { } store) RunStore.Open(store).RequireWritable();
        var prepared = await new Preparation(services).PrepareAsync(request, cancellation);
        return await MeasureAsync(prepared, request, cancellation);
    }

    /// <summary>Measures what is prepared, unless the place is unfit, then judges it and shows the answer.</summary>
    public async Task<ExitCode> MeasureAsync(Prepared prepared, RunRequest request, CancellationToken cancellation)
    {
        foreach (var skipped in RuntimeReport.Skipped(prepared.Plan)) await services.Terminal.Error.WriteLineAsync($"note: {skipped}");
        if (request.Subject is RunSubject.Pair && request.TimeBudget is null && ForecastWords.WhenLong(prepared.Plan, request.IsMap ? TimeBudget.MostOfMap(prepared.Plan) : null) is { } length) await services.Terminal.Error.WriteLineAsync($"note: {length}");
        if (prepared.Plan.SideBySide is { Comparisons.Count: 0 }) await services.Terminal.Error.WriteLineAsync($"note: --jobs: every comparison is measured alone ({SideBySidePlan.WhyAlone})");
        var environment = await services.Environment(cancellation);
        var refusals = BuildRefusal.Refusals(environment);
        if (refusals.Count > 0 && !request.Forced)
            throw new CommandFailedException(ExitCode.Refused, [.. refusals.Select(refusal => $"{refusal} (use --force to measure anyway)")]);
        var place = environment with { Forced = [.. refusals, .. new[] { prepared.Forced }.OfType<string>()] };
        var folder = await new RunMeasurement(services, place).RunAsync(prepared, request, cancellation);
        var judged = JudgedRun.Of(folder, request.Exports ?? []);
        using (var log = new RunLog(folder, request.Style.Verbosity))
        {
            foreach (var line in LoggedRun.Judgement(judged.Run, judged.Document)) log.Say(line);
        }

        RunSummary.WriteProblems(judged, services.Terminal);
        if (request.IsMap) RunSummary.WriteMap(judged, services.Terminal, request.Style);
        else if (request.Subject is RunSubject.Pair) RunSummary.WriteAnswer(judged, services.Terminal, request.Style);
        else RunSummary.Write(judged, services.Terminal, request.Style);
        services.BuildServer.Tell(folder, judged.Document.Gates, services.Terminal);
        if (request.Store is { } store && RunStore.Open(store).Add(new StoredRun(folder, ResultsBuilder.Build(judged.Run)))) await services.Terminal.Error.WriteLineAsync($"note: {store}: 1 run added");
        return RunExit.AfterRun(judged);
    }
}
