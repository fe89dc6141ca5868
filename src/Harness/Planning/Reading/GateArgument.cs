using System.Globalization;
using System.Text.RegularExpressions;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>A gate on the command line, <c>bytes&lt;=0</c>, <c>ratio of head&lt;=+5%</c>, read like a gate of a profile.</summary>
/// <param name="Gate">The gate; null with a problem.</param>
/// <param name="Problem">What is wrong with it, with an example; null when nothing is.</param>
internal sealed partial record GateArgument(GateSettings? Gate, string? Problem)
{
    // By the unit of a metric, from the smallest.
    private static readonly Dictionary<string, (string Written, decimal Factor)[]> Units = new(StringComparer.Ordinal)
    {
        ["B"] = [("B", 1), ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000)],
        ["ns"] = [("ns", 1), ("us", 1_000), ("µs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000)],
        ["0 to 1"] = [("%", 0.01m)],
    };

    /// <summary>Reads what was typed.</summary>
    public static GateArgument Parse(string written)
    {
        var match = Parts().Match(written);
        if (!match.Success) return Wrong(written, "a gate is METRIC<=VALUE, in quotes since shells read < and > themselves", "bytes<=0");
        var name = match.Groups["metric"].Value;
        if (Metric.Gated.FirstOrDefault(metric => metric.Name == name || metric.ShortName == name) is not { } metric)
            return Wrong(written, Suggestion.Unknown("gate metric", name, [.. Metric.Gated.SelectMany(known => new[] { known.ShortName, known.Name }.OfType<string>())]), "bytes<=0");
        if (match.Groups["sign"].Value is ("<" or ">") and var open) return Wrong(written, $"a gate includes its limit: write {open}=", Example(metric));
        return Limit(metric, match) is (var limited, var member, { } value)
            ? Read(written, limited, member, value, match.Groups["variant"])
            : Wrong(written, $"{Printable.Quote(match.Groups["value"].Value)} is not a limit for {Printable.Quote(metric.Name)}, which takes {Takes(metric)}", Example(metric));
    }

    /// <summary>Adds gates of the command line to the experiments that they are about.</summary>
    /// <param name="gates">The gates; one that names a variant is about experiments that have it.</param>
    /// <param name="reading">The profile, which keeps its own gates.</param>
    /// <param name="catalogue">What can be measured.</param>
    public static ProfileReading Add(IReadOnlyList<GateSettings> gates, ProfileReading reading, Catalogue catalogue)
    {
        if (reading.Profile is not { } profile || gates.Count == 0) return reading;
        var errors = new ProfileErrors();
        foreach (var gate in gates.Where(gate => !profile.Experiments.Any(experiment => For(experiment, gate, catalogue) is not null)))
            errors.Add(new Place("--gate"), Unmet(gate, profile.Experiments, catalogue));
        if (!errors.None) return new ProfileReading(null, errors.InOrder);
        return reading with
        {
            Profile = profile with
            {
                Experiments = [.. profile.Experiments.Select(experiment => experiment with { Gates = [.. experiment.Gates, .. gates.Select(gate => For(experiment, gate, catalogue)).OfType<GateSettings>()] })],
            },
        };
    }

    /// <summary>Gates that no planned comparison meets, as where <c>--only</c> leaves out what they name; one line each.</summary>
    public static IEnumerable<string> Idle(IReadOnlyList<GateSettings> gates, Plan plan, Profile profile, Catalogue catalogue)
    {
        var experiments = profile.Experiments.ToDictionary(experiment => experiment.Name, StringComparer.Ordinal);
        return from gate in gates
               where gate.Variant is not null && !plan.Comparisons.Any(comparison =>
                   experiments.TryGetValue(comparison.Experiment, out var experiment) && For(experiment, gate, catalogue) is { Variant: { } name } && Sides(comparison, gate).Any(side => side.IsCalled(name)))
               select $"no planned comparison has {Printable.Quote(gate.Variant!)}, so its gate on {Printable.Quote(gate.Metric)} judges nothing";
    }

    private static Cell[] Sides(Comparison comparison, GateSettings gate) => gate.IsOfTwoSides ? [comparison.Candidate] : [comparison.Baseline, comparison.Candidate];

    private static GateSettings? For(Experiment experiment, GateSettings gate, Catalogue catalogue) =>
        gate.Variant is not { } name ? gate : Names(experiment, catalogue).Find(name, gate.IsOfTwoSides) is { } variant ? gate with { Variant = variant } : null;

    private static SideNames Names(Experiment experiment, Catalogue catalogue) => new(experiment, catalogue.Workload(experiment.Workload));

    private static string Unmet(GateSettings gate, IReadOnlyList<Experiment> experiments, Catalogue catalogue)
    {
        var unclear = experiments.Select(experiment => catalogue.Workload(experiment.Workload)).OfType<WorkloadDescription>().Select(workload => Spelling.Unclear(gate.Variant!, workload));
        if (unclear.FirstOrDefault(sentence => sentence is not null) is { } several) return several;
        string[] known = [.. experiments.SelectMany(experiment => experiment.NamesForGates(gate.IsOfTwoSides)).Distinct(StringComparer.Ordinal)];
        // Reports call such a side by what differs, which is not known yet.
        var unnamed = experiments.Any(experiment => experiment.Sides?.Any(side => side.Name is null) == true) ? "; name=NAME names a side" : "";
        return Suggestion.Unknown(gate.IsOfTwoSides ? "candidate" : "variant", gate.Variant!, known) + unnamed;
    }

    // The reader of profiles checks which limits a metric takes, and their range.
    private static GateArgument Read(string written, Metric metric, string limit, decimal value, Group variant)
    {
        var (errors, at) = (new ProfileErrors(), new Place("--gate"));
        var tree = new JsonTree.Object(at, [])
            .With("metric", new JsonTree.Text(at, metric.Name))
            .With(limit, new JsonTree.Number(at, value.ToString(CultureInfo.InvariantCulture)));
        if (variant.Success) tree = tree.With("variant", new JsonTree.Text(at, variant.Value.Trim()));
        var gate = metric.Limits.Contains(limit) ? new GateReader(new ValueReader(errors), null).Read(new JsonMember("gate", at, tree)) : null;
        if (gate is not null && errors.None) return new GateArgument(gate, null);
        return Wrong(written, errors.InOrder is [var error, ..] ? error.Message : $"{Printable.Quote(metric.Name)} takes {Takes(metric)}", Example(metric));
    }

    private static (Metric Metric, string Member, decimal? Value) Limit(Metric metric, Match match)
    {
        var value = Value().Match(match.Groups["value"].Value);
        var member = match.Groups["sign"].Value switch { "<=" => "max", ">=" => "min", _ => "exactly" };
        if (!value.Success || !decimal.TryParse(value.Groups["number"].Value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)) return (metric, member, null);
        var (change, unit) = (value.Groups["change"].Value, value.Groups["unit"].Value);
        if (change.Length == 0) return (metric, member, Scaled(metric, number, unit));
        if (change == "-") number = -number;
        // A ratio is preferred: it has an interval, and fresh pairs confirm it.
        if (unit == "%" && metric.RatioOfSides() is { } ratio) return (ratio, member, 1 + (number / 100));
        if (member != "max" || (unit != "%" && !metric.Limits.Contains("maxIncrease"))) return (metric, member, null);
        return unit == "%" ? (metric, "maxIncreasePercent", number) : (metric, "maxIncrease", Scaled(metric, number, unit));
    }

    private static decimal? Scaled(Metric metric, decimal number, string unit)
    {
        if (unit.Length == 0) return number;
        var known = Array.FindIndex(UnitsOf(metric), known => known.Written == unit);
        return known < 0 || Math.Abs(number) > decimal.MaxValue / 1_000_000_000 ? null : number * UnitsOf(metric)[known].Factor;
    }

    private static (string Written, decimal Factor)[] UnitsOf(Metric metric) => Units.GetValueOrDefault(metric.Unit.Split('/')[0], []);

    private static string Takes(Metric metric)
    {
        var signs = string.Join(" or ", metric.Limits.Select(limit => limit switch { "max" => "<=", "min" => ">=", "exactly" => "=", _ => null }).OfType<string>());
        var units = string.Join(", ", UnitsOf(metric).Select(unit => unit.Written));
        return $"{signs} and a number{(units.Length == 0 ? "" : $", alone or in {units}")}{(Changes(metric) is { Length: > 0 } changes ? $", or a change from the baseline such as {changes}" : "")}";
    }

    private static string Changes(Metric metric)
    {
        var unit = metric.Unit == "B" ? "MB" : "";
        string[] examples =
        [
            .. metric.Limits.Contains("maxIncrease") ? [$"+24{unit}", $"-8{unit}"] : Array.Empty<string>(),
            .. metric.RatioOfSides() is not null || metric.Limits.Contains("maxIncreasePercent") ? ["+5%"] : Array.Empty<string>(),
        ];
        return examples.Length < 2 ? string.Concat(examples) : $"{string.Join(", ", examples[..^1])} or {examples[^1]}";
    }

    private static string Example(Metric metric) => (metric.ShortName ?? metric.Name) + (metric.Judged is not null, metric.Limits[0], metric.Unit) switch
    {
        (true, _, _) => "<=1.05",
        (_, "min", _) => ">=0.9",
        (_, _, "0 to 1") => "<=5%",
        (_, _, "ns") => "<=1ms",
        _ => "<=0",
    };

    private static GateArgument Wrong(string written, string problem, string example) => new(null, $"--gate {Printable.Quote(written)}: {problem}; such as --gate \"{example}\"");

    // The last sign counts: the name of a side may contain one.
    [GeneratedRegex(@"^\s*(?<metric>[^\s<>=]+)(?:\s+of\s+(?<variant>\S.*))?\s*(?<sign><=|>=|(?<![<>])=|<(?!=)|>(?!=))\s*(?<value>[^<>=]*?)\s*$")]
    private static partial Regex Parts();

    [GeneratedRegex(@"^(?<change>[+-]?)\s*(?<number>[0-9]+(?:\.[0-9]+)?)\s*(?<unit>[A-Za-zµ]+|%|)$")]
    private static partial Regex Value();
}
