using System.Globalization;
using System.Text.RegularExpressions;
using AsyncLoad.Harness.Planning.Json;
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
    public static ProfileReading Add(IReadOnlyList<GateSettings> gates, ProfileReading reading)
    {
        if (reading.Profile is not { } profile || gates.Count == 0) return reading;
        var errors = new ProfileErrors();
        // Reports call such a side by what differs, which is not known yet.
        var unnamed = profile.Experiments.Any(experiment => experiment.Sides?.Any(side => side.Name is null) == true) ? "; name=NAME names a side" : "";
        foreach (var gate in gates.Where(gate => !profile.Experiments.Any(experiment => For(experiment, gate) is not null)))
            errors.Add(new Place("--gate"), Suggestion.Unknown(gate.IsOfTwoSides ? "candidate" : "variant", gate.Variant!, [.. profile.Experiments.SelectMany(experiment => experiment.NamesForGates(gate.IsOfTwoSides)).Distinct(StringComparer.Ordinal)]) + unnamed);
        if (!errors.None) return new ProfileReading(null, errors.InOrder);
        return reading with
        {
            Profile = profile with
            {
                Experiments = [.. profile.Experiments.Select(experiment => experiment with { Gates = [.. experiment.Gates, .. gates.Select(gate => For(experiment, gate)).OfType<GateSettings>()] })],
            },
        };
    }

    /// <summary>Gates that no planned comparison meets, as where <c>--only</c> leaves out what they name; one line each.</summary>
    public static IEnumerable<string> Idle(IReadOnlyList<GateSettings> gates, Plan plan) =>
        from gate in gates
        where gate.Variant is not null && !plan.Comparisons.Any(comparison => Sides(comparison, gate).Any(side => Spelling.Find(gate.Variant, side.Variant == side.Label ? [side.Label] : [side.Variant, side.Label]) is not null))
        select $"no planned comparison has {Printable.Quote(gate.Variant!)}, so its gate on {Printable.Quote(gate.Metric)} judges nothing";

    private static Cell[] Sides(Comparison comparison, GateSettings gate) => gate.IsOfTwoSides ? [comparison.Candidate] : [comparison.Baseline, comparison.Candidate];

    private static GateSettings? For(Experiment experiment, GateSettings gate) =>
        gate.Variant is not { } name ? gate : Spelling.Find(name, experiment.NamesForGates(gate.IsOfTwoSides)) is { } variant ? gate with { Variant = variant } : null;

    // The reader of profiles checks which limits a metric takes, and their range.
    private static GateArgument Read(string written, Metric metric, string limit, decimal value, Group variant)
    {
        var (errors, at) = (new ProfileErrors(), new Place("--gate"));
        var tree = new JsonTree.Object(at, [])
            .With("metric", new JsonTree.Text(at, metric.Name))
            .With(limit, new JsonTree.Number(at, value.ToString(CultureInfo.InvariantCulture)));
        if (variant.Success) tree = tree.With("variant", new JsonTree.Text(at, variant.Value.Trim()));
        var gate = metric.Limits.Contains(limit) ? new GateReader(new ValueReader(errors), [], []).Read(new JsonMember("gate", at, tree)) : null;
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
