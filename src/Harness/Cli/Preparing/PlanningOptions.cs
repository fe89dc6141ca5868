using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>The options of every command that plans.</summary>
internal sealed class PlanningOptions
{
    // More than a machine has cores.
    private const int MostJobs = 10_000;

    private readonly PluginOptions plugins = new();
    private readonly Option<int?> seed = CheckedOption.Number("--seed", "seed of the order of comparisons and sides (default: the profile's; compare and map: 1)", 0, int.MaxValue);
    private readonly Option<int?> pairs = CheckedOption.Number("--pairs", $"judge once, after this many pairs (default: the profile's looks; compare: {ProfileSource.Pairs}; map: {string.Join(", ", ProfileSource.MapLooks)})", Looks.FewestPairs(1), Looks.MostPairs);
    private readonly Option<string[]> only = OnlyOption();
    private readonly Option<string[]> category = CheckedOption.Texts("--category", "only comparisons of methods with this [BenchmarkCategory]; may be given again", "NAME");
    private readonly Option<bool> noGate = new("--no-gate") { Description = "measure without judging gates" };

    private readonly Option<IReadOnlyList<GateSettings>> gate = CheckedOption.Read(
        "--gate",
        "a condition that fails a build, in addition to those of the profile, such as \"bytes<=0\", \"ratio<=1.05\" or \"bytes of NAME<=+5%\"; \"list metrics\" prints what can be gated; may be given again",
        "METRIC<=VALUE",
        text =>
        {
            var read = GateArgument.Parse(text);
            return (read.Gate, read.Problem);
        });

    private readonly Option<(int Index, int Count)?> shard = ShardOption.Create();
    private readonly Option<bool> cpuSamples = new("--cpu-samples") { Description = "sample processors in traced runs, for PerfView's Thread Time view and dotnet-trace" };

    private readonly Option<bool> inTurn = new("--in-turn") { Description = "measure the sides of a pair one after the other, for set-ups that need a port, file or database alone; intervals get wider" };

    private readonly Option<Jobs?> jobs = new("--jobs")
    {
        Description = "measure this many pairs at once, each on two physical cores (default 1); auto: as many as do not share a cache",
        HelpName = "N|auto",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (text == "auto") return new Jobs(null);
            if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count is >= 1 and <= MostJobs) return new Jobs(count);
            result.AddError(string.Create(CultureInfo.InvariantCulture, $"--jobs takes auto or a whole number from 1 to {MostJobs:N0}, not {Printable.Quote(text)}"));
            return null;
        },
    };

    private readonly Option<TraceSelection?> traces = CheckedOption.Word(
        "--traces",
        "cells that get a traced run: both sides of all comparisons, of the first, or none (default: those of the profile; map: one)",
        ProfileReader.TraceSelections);

    private readonly Option<IReadOnlyList<Override>> set = CheckedOption.Read<Override>(
        "--set",
        "replace a setting of the profile, as \"list settings\" prints them; may be given again",
        "PATH=VALUE",
        text => Override.Parse(text) is { } read ? (read, null) : (null, $"--set takes PATH=VALUE, such as measure.slices=30, not {Printable.Quote(text)}"));

    private readonly Option<string?> dotnetRoot = RootOption();

    /// <summary>The option that chooses comparisons by their ids and names.</summary>
    public static Option<string[]> OnlyOption() => CheckedOption.Texts(
        "--only", "only comparisons whose id, method or workload matches, such as Sum, \"S*\", Orders.Sum or \"*old-heap*\"; may be given again (default: all)", "GLOB");

    /// <summary>The option that names a folder with runtimes, as a full path.</summary>
    public static Option<string?> RootOption() => new("--dotnet-root")
    {
        Description = "a folder with the layout of a .NET installation; its runtimes are used before the installed ones",
        HelpName = "DIR",
        CustomParser = result => Path.GetFullPath(result.Tokens[0].Value),
    };

    /// <summary>Whether the command line names a plug-in.</summary>
    public bool NamesPlugins(ParseResult parsed) => plugins.Request(parsed) is { } asked && (asked.Files.Count > 0 || asked.Projects.Count > 0);

    public void AddTo(Command command)
    {
        foreach (var option in new Option[] { only, category, pairs, seed, set, traces, cpuSamples, inTurn, gate, noGate, shard, jobs, dotnetRoot }) command.Options.Add(option);
        plugins.AddTo(command);
        command.Validators.Add(result =>
        {
            if (result.GetResult(noGate) is { Implicit: false } && result.GetResult(gate) is { Implicit: false }) result.AddError("--no-gate judges no gate: leave out --gate");
            foreach (var (option, path) in SetTwice(result)) result.AddError($"{option.Name} and --set {path} set the same: leave out one of them");
            if (result.GetResult(cpuSamples) is { Implicit: false } && result.GetResult(traces) is { Tokens: [{ Value: "none" }] })
                result.AddError("--cpu-samples is for traced runs, and --traces none asks for none: leave out one of them");
        });
    }

    // Options that stand for a setting of the profile.
    private IEnumerable<(Option Option, string Path)> SetTwice(CommandResult result)
    {
        (Option Option, string Path)[] standing = [(seed, "seed"), (pairs, "measure.looks"), (traces, "traces"), (cpuSamples, "cpuSamples"), (inTurn, "measure.inTurn")];
        string[] paths = [.. (result.GetResult(set)?.Tokens ?? []).Select(token => Override.Parse(token.Value)?.Path).OfType<string>()];
        return standing.Where(entry => result.GetResult(entry.Option) is { Implicit: false } && paths.Contains(entry.Path));
    }

    /// <summary>The request without a profile; when the workload is one C# file, the file is among the plug-ins.</summary>
    public RunRequest Request(ParseResult parsed, PairQuestion asked, string? output, OutputStyle style)
    {
        var request = Request(parsed, new RunSubject.Pair(asked), output, style);
        return ProfileSource.IsFile(asked.Workload) ? request with { Plugins = (request.Plugins ?? PluginRequest.None).With(asked.Workload) } : request;
    }

    /// <summary>The request.</summary>
    public RunRequest Request(ParseResult parsed, RunSubject subject, string? output, OutputStyle style)
    {
        var options = new PlanOptions(
            parsed.GetValue(seed),
            parsed.GetValue(only),
            parsed.GetValue(pairs),
            parsed.GetValue(traces),
            Gated: !parsed.GetValue(noGate),
            parsed.GetValue(shard),
            parsed.GetValue(cpuSamples),
            parsed.GetValue(inTurn),
            Categories: parsed.GetValue(category));
        return new RunRequest(subject, parsed.GetValue(set) ?? [], options, output, style, Plugins: plugins.Request(parsed), DotnetRoot: parsed.GetValue(dotnetRoot), Jobs: parsed.GetValue(jobs), Gates: parsed.GetValue(gate));
    }
}

/// <summary>The option of every command that can measure a share of its comparisons.</summary>
internal static class ShardOption
{
    // More machines than there will be.
    private const int MostShards = 10_000;

    /// <summary>The option as the parser knows it; null when it is left out.</summary>
    public static Option<(int Index, int Count)?> Create() => new("--shard")
    {
        Description = "measure shard I of N of the comparisons, one shard on each machine; \"merge\" joins the run folders",
        HelpName = "I/N",
        CustomParser = result =>
        {
            if (result.Tokens[0].Value.Split('/') is [var first, var second] && int.TryParse(first, NumberStyles.None, CultureInfo.InvariantCulture, out var index)
                && int.TryParse(second, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && index >= 1 && index <= count && count <= MostShards) return (index, count);
            result.AddError(string.Create(CultureInfo.InvariantCulture, $"--shard takes I/N with I from 1 to N and N up to {MostShards:N0}, such as 2/3, not {Printable.Quote(result.Tokens[0].Value)}"));
            return null;
        },
    };
}
