using System.CommandLine;
using System.CommandLine.Parsing;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Compare;

/// <summary>What names two sides without a profile: a workload, its variants, and what they are started with.</summary>
/// <param name="usual">What is compared where no workload is named; null where one must be named.</param>
internal sealed class PairArguments((string Workload, string Baseline, string Candidate)? usual = null)
{
    private readonly Argument<string?> workload = new("workload")
    {
        Description = "id of a workload, as \"list workloads\" prints them, or one C# file with benchmarks",
        Arity = usual is null ? ArgumentArity.ExactlyOne : ArgumentArity.ZeroOrOne,
    };

    private readonly Argument<string?> baseline = Optional("baseline", "variant that ratios divide by; optional when the workload marks one");
    private readonly Argument<string?> candidate = Optional("candidate", "variant that is judged; without both names, every variant except the baseline");

    private readonly Option<string?> baselineSide = new("--baseline")
    {
        Description = "what only the baseline is started with, such as commit=main, runtime=net9.0, gc.server=true, env.NAME=VALUE, package=NAME=VERSION; separate several with commas",
        HelpName = "SIDE",
    };

    private readonly Option<string[]> candidateSides =
        CheckedOption.Texts("--candidate", "the same for a candidate; may be given again", "SIDE");

    private readonly Option<string[]> parameter =
        CheckedOption.Texts("--parameter", "value of a workload's parameter; may be given again", "NAME=VALUE");

    private readonly Option<string[]> runtime =
        CheckedOption.Texts("--runtime", "a runtime to measure on, such as net8.0; may be given again (default: the runtime of this program)", "NAME");

    private readonly Option<string?> compiler = new("--compiler")
    {
        Description = "how the measured process was compiled: default, or runtime-async on net10.0 or newer",
        HelpName = "NAME",
    };

    public void AddTo(Command command)
    {
        foreach (var argument in new Argument[] { workload, baseline, candidate }) command.Arguments.Add(argument);
        foreach (var option in new Option[] { baselineSide, candidateSides, parameter, runtime, compiler }) command.Options.Add(option);
        command.Validators.Add(result =>
        {
            foreach (var (option, name) in Unused(result))
                result.AddError($"{option}: variant= of the side replaces {Printable.Quote(name)}: leave out one of them");
            if (result.GetResult(workload)?.Tokens is [{ Value: var typed }] && IsPath(typed) && GivenPath.Told(typed) is { } other) result.AddError(other);
        });
    }

    /// <summary>Whether a workload was named.</summary>
    public bool NamesWorkload(ParseResult parsed) => parsed.GetValue(workload) is not null;

    /// <summary>What was asked, under these loads and pressures.</summary>
    public PairQuestion Question(ParseResult parsed, IReadOnlyList<string> loads, IReadOnlyList<string> pressures)
    {
        var (first, second) = (parsed.GetValue(baseline), parsed.GetValue(candidate));
        if (!NamesWorkload(parsed)) (first, second) = (usual?.Baseline, usual?.Candidate);
        return new PairQuestion(
            parsed.GetValue(workload) ?? usual!.Value.Workload,
            // A single name is the candidate's.
            second is null ? null : first,
            second ?? first,
            loads,
            pressures,
            parsed.GetValue(parameter) ?? [],
            parsed.GetValue(runtime),
            parsed.GetValue(compiler),
            parsed.GetValue(baselineSide),
            parsed.GetValue(candidateSides));
    }

    // A workload may be called like a folder. One C# file is a workload.
    private static bool IsPath(string typed) => typed.AsSpan().ContainsAny('.', '/', '\\') && !ProfileSource.IsFile(typed);

    // Names of variants that no side is left to take. A single name is that of each side which names none.
    private IEnumerable<(string Option, string Name)> Unused(CommandResult result)
    {
        string[] names = [.. new[] { baseline, candidate }.SelectMany(argument => result.GetResult(argument)?.Tokens ?? []).Select(token => token.Value)];
        var (first, others) = (NamesVariant(result.GetResult(baselineSide)), NamesVariant(result.GetResult(candidateSides)));
        if (names.Length == 2 && first) yield return (baselineSide.Name, names[0]);
        if (names.Length == 2 ? others : names.Length == 1 && first && others) yield return (candidateSides.Name, names[^1]);
    }

    private static bool NamesVariant(OptionResult? sides) =>
        sides is { Implicit: false, Tokens.Count: > 0 } && sides.Tokens.All(side => SideArgument.Names(side.Value).Contains("variant", StringComparer.Ordinal));

    private static Argument<string?> Optional(string name, string description) => new(name) { Description = description, Arity = ArgumentArity.ZeroOrOne };
}
