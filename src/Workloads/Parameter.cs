namespace AsyncLoad.Workloads;

/// <summary>A named choice between values.</summary>
/// <param name="Name">Kebab-case name.</param>
/// <param name="Summary">One line of meaning.</param>
/// <param name="Default">The value used when a profile names none; one of <paramref name="Values"/>.</param>
/// <param name="Values">The values it may take.</param>
public sealed record Parameter(string Name, string Summary, string Default, params IReadOnlyList<string> Values)
{
    /// <summary>Numbers that it also takes, in addition to <see cref="Values"/>, both ends included; null, the default, for none.</summary>
    public (double Min, double Max)? Range { get; init; }

    /// <summary>Numbers of <see cref="Range"/> must be multiples of this, above 0; null, the default, for any number.</summary>
    public double? Step { get; init; }
}
