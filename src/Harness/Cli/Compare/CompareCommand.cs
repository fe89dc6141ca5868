using System.CommandLine;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Cli.Run;

namespace AsyncLoad.Harness.Cli.Compare;

/// <summary><c>compare &lt;workload&gt; &lt;baseline&gt; &lt;candidate&gt;</c>: the quickest way to an answer, without a profile.</summary>
internal sealed class CompareCommand(CliServices services)
{
    private readonly PairArguments pair = new();

    private readonly Option<string[]> load = CheckedOption.Texts("--load", "how operations are driven; may be given again", "LOAD", "sequential");
    private readonly Option<string[]> pressure = CheckedOption.Texts("--pressure", "what other code does to the heap; may be given again", "PRESSURE", "calm");

    public Command Create(StyleOptions style)
    {
        var (output, force, budget, export, store) = (RunCommand.OutputOption(), RunCommand.ForceOption(), RunCommand.TimeBudgetOption(), RunCommand.ExportOption(), RunCommand.StoreOption());
        var planning = new PlanningOptions();
        var command = new ExampleCommand(
            "compare",
            "Compare two variants of a workload, without a profile.",
            "compare call-chain await-task await-value-task",
            "compare call-chain direct-task direct-value-task --load sequential --load parallelFor --pressure old-heap",
            "compare call-chain await-task await-value-task --parameter result=decimal --pairs 12",
            "compare call-chain await-task await-value-task --runtime net8.0 --runtime net10.0",
            "compare call-chain await-task --baseline runtime=net8.0 --candidate runtime=net10.0",
            "compare Orders --project bench/My.csproj --baseline commit=main --candidate commit=HEAD",
            "compare bench.cs OldWay NewWay",
            "compare MyBenchmarks OldWay NewWay --plugin bin/Release/net10.0/MyBenchmarks.dll");
        pair.AddTo(command);
        foreach (var option in new Option[] { load, pressure, output, force, budget, export, store }) command.Options.Add(option);
        planning.AddTo(command);
        command.SetAction(async (parsed, cancellation) =>
        {
            var asked = pair.Question(parsed, parsed.GetRequiredValue(load), parsed.GetResult(pressure) is { Implicit: false } ? parsed.GetRequiredValue(pressure) : []);
            var request = planning.Request(parsed, asked, parsed.GetValue(output), style.Of(parsed));
            return (int)await new RunCommand(services).ExecuteAsync(request with { Forced = parsed.GetValue(force), TimeBudget = parsed.GetValue(budget), Exports = parsed.GetRequiredValue(export), Store = parsed.GetValue(store) }, cancellation);
        });
        return command;
    }
}
