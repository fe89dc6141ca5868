using System.Globalization;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Harness.Planning;

/// <summary>What a user asked to compare without a profile.</summary>
/// <param name="Workload">Id of the workload, or path of the one C# file that holds it.</param>
/// <param name="Baseline">Id of the variant that ratios divide by; null for the one that the workload marks.</param>
/// <param name="Candidate">Id of the variant that is judged; null for all others.</param>
/// <param name="Load">A load's slug: <c>sequential</c>, <c>parallelFor</c>, <c>parallelFor-4</c>, <c>closedLoop-64</c>, <c>wave-64</c>, <c>openLoop-1000</c>.</param>
/// <param name="Pressure">Name of a pressure preset.</param>
/// <param name="Parameters">Each <c>name=value</c>.</param>
/// <param name="Runtimes">Names of runtimes; null for the plain build.</param>
/// <param name="Compiler">How the measured process was compiled; null for the usual way.</param>
/// <param name="BaselineSide">What the baseline is started with that is not the same for all sides: <c>commit=main,gc.server=true</c>; null for nothing.</param>
/// <param name="CandidateSides">The same for each candidate; null for none.</param>
internal sealed record PairQuestion(
    string Workload,
    string? Baseline,
    string? Candidate,
    string Load,
    string Pressure,
    IReadOnlyList<string> Parameters,
    IReadOnlyList<string>? Runtimes = null,
    string? Compiler = null,
    string? BaselineSide = null,
    IReadOnlyList<string>? CandidateSides = null)
{
    /// <summary>Whether sides may differ in more than the variant.</summary>
    public bool HasSides => BaselineSide is not null || CandidateSides is { Count: > 0 };

    /// <summary>What is wrong where a side says something twice; null where none does.</summary>
    public ProfileError? SaidTwice => new[] { ("--baseline", Side: BaselineSide ?? "") }.Concat((CandidateSides ?? []).Select(side => ("--candidate", Side: side)))
        .SelectMany(entry => SideArgument.Names(entry.Side).GroupBy(name => name, StringComparer.Ordinal).Where(same => same.Skip(1).Any()).Select(same => new ProfileError(new Place(entry.Item1), $"{Printable.Quote(same.Key)} is said twice")))
        .FirstOrDefault();
}

/// <summary>Makes the profile of a question: one comparison for each set of parameter values, one look of 8 pairs of 12 slices, so that the answer comes within a minute.</summary>
internal static class ProfileSource
{
    /// <summary>Measured slices of each side of a pair: a dozen leave less open than processes differ by (docs/adr/0015).</summary>
    public const int Slices = 12;

    private const int Pairs = 8;

    /// <summary>The profile, or what is wrong with the question; every error names the argument it is about.</summary>
    public static ProfileReading Compare(PairQuestion question, Catalogue catalogue, params IReadOnlyList<Override> overrides)
    {
        if (question.SaidTwice is { } twice) return new ProfileReading(null, [twice]);
        if (!IsFile(question.Workload)) return ProfileReader.Read(Tree(question, catalogue), catalogue, overrides);
        return OfFile(question, catalogue) is [var only]
            ? ProfileReader.Read(Tree(question with { Workload = only.Id }, catalogue), catalogue, overrides)
            : new ProfileReading(null, [new ProfileError(new Place("<workload>"), Unclear(question, catalogue))]);
    }

    /// <summary>Whether a workload is named by the C# file that holds it.</summary>
    public static bool IsFile(string workload) => workload.EndsWith(".cs", StringComparison.OrdinalIgnoreCase);

    // Of several classes those with the named variants, where there are any.
    private static List<WorkloadDescription> OfFile(PairQuestion question, Catalogue catalogue)
    {
        string[] named = [.. new[] { question.Baseline, question.Candidate }.OfType<string>()];
        var all = catalogue.Workloads.Where(workload => workload.Plugin is not null).ToList();
        var having = all.Where(workload => named.All(name => Spelling.Find(name, [.. workload.Variants.Select(variant => variant.Id)]) is not null)).ToList();
        return having.Count > 0 ? having : all;
    }

    private static string Unclear(PairQuestion question, Catalogue catalogue) => OfFile(question, catalogue) is { Count: > 1 } several
        ? $"{Printable.Quote(question.Workload)} holds {string.Join(", ", several.Select(workload => Printable.Text(workload.Id)))}: name one of them, and the file by --project"
        : $"{Printable.Quote(question.Workload)} holds nothing that can be compared: it takes a public class with two or more public methods that have the attribute [Benchmark]";

    // Built as a tree, so that the one reader of profiles judges it and each complaint names the argument.
    private static JsonTree.Object Tree(PairQuestion question, Catalogue catalogue)
    {
        var gc = ProjectSettings.Entry(catalogue, Spelling.Workload(question.Workload, catalogue.Workloads), new Place("compare"));
        var measure = Object("compare", ("slices", Number(Slices)), ("looks", Number(Pairs)));
        var experiment = Object(
            "compare",
            [
                ("name", Text("compare", "compare")),
                ("workload", Text("<workload>", question.Workload)),
                ("parameters", Parameters(question.Parameters)),
                .. Sides(question),
                ("loads", List("--load", Load(question.Load))),
                ("pressures", List("--pressure", Text("--pressure", question.Pressure))),
                .. gc is null ? [] : Member("gcSettings", List("compare", gc)),
                .. question.Runtimes is { Count: > 0 } runtimes ? Member("runtimes", List("--runtime", [.. runtimes.Select(name => Text("--runtime", name))])) : [],
                .. question.Compiler is { } compiler ? Member("compiler", Text("--compiler", compiler)) : [],
            ]);
        return Object(
            "compare",
            ("schemaVersion", Number("1")),
            ("name", Text("compare", "compare")),
            ("measure", measure),
            ("experiments", List("compare", experiment)));
    }

    private static (string, JsonTree)[] Sides(PairQuestion question)
    {
        if (!question.HasSides)
        {
            return
            [
                .. question.Baseline is { } variant ? Member("baseline", Text("<baseline>", variant)) : [],
                .. question.Candidate is { } other ? Member("candidates", List("<candidate>", Text("<candidate>", other))) : [],
            ];
        }

        // Of one variant alone both sides measure it.
        var (divisor, judged) = (question.Baseline ?? question.Candidate, question.Candidate);
        IEnumerable<string> candidates = question.CandidateSides is { Count: > 0 } given ? given : [""];
        return
        [
            .. question.BaselineSide is { } written ? Member("baseline", SideArgument.Tree("--baseline", written, divisor))
                : divisor is { } baseline ? Member("baseline", Text("<baseline>", baseline)) : [],
            ("candidates", List("--candidate", [.. candidates.Select(side => SideArgument.Tree("--candidate", side, judged))])),
        ];
    }

    /// <summary>What the sides of a question are built from.</summary>
    public static SideSources Sources(PairQuestion question)
    {
        var sides = Sides(question);
        var experiment = Object("compare", sides);
        return SideSources.Of(Object("compare", ("experiments", List("compare", experiment))));
    }

    private static JsonTree.Object Parameters(IReadOnlyList<string> parameters)
    {
        var values = parameters
            .Select(parameter => parameter.Split('=', 2))
            .GroupBy(split => split[0], split => split.ElementAtOrDefault(1) ?? "", StringComparer.Ordinal);
        return Object("--parameter", [.. values.Select(group =>
            (group.Key, (JsonTree)List("--parameter", [.. group.Select(value => Text("--parameter", value))])))]);
    }

    private static JsonTree Load(string slug) => slug.Split('-', 2) is [var kind, var count]
        ? Object("--load", ("kind", Text("--load", kind)), (CountOf(kind), count.All(char.IsAsciiDigit) && count.Length > 0 ? Number("--load", count) : Text("--load", count)))
        : Text("--load", slug);

    // The member that a load's slug states after its kind.
    private static string CountOf(string kind) =>
        LoadFormat.Kinds.All.Where(known => known.Word == kind).SelectMany(known => known.Members).FirstOrDefault(member => member.IsSetting)?.Name ?? "degree";

    private static (string, JsonTree)[] Member(string name, JsonTree value) => [(name, value)];

    private static JsonTree.Object Object(string source, params (string Name, JsonTree Value)[] members) =>
        new(new Place(source), [.. members.Select(member => new JsonMember(member.Name, member.Value.At, member.Value))]);

    private static JsonTree.List List(string source, params JsonTree[] items) => new(new Place(source), items);

    private static JsonTree.Text Text(string source, string value) => new(new Place(source), value);

    private static JsonTree.Number Number(int value) => Number(value.ToString(CultureInfo.InvariantCulture));

    private static JsonTree.Number Number(string written) => Number("compare", written);

    private static JsonTree.Number Number(string source, string written) => new(new Place(source), written);
}
