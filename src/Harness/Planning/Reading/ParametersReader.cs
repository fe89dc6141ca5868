using System.Globalization;
using System.Text.Json.Nodes;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>
/// The <c>parameters</c> of an experiment: for each name the values to measure. A benchmark class is measured with all values of a parameter that is left out,
/// as in BenchmarkDotNet; any other workload only with its default.
/// </summary>
internal sealed class ParametersReader(ValueReader values)
{
    /// <summary>The format of parameters; the catalogue says which names.</summary>
    public static Format Format { get; } =
        new("object", () => new JsonObject { ["type"] = "object", ["additionalProperties"] = Formats.ListOf(Formats.Scalar).Schema() });

    /// <summary>A list of values for every parameter of the workload, in the workload's order.</summary>
    /// <param name="section">The member; null where it is left out.</param>
    /// <param name="variants">Ids of the variants that are compared.</param>
    /// <param name="sides">All sides, where any is more than a variant. A parameter that all of them set has one value.</param>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Read(JsonMember? section, WorkloadDescription workload, IReadOnlyList<string> variants, IReadOnlyList<SideSettings> sides)
    {
        var members = section is null ? null : ObjectReader.Over(section.Value, "parameters", values);
        var read = new Dictionary<string, IReadOnlyList<string>>(StringComparer.Ordinal);
        foreach (var parameter in workload.Parameters)
        {
            var items = values.Items(members?.Take(parameter.Name)) ?? [];
            var texts = items.Select(item => Value(item, parameter)).OfType<string>().ToList();
            var isSet = sides.Count > 0 && sides.All(side => side.Parameters?.ContainsKey(parameter.Name) == true);
            if (isSet && items is [var unused, ..])
                values.Errors.Add(unused.Value.At, $"every side sets {Printable.Quote(parameter.Name)} itself, so this value is not measured: leave it out, or leave out that of a side");
            read[parameter.Name] = texts.Count > 0 ? texts : isSet ? [parameter.Default] : LeftOut(parameter, workload, variants);
            new Distinct(values.Errors, $"value of {Printable.Quote(parameter.Name)}").Check(items, item => Written(item.Value));
        }

        members?.RefuseOthers();
        return read;
    }

    private static IReadOnlyList<string> LeftOut(ParameterDescription parameter, WorkloadDescription workload, IReadOnlyList<string> variants)
    {
        if (workload.ClassName is null) return [parameter.Default];
        if (parameter.Name != workload.ArgumentsParameter) return parameter.Values;
        var taken = workload.Variants.Where(variant => variants.Contains(variant.Id)).SelectMany(variant => variant.Arguments ?? []).ToHashSet(StringComparer.Ordinal);
        return taken.Count == 0 ? [parameter.Default] : [.. parameter.Values.Where(taken.Contains)];
    }

    /// <summary>A text, a number, true or false as a text, since all values are words to a workload; null for anything else.</summary>
    public static string? Written(JsonTree value) => value switch
    {
        JsonTree.Text text => text.Value,
        JsonTree.Number number => number.Written,
        JsonTree.Flag flag => flag.What,
        _ => null,
    };

    private static string Refusal(string text, ParameterDescription parameter) => parameter.Range is { } range
        ? string.Create(CultureInfo.InvariantCulture, $"{Printable.Quote(parameter.Name)} takes a number from {range.Min} to {range.Max}{(range.Step is { } step ? $" in steps of {step}" : "")}, not {Printable.Quote(text)}")
        : Suggestion.Unknown($"value of parameter {Printable.Quote(parameter.Name)}:", text, [.. parameter.Values]);

    /// <summary>Whether a parameter may have a value.</summary>
    public static bool Takes(ParameterDescription parameter, string text) => parameter.Values.Contains(text) || IsInRange(text, parameter.Range);

    private static bool IsInRange(string text, NumberRange? range) =>
        range is not null
        && double.TryParse(text, NumberStyles.AllowDecimalPoint | NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
        && range.Contains(number);

    /// <summary>One value of a parameter; or null with an error.</summary>
    public string? Value(JsonMember item, ParameterDescription parameter)
    {
        if (Written(item.Value) is not { } text)
        {
            values.Errors.Add(item.Value.At, $"a value of {Printable.Quote(parameter.Name)} must be a text, a number, true or false, not {item.Value.What}");
            return null;
        }

        if (Takes(parameter, text)) return text;
        // As it is listed.
        if (text.Length == 0 && Takes(parameter, ParameterDescription.EmptyText)) return ParameterDescription.EmptyText;
        values.Errors.Add(item.Value.At, Refusal(text, parameter));
        return null;
    }
}
