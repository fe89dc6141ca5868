using System.CommandLine;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Planning;

namespace AsyncLoad.Harness.Cli.Compare;

/// <summary><c>compare &lt;workload&gt; &lt;baseline&gt; &lt;candidate&gt;</c>: the quickest way to an answer, without a profile.</summary>
internal sealed class CompareCommand(CliServices services)
{
    private readonly Argument<string> workload = new("workload") { Description = "id of a workload, as \"list workloads\" prints them, or one C# file with benchmarks" };
    private readonly Argument<string?> baseline = Optional("baseline", "variant that ratios divide by; may be left out where the workload marks its own");
    private readonly Argument<string?> candidate = Optional("candidate", "variant that is judged; all others where both are left out");

    private readonly Option<string?> baselineSide = new("--baseline")
    {
        Description = "what the baseline is started with, such as commit=main, runtime=net9.0, gc.server=true, env.NAME=VALUE, package=NAME=VERSION; several with commas",
        HelpName = "SIDE",
    };

    private readonly Option<string[]> candidateSides = new("--candidate")
    {
        Description = "the same for a candidate; may be given again",
        HelpName = "SIDE",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<string> load = new("--load")
    {
        Description = "how operations are driven",
        HelpName = "LOAD",
        DefaultValueFactory = _ => "sequential",
    };

    private readonly Option<string> pressure = new("--pressure")
    {
        Description = "what else the heap holds and does",
        HelpName = "PRESSURE",
        DefaultValueFactory = _ => "calm",
    };

    private readonly Option<string[]> parameter = new("--parameter")
    {
        Description = "value of a workload's parameter; may be given again",
        HelpName = "NAME=VALUE",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<string[]> runtime = new("--runtime")
    {
        Description = "a runtime to measure on, such as net8.0; may be given again (default: the one of this program, by the plain build)",
        HelpName = "NAME",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<string?> compiler = new("--compiler")
    {
        Description = "how the measured process was compiled: default, or runtime-async on net10.0",
        HelpName = "NAME",
    };

    /// <summary>The command as the parser knows it.</summary>
    public Command Create(StyleOptions style)
    {
        var (output, force, budget, export) = (RunCommand.OutputOption(), RunCommand.ForceOption(), RunCommand.TimeBudgetOption(), RunCommand.ExportOption());
        var planning = new PlanningOptions();
        var command = new ExampleCommand(
            "compare",
            "Compare two variants of a workload, without a profile.",
            "compare call-chain await-task await-value-task",
            "compare call-chain direct-task direct-value-task --load parallelFor --pressure old-heap",
            "compare call-chain await-task await-value-task --parameter result=decimal --pairs 12",
            "compare call-chain await-task await-value-task --runtime net8.0 --runtime net10.0",
            "compare call-chain await-task --baseline runtime=net8.0 --candidate runtime=net10.0",
            "compare Orders --project bench/My.csproj --baseline commit=main --candidate commit=HEAD",
            "compare bench.cs OldWay NewWay",
            "compare MyBenchmarks OldWay NewWay --plugin bin/Release/net10.0/MyBenchmarks.dll")
        {
            workload, baseline, candidate, baselineSide, candidateSides, load, pressure, parameter, runtime, compiler, output, force, budget, export,
        };
        planning.AddTo(command);
        command.SetAction(async (parsed, cancellation) =>
        {
            var request = planning.Request(parsed, new RunSubject.Pair(Question(parsed)), parsed.GetValue(output), style.Of(parsed));
            if (parsed.GetRequiredValue(workload) is var file && ProfileSource.IsFile(file)) request = request with { Plugins = (request.Plugins ?? PluginRequest.None).With(file) };
            return (int)await new RunCommand(services).ExecuteAsync(request with { Forced = parsed.GetValue(force), TimeBudget = parsed.GetValue(budget), Exports = parsed.GetRequiredValue(export) }, cancellation);
        });
        return command;
    }

    private PairQuestion Question(ParseResult parsed)
    {
        var (first, second) = (parsed.GetValue(baseline), parsed.GetValue(candidate));
        return new PairQuestion(
            parsed.GetRequiredValue(workload),
            // Of one name alone it is the candidate's.
            second is null ? null : first,
            second ?? first,
            parsed.GetRequiredValue(load),
            parsed.GetRequiredValue(pressure),
            parsed.GetValue(parameter) ?? [],
            parsed.GetValue(runtime),
            parsed.GetValue(compiler),
            parsed.GetValue(baselineSide),
            parsed.GetValue(candidateSides));
    }

    private static Argument<string?> Optional(string name, string description) => new(name) { Description = description, Arity = ArgumentArity.ZeroOrOne };
}
