using System.Globalization;
using Xunit.v3;

namespace AsyncLoad.Faults;

/// <summary>Says which faults a test, or every test of a class, provokes: rows of docs/evidence/reliability.md.</summary>
/// <param name="rows">Their numbers.</param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
internal sealed class FaultAttribute(params int[] rows) : Attribute, ITraitAttribute
{
    /// <summary>Name of the trait.</summary>
    public const string Trait = "fault";

    /// <summary>Numbers of the rows.</summary>
    public IReadOnlyList<int> Rows { get; } = rows;

    public IReadOnlyCollection<KeyValuePair<string, string>> GetTraits() =>
        [.. Rows.Select(row => KeyValuePair.Create(Trait, row.ToString(CultureInfo.InvariantCulture)))];
}
