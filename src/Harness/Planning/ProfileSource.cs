using System.Globalization;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Harness.Planning;

/// <summary>A comparison that is asked for without a profile.</summary>
/// <param name="Workload">Id of the workload, or path of the one C# file that holds it.</param>
/// <param name="Baseline">Id of the variant that ratios divide by; null for the one that the workload marks.</param>
/// <param name="Candidate">Id of the variant that is judged; null for all others.</param>
/// <param name="Loads">Slugs of loads: <c>sequential</c>, <c>parallelFor</c>, <c>parallelFor-4</c>, <c>closedLoop-64</c>, <c>wave-64</c>, <c>openLoop-1000</c>.</param>
/// <param name="Pressures">Names of pressure presets; empty for none that is asked for.</param>
/// <param name="Parameters">Each <c>name=value</c>.</param>
/// <param name="Runtimes">Names of runtimes; null for the plain build.</param>
/// <param name="Compiler">How the measured process was compiled; null for the usual way.</param>
/// <param name="BaselineSide">Settings of the baseline alone: <c>commit=main,gc.server=true</c>; null for nothing.</param>
/// <param name="CandidateSides">Settings of each candidate; null for none.</param>
/// <param name="Map">The axes of a map that options name; null when no map is asked for.</param>
internal sealed record PairQuestion(
    string Workload,
    string? Baseline,
    string? Candidate,
    IReadOnlyList<string> Loads,
    IReadOnlyList<string> Pressures,
    IReadOnlyList<string> Parameters,
    IReadOnlyList<string>? Runtimes = null,
    string? Compiler = null,
    string? BaselineSide = null,
    IReadOnlyList<string>? CandidateSides = null,
    IReadOnlyList<AxisArgument>? Map = null)
{
    /// <summary>Whether a side has its own settings, or an axis needs them.</summary>
    public bool HasSides => BaselineSide is not null || CandidateSides is { Count: > 0 } || Map?.Any(axis => axis.IsOfSides) == true;

    /// <summary>The error when a parameter has no value, or a side sets something twice, to nothing or against an axis; null when all is well.</summary>
    public ProfileError? Mistake => Unset() ?? new[] { (Option: "--baseline", Side: BaselineSide ?? "") }.Concat((CandidateSides ?? []).Select(side => (Option: "--candidate", Side: side)))
        .SelectMany(entry => SideArgument.Mistakes(entry.Side).Concat(AgainstAxes(entry.Side)).Select(mistake => new ProfileError(new Place(entry.Option), mistake)))
        .FirstOrDefault();

    private IEnumerable<string> AgainstAxes(string side) =>
        from axis in Map ?? []
        where axis.IsOfSides && axis.Values.Any(value => SideArgument.Names($"{axis.Name}={value}").Intersect(SideArgument.Names(side), StringComparer.Ordinal).Any())
        select $"{Printable.Quote(axis.Name)} is set here and varied by {axis.Option} {Printable.Text(axis.Name)}: leave out one of them";

    private ProfileError? Unset() => Parameters.FirstOrDefault(parameter => parameter.IndexOf('=', StringComparison.Ordinal) <= 0) is { } unset
        ? new ProfileError(new Place("--parameter"), $"{Printable.Quote(unset)} is not a name with a value: write NAME=VALUE")
        : null;
}

/// <summary>
/// Makes the profile of a question: a comparison for each load, pressure and set of parameter values. It has one look of 8 pairs of 12 slices, so that the answer
/// to one comes within a minute. Of several, a win or a loss that not every pair shows is confirmed by fresh pairs. Cells of a map may end at three looks, and one of them is traced.
/// </summary>
internal static class ProfileSource
{
    /// <summary>Measured slices of each side of a pair: with a dozen, slices scatter less than processes differ (docs/evidence/adr/0015).</summary>
    public const int Slices = 12;

    /// <summary>The one look of a question.</summary>
    public const int Pairs = 8;

    /// <summary>The looks of a map. Seven is the fewest pairs for three looks. Comparisons still open then get the time of those that are decided.</summary>
    public static IReadOnlyList<int> MapLooks { get; } = [7, 12, 24];

    /// <summary>The profile, or what is wrong with the question; every error names the argument it is about.</summary>
    /// <param name="question">The question.</param>
    /// <param name="catalogue">What can be measured; null while it is not built yet.</param>
    /// <param name="overrides">Settings that replace those of the profile.</param>
    public static ProfileReading Compare(PairQuestion question, Catalogue? catalogue, params IReadOnlyList<Override> overrides)
    {
        if (question.Mistake is { } mistake) return new ProfileReading(null, [mistake]);
        if (catalogue is null || !IsFile(question.Workload)) return ProfileReader.Read(Tree(question, catalogue), catalogue, overrides);
        return OfFile(question, catalogue) is [var only]
            ? ProfileReader.Read(Tree(question with { Workload = only.Id }, catalogue), catalogue, overrides)
            : new ProfileReading(null, [new ProfileError(new Place("<workload>"), Unclear(question, catalogue))]);
    }

    /// <summary>Whether a workload is named by the C# file that holds it.</summary>
    public static bool IsFile(string workload) => workload.EndsWith(".cs", StringComparison.OrdinalIgnoreCase);

    // Of several classes, those with the named variants, if there are any.
    private static List<WorkloadDescription> OfFile(PairQuestion question, Catalogue catalogue)
    {
        string[] named = [.. new[] { question.Baseline, question.Candidate }.OfType<string>()];
        var all = catalogue.Workloads.Where(workload => workload.Plugin is not null).ToList();
        var having = all.Where(workload => named.All(name => Spelling.Variant(name, workload) is not null)).ToList();
        return having.Count > 0 ? having : all;
    }

    private static string Unclear(PairQuestion question, Catalogue catalogue) => OfFile(question, catalogue) is { Count: > 1 } several
        ? $"{Printable.Quote(question.Workload)} holds {string.Join(", ", several.Select(workload => Printable.Text(workload.Id)))}: name one of them, and the file with --project"
        : $"{Printable.Quote(question.Workload)} has nothing to compare: add a public class with two or more public methods that have the attribute [Benchmark]";

    // A JSON tree, so that the reader of profiles checks it and each error names its argument.
    private static JsonTree.Object Tree(PairQuestion question, Catalogue? catalogue)
    {
        var name = question.Map is null ? "compare" : "map";
        JsonTree looks = question.Map is null ? Number(Pairs) : List("map", [.. MapLooks.Select(Number)]);
        return Object(
            name,
            [
                ("schemaVersion", Number("1")),
                ("name", Text(name, name)),
                ("measure", Object(name, [("slices", Number(Slices)), ("looks", looks), .. question.Map is null ? Member("confirm", new JsonTree.Flag(new Place(name), true)) : []])),
                .. question.Map is null ? [] : Member("traces", Text(name, "one")),
                ("experiments", List(name, [.. Experiments(question).Select(entry => Experiment(entry.Name, entry.Sides, question, catalogue))])),
            ]);
    }

    private static JsonTree.Object Experiment(string name, (string, JsonTree)[] sides, PairQuestion question, Catalogue? catalogue)
    {
        var gc = catalogue is null ? null : ProjectSettings.Entry(catalogue, Spelling.Workload(question.Workload, catalogue.Workloads), new Place("compare"));
        JsonTree[] settings = question.Map?.FirstOrDefault(axis => axis.IsGc) is { } varied ? [.. varied.GcEntries(gc)] : gc is null ? [] : [gc];
        var runtimes = Values(question.Map, "runtime", "--runtime", question.Runtimes ?? []);
        // Loads and pressures of a map that no axis names are its own.
        var usual = question.Map is null ? null : "map";
        var pressures = Values(question.Map, "pressure", usual ?? "--pressure", question.Pressures);
        return Object(
            name,
            [
                ("name", Text(name, name)),
                ("workload", Text("<workload>", question.Workload)),
                ("parameters", Parameters(question)),
                .. sides,
                ("loads", List("--load", [.. Values(question.Map, "load", usual ?? "--load", question.Loads).Select(load => Load(load.Option, load.Value))])),
                .. pressures.Count == 0 ? [] : Member("pressures", Texts("--pressure", pressures)),
                .. settings.Length == 0 ? [] : Member("gcSettings", List(name, settings)),
                .. runtimes.Count == 0 ? [] : Member("runtimes", Texts("--runtime", runtimes)),
                .. question.Compiler is { } compiler ? Member("compiler", Text("--compiler", compiler)) : [],
            ]);
    }

    // An axis replaces the list of the same setting.
    private static IReadOnlyList<(string Option, string Value)> Values(IReadOnlyList<AxisArgument>? axes, string name, string option, IReadOnlyList<string> given) =>
        axes?.FirstOrDefault(axis => axis.Name == name) is { } axis ? [.. axis.Values.Select(value => (axis.Option, value))] : [.. given.Select(value => (option, value))];

    private static JsonTree.List Texts(string source, IReadOnlyList<(string Option, string Value)> values) =>
        List(values is [var first, ..] ? first.Option : source, [.. values.Select(value => Text(value.Option, value.Value))]);

    // One experiment, or one for each value of an axis that sides set.
    private static IEnumerable<(string Name, (string, JsonTree)[] Sides)> Experiments(PairQuestion question)
    {
        if (question.Map?.FirstOrDefault(axis => axis.IsOfSides) is not { } axis) return [(question.Map is null ? "compare" : "map", Sides(question, also: null))];
        return axis.Values.Select((value, index) => (string.Create(CultureInfo.InvariantCulture, $"map-{index + 1}{axis.Slug(value)}"), Sides(question, $"{axis.Name}={value}")));
    }

    private static (string, JsonTree)[] Sides(PairQuestion question, string? also)
    {
        if (!question.HasSides)
        {
            return
            [
                .. question.Baseline is { } variant ? Member("baseline", Text("<baseline>", variant)) : [],
                .. question.Candidate is { } other ? Member("candidates", List("<candidate>", Text("<candidate>", other))) : [],
            ];
        }

        // With one variant, both sides measure it.
        var (divisor, judged) = (question.Baseline ?? question.Candidate, question.Candidate);
        IEnumerable<string> candidates = question.CandidateSides is { Count: > 0 } given ? given : [""];
        return
        [
            .. Both(question.BaselineSide, also) is { } written ? Member("baseline", SideArgument.Tree(question.BaselineSide is null ? "--axis" : "--baseline", written, divisor))
                : divisor is { } baseline ? Member("baseline", Text("<baseline>", baseline)) : [],
            ("candidates", List("--candidate", [.. candidates.Select(side => SideArgument.Tree(side.Length == 0 && also is not null ? "--axis" : "--candidate", Both(side, also) ?? "", judged))])),
        ];
    }

    private static string? Both(string? side, string? also) => also is null ? side : string.IsNullOrEmpty(side) ? also : $"{side},{also}";

    /// <summary>What the sides of a question are built from.</summary>
    public static SideSources Sources(PairQuestion question)
    {
        var experiments = Experiments(question).Select(entry => Object("compare", entry.Sides));
        var sources = SideSources.Of(Object("compare", ("experiments", List("compare", [.. experiments]))));
        var runtimes = Values(question.Map, "runtime", "--runtime", question.Runtimes ?? []).Select(runtime => runtime.Value);
        return sources with { Framework = SideSources.Oldest(runtimes.Concat(new[] { sources.Framework }.OfType<string>())) };
    }

    private static JsonTree.Object Parameters(PairQuestion question)
    {
        var given = question.Parameters.Select(parameter => parameter.Split('=', 2)).Select(split => (Name: split[0], Value: split[1], Option: "--parameter"));
        var varied = (question.Map ?? []).Where(axis => axis.Parameter is not null).SelectMany(axis => axis.Values.Select(value => (Name: axis.Parameter!, Value: value, axis.Option)));
        return Object("--parameter", [.. given.Concat(varied).GroupBy(value => value.Name, StringComparer.Ordinal).Select(group =>
            (group.Key, (JsonTree)List(group.First().Option, [.. group.Select(value => Text(value.Option, value.Value))])))]);
    }

    private static JsonTree Load(string option, string slug) => slug.Split('-', 2) is [var kind, var count]
        ? Object(option, ("kind", Text(option, kind)), (CountOf(kind), count.All(char.IsAsciiDigit) && count.Length > 0 ? Number(option, count) : Text(option, count)))
        : Text(option, slug);

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
