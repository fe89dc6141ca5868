using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning;

/// <summary>The settings of the two sides of a comparison, and their names.</summary>
internal static class SideCells
{
    /// <summary>The cell of a side: the settings of the experiment, replaced by those of the side.</summary>
    /// <param name="shared">What is the same for all sides.</param>
    /// <param name="side">The side.</param>
    /// <param name="builds">What was built for sides.</param>
    public static Cell Of(Cell shared, SideSettings side, IReadOnlyList<BuildOffer> builds) => shared with
    {
        Variant = side.Variant,
        Parameters = With(shared.Parameters, side.Parameters),
        Pressure = side.Pressure ?? shared.Pressure,
        Gc = side.Gc is { } gc ? GcSettingsReader.Over(shared.Gc, gc) : shared.Gc,
        Runtime = side.Runtime ?? shared.Runtime,
        Variables = side.Variables,
        Build = BuildRefusals.Of(side, builds),
        Side = side.Name,
    };

    /// <summary>Both cells, named after what they differ in unless they have a name.</summary>
    public static (Cell Baseline, Cell Candidate) Called(Cell baseline, Cell candidate)
    {
        var parts = baseline.Differences(candidate);
        return (Called(baseline, candidate, parts), Called(candidate, baseline, parts));
    }

    private static Cell Called(Cell cell, Cell other, IReadOnlyList<CellPart> parts) =>
        cell.Side is not null || parts is [] or [CellPart.Variant] ? cell : cell with { Side = string.Join(' ', parts.Select(part => cell.Words(part, other))) };

    private static IReadOnlyDictionary<string, string> With(IReadOnlyDictionary<string, string> shared, IReadOnlyDictionary<string, string>? own)
    {
        if (own is null) return shared;
        var values = shared.ToDictionary(StringComparer.Ordinal);
        foreach (var (name, value) in own) values[name] = value;
        return values;
    }
}
