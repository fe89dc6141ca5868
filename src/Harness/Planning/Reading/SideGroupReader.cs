using System.Text.Json;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>
/// Baseline and candidates of an experiment, of which at least one is an object. Where none of them names a variant, each variant of the workload is
/// compared with itself on the other sides.
/// </summary>
/// <param name="values">Reads values.</param>
/// <param name="workload">The workload.</param>
/// <param name="runtimes">Runtimes of sides that name none; null where the experiment names none.</param>
/// <param name="compiler">The compiler of sides that name none.</param>
internal sealed class SideGroupReader(ValueReader values, WorkloadDescription workload, IReadOnlyList<RuntimeSettings>? runtimes, HostCompiler compiler)
{
    private readonly string[] variants = [.. workload.Variants.Select(variant => variant.Id)];

    /// <summary>Whether any of them is an object.</summary>
    public static bool IsMeant(JsonMember? baseline, JsonMember? candidates) =>
        baseline?.Value is JsonTree.Object || (candidates?.Value is JsonTree.List list && list.Items.Any(item => item is JsonTree.Object));

    /// <summary>The groups, and the sides that their names mean; none where something is wrong, with an error.</summary>
    public (IReadOnlyList<VariantGroup> Groups, IReadOnlyList<SideSettings> Sides) Read(JsonMember? baseline, JsonMember? candidates)
    {
        var reader = new SideReader(values, workload, compiler);
        var divisor = baseline is null ? new SideSettings("", "") : Side(baseline, reader, variant: null);
        var judged = (values.Items(candidates) ?? []).Select(item => (Item: item, Side: Side(item, reader, divisor?.Variant))).ToList();
        if (candidates is null) values.Errors.Add(baseline!.Value.At, "a side needs another one to be compared with: name candidates");
        if (divisor is null || judged.Count == 0 || judged.Any(entry => entry.Side is null)) return ([], []);
        // A baseline that names no variant has the variant of its candidates, where they agree.
        string[] named = [.. judged.Select(entry => entry.Side!.Variant).Where(variant => variant.Length > 0).Distinct(StringComparer.Ordinal)];
        if (divisor.Variant.Length == 0 && named.Length > 1)
        {
            values.Errors.Add((baseline ?? candidates!).Value.At, $"the candidates are {string.Join(" and ", named.Select(Printable.Quote))}: say which variant the baseline is");
            return ([], []);
        }

        string[] measured = divisor.Variant.Length > 0 ? [divisor.Variant] : named.Length > 0 ? named : variants;
        var (distinct, before) = (new Distinct(values.Errors, "candidate"), values.Errors.Count);
        foreach (var (item, side) in judged) distinct.Check(item.Value.At, side!.Id);
        if (values.Errors.Count > before) return ([], []);
        // Both sides need the same build of the measured process, so both name a runtime.
        if (runtimes is null && judged.Select(entry => entry.Side!).Append(divisor).Any(side => side.Runtime is not null))
        {
            divisor = OnARuntime(divisor);
            judged = [.. judged.Select(entry => (entry.Item, (SideSettings?)OnARuntime(entry.Side!)))];
        }

        var all = measured.Select(variant => Group(divisor, [.. judged.Select(entry => entry.Side!)], variant, measured.Length > 1)).ToList();
        var sides = all.SelectMany(entry => entry.Sides).GroupBy(side => side.Id, StringComparer.Ordinal).ToList();
        if (sides.FirstOrDefault(same => same.Select(Settings).Distinct(StringComparer.Ordinal).Skip(1).Any()) is { } alike)
        {
            values.Errors.Add(candidates!.Value.At, $"the baseline and a candidate are both called {Printable.Quote(alike.Key)}: give each a name of its own");
            return ([], []);
        }

        return ([.. all.Select(entry => entry.Group)], [.. sides.Select(same => same.First())]);
    }

    // A side without its name, to compare sides.
    private static string Settings(SideSettings side) => JsonSerializer.Serialize(side with { Name = null }, ModelJson.Line.SideSettings);

    private static (VariantGroup Group, IEnumerable<SideSettings> Sides) Group(SideSettings divisor, IReadOnlyList<SideSettings> judged, string variant, bool several)
    {
        var baseline = Of(divisor, variant, several);
        SideSettings[] candidates = [.. judged.Select(side => Of(side, variant, several))];
        return (new VariantGroup(baseline.Id, [.. candidates.Select(side => side.Id)]), candidates.Prepend(baseline));
    }

    private static SideSettings OnARuntime(SideSettings side) => side with { Runtime = side.Runtime ?? new RuntimeSettings(RuntimeSettings.Current) };

    private static SideSettings Of(SideSettings side, string variant, bool several)
    {
        var own = side.Variant.Length > 0 ? side : side with { Variant = variant };
        return several || own.Id.Length == 0 ? own with { Id = $"{own.Variant} {own.Id}".TrimEnd() } : own;
    }

    private SideSettings? Side(JsonMember member, SideReader reader, string? variant)
    {
        if (member.Value is JsonTree.Object) return reader.Read(member, variant);
        return values.Variant(member, workload) is { } named ? new SideSettings(named, named) : null;
    }
}
