using System.CommandLine;
using AsyncLoad.Harness.Cli.Compare;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Planning;

namespace AsyncLoad.Harness.Cli.Maps;

/// <summary><c>map [&lt;workload&gt; [&lt;baseline&gt; [&lt;candidate&gt;]]]</c>: measures one comparison under several loads and pressures, and draws the map while it fills.</summary>
internal sealed class MapCommand(CliServices services)
{
    private const string Loads = "sequential,parallelFor,closedLoop-1,wave-64";
    private const string Pressures = "calm,old-heap,churn";

    private readonly PairArguments pair = new(("call-chain", "await-task", "await-value-task"));
    private readonly Option<IReadOnlyList<string>?> loads = List("--loads", $"the loads, separated by commas (default {Loads})", "LOADS");
    private readonly Option<IReadOnlyList<string>?> pressures = List("--pressures", $"the pressures, separated by commas (default {Pressures})", "PRESSURES");
    private readonly Option<IReadOnlyList<string>?> gc = List("--gc", "GC settings instead of pressures, separated by commas: default, server, no-concurrent, server+gen0Size=64MB", "SETTINGS");

    private readonly Option<IReadOnlyList<AxisArgument>> axes = CheckedOption.Read(
        "--axis",
        "another axis instead of pressures; given again, it replaces loads: parameter.depth=1,4,16, runtime=net8.0,net10.0, gc.server=false,true, env.NAME=0,1, commit=main,HEAD",
        "NAME=VALUES",
        AxisArgument.Parse);

    public Command Create(StyleOptions style)
    {
        var (output, force, budget, export) = (RunCommand.OutputOption(), RunCommand.ForceOption(), RunCommand.TimeBudgetOption(), RunCommand.ExportOption());
        budget.Description = "start no pair after this time; what was measured is judged (default 19 s per cell, and in any case the first look of each)";
        var planning = new PlanningOptions();
        var command = new ExampleCommand(
            "map",
            "Map where a candidate wins: one comparison under several loads and pressures.",
            "map",
            "map call-chain direct-task direct-value-task",
            "map call-chain await-task await-value-task --loads sequential,parallelFor-2 --gc default,server",
            "map call-chain await-task await-value-task --axis parameter.result=bool,string,decimal",
            "map Pricing --project bench/My.csproj --pressures calm,churn",
            "map bench.cs OldWay NewWay");
        pair.AddTo(command);
        foreach (var option in new Option[] { loads, pressures, gc, axes, output, force, budget, export }) command.Options.Add(option);
        planning.AddTo(command);
        command.SetAction(async (parsed, cancellation) =>
        {
            if (!pair.NamesWorkload(parsed) && planning.NamesPlugins(parsed)) throw Refused("name a workload of --project or --plugin, such as asyncload map Pricing --project My.csproj; \"list workloads\" prints them");
            var request = planning.Request(parsed, Question(parsed), parsed.GetValue(output), style.Of(parsed));
            return (int)await new RunCommand(services).ExecuteAsync(request with { Forced = parsed.GetValue(force), TimeBudget = parsed.GetValue(budget), Exports = parsed.GetRequiredValue(export) }, cancellation);
        });
        return command;
    }

    private PairQuestion Question(ParseResult parsed)
    {
        AxisArgument[] varied =
        [
            .. parsed.GetRequiredValue(axes),
            .. Axis("--gc", "gc", parsed.GetValue(gc)), .. Axis("--loads", "load", parsed.GetValue(loads)), .. Axis("--pressures", "pressure", parsed.GetValue(pressures)),
        ];
        if ((Clash(varied) ?? varied.Select(axis => axis.SetTwice).OfType<string>().FirstOrDefault()) is { } clash) throw Refused(clash);
        // Another axis replaces pressures first, then loads.
        var others = varied.Count(axis => axis.Name is not ("load" or "pressure"));
        var question = pair.Question(parsed, AxisArgument.List(others > 1 ? "sequential" : Loads), AxisArgument.List(others > 0 ? "calm" : Pressures)) with { Map = varied };
        if (EverySideNames("pressure", question)) question = question with { Pressures = [] };
        if (question.Runtimes is { Count: > 0 } && varied.Any(axis => axis.Name == "runtime")) throw Refused("--runtime and --axis runtime exclude each other: name all runtimes with one of them");
        if (varied.FirstOrDefault(axis => axis.Parameter is { } name && question.Parameters.Any(given => given.Split('=', 2)[0] == name)) is { Parameter: var both })
            throw Refused($"--parameter {Printable.Text(both!)} and --axis parameter.{Printable.Text(both!)} exclude each other: name all values with one of them");
        if (varied.FirstOrDefault(axis => axis.IsOfSides) is { } own && (question.Baseline is null || question.Candidate is null) && question is { BaselineSide: null, CandidateSides: not { Count: > 0 } })
            throw Refused($"--axis {own.Name}: name the baseline and the candidate, since both are started with each value");
        return question;
    }

    private static bool EverySideNames(string setting, PairQuestion question) =>
        question is { BaselineSide: { } baseline, CandidateSides: { Count: > 0 } candidates }
        && candidates.Prepend(baseline).All(side => SideArgument.Names(side).Contains(setting, StringComparer.Ordinal));

    private static IEnumerable<AxisArgument> Axis(string option, string name, IReadOnlyList<string>? values) => values is null ? [] : [new AxisArgument(option, name, values)];

    private static string? Clash(IReadOnlyList<AxisArgument> axes)
    {
        var kinds = axes.GroupBy(axis => axis.IsGc ? "GC settings" : axis.IsOfSides ? "variables and builds" : axis.Name, StringComparer.Ordinal);
        return kinds.FirstOrDefault(kind => kind.Count() > 1) is { } twice
            ? $"{string.Join(" and ", twice.Select(axis => axis.Option == "--axis" ? $"--axis {axis.Name}" : axis.Option))} both vary {twice.Key}: leave out one of them"
            : null;
    }

    private static CommandFailedException Refused(string message) => new(ExitCode.BadArguments, message);

    private static Option<IReadOnlyList<string>?> List(string name, string description, string value) => new(name)
    {
        Description = description,
        HelpName = value,
        CustomParser = result =>
        {
            IReadOnlyList<string> values = [.. result.Tokens.SelectMany(token => AxisArgument.List(token.Value))];
            if (AxisArgument.WithoutEmpty(name, values) is { } problem) result.AddError(problem);
            return values;
        },
    };
}
