using System.CommandLine;
using System.Globalization;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.SelfChecks;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Cli.SelfCheck;

/// <summary><c>selfcheck</c>: compares variants with themselves and with injected slowdowns, to show how often verdicts are false.</summary>
internal sealed class SelfCheckCommand(CliServices services)
{
    public Command Create(StyleOptions style)
    {
        var quick = new Option<bool>("--quick") { Description = "take two minutes instead of an hour: fewer comparisons, a wider margin and lower bars" };
        var levels = new Option<bool>("--levels") { Description = "compare variants with themselves while each process runs at one of two speeds, 38 % apart: verdicts must not follow from that" };
        var seed = CheckedOption.Number("--seed", "seed of the choice of comparisons and of their order (default 1)", 0, int.MaxValue);
        var budget = CheckedOption.Time("--time-budget", "start no pair after this time; what was measured is judged (default 58m, 110s with --quick)");
        var (shard, output, force) = (ShardOption.Create(), RunCommand.OutputOption(), RunCommand.ForceOption());
        var command = new ExampleCommand(
            "selfcheck",
            "Compare variants with themselves, and find injected slowdowns: how often is a verdict false?",
            "selfcheck --quick",
            "selfcheck --levels",
            "selfcheck --seed 7 --output runs/selfcheck") { quick, levels, seed, budget, shard, output, force };
        command.SetAction(async (parsed, cancellation) =>
        {
            var size = (parsed.GetValue(quick), parsed.GetValue(levels)) switch
            {
                (true, true) => SelfCheckSize.QuickLevels,
                (true, false) => SelfCheckSize.Quick,
                (false, true) => SelfCheckSize.Levels,
                (false, false) => SelfCheckSize.Full,
            };
            var request = new RunRequest(
                new RunSubject.SelfCheck(size),
                [],
                new PlanOptions(parsed.GetValue(seed), Shard: parsed.GetValue(shard)),
                parsed.GetValue(output),
                style.Of(parsed),
                parsed.GetValue(force),
                parsed.GetValue(budget) ?? size.Budget);
            return (int)await ExecuteAsync(request, cancellation);
        });
        return command;
    }

    /// <summary>Measures, judges, and checks the verdicts against the bars.</summary>
    public async Task<ExitCode> ExecuteAsync(RunRequest request, CancellationToken cancellation)
    {
        var prepared = await new Preparation(services).PrepareAsync(request, cancellation);
        if (request.Style.Verbosity != Verbosity.Quiet) await services.Terminal.Error.WriteLineAsync(Announcement(prepared.Plan, request.TimeBudget));
        return await new RunCommand(services).MeasureAsync(prepared, request, cancellation);
    }

    private static string Announcement(Plan plan, Duration? budget)
    {
        var levels = plan.Comparisons.Count(comparison => comparison.IsAtTwoLevels);
        var injected = plan.Comparisons.Count(comparison => comparison.Candidate.Injected is not null) - levels;
        var same = plan.Comparisons.Count - levels - injected;
        var equal = (same, levels) switch
        {
            (0, _) => $"{levels} comparisons of a variant with itself, each process at one of two speeds,",
            (_, 0) => $"{same} comparisons of a variant with itself",
            _ => $"{same} comparisons of a variant with itself, {levels} more with each process at one of two speeds,",
        };
        var text = string.Create(
            CultureInfo.InvariantCulture,
            $"{equal} and {injected} with an injected slowdown, looks at {string.Join(", ", plan.Measure.Looks)} pairs, seed {plan.Seed}: about {plan.Forecast.Shortest.Span.TotalMinutes:0.#} min to their first look");
        if (plan.Forecast.Longest != plan.Forecast.Shortest) text += string.Create(CultureInfo.InvariantCulture, $", {plan.Forecast.Longest.Span.TotalMinutes:0} min if all went to their last");
        return budget is { } most ? $"{text}; no pair begins after {most}" : text;
    }
}
