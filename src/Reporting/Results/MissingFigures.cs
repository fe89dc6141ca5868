using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting.Results;

/// <summary>Passes figures through and remembers, for each that is absent or not finite, why.</summary>
/// <param name="reason">The reason for a member's absence.</param>
internal sealed class MissingFigures(Func<string, string> reason)
{
    private readonly SortedDictionary<string, string> byName = new(StringComparer.Ordinal);

    /// <summary>Members without a figure, with the reasons, in the order of their names.</summary>
    public IReadOnlyDictionary<string, string> ByName => byName;

    /// <summary>A number, or null when it is absent or not finite.</summary>
    public double? Number(string member, double? value)
    {
        if (value is { } some && double.IsFinite(some)) return some;
        byName[member] = value is null ? reason(member) : Reasons.NotFinite;
        return null;
    }

    /// <summary>No number, for a reason of its own.</summary>
    public double? Without(string member, string because)
    {
        byName[member] = because;
        return null;
    }

    /// <summary>A ratio, or null when it is absent or any of its numbers is not finite.</summary>
    public RatioInterval? Interval(string member, RatioInterval? ratio)
    {
        var finite = ratio is not null
            && double.IsFinite(ratio.Estimate) && double.IsFinite(ratio.Low) && double.IsFinite(ratio.High) && double.IsFinite(ratio.Confidence);
        if (finite) return ratio;
        byName[member] = ratio is null ? reason(member) : Reasons.NotFinite;
        return null;
    }

    /// <summary>A count, or null.</summary>
    public long? Noted(string member, long? value)
    {
        Note(member, value);
        return value;
    }

    /// <summary>Remembers a member when it is absent.</summary>
    public void Note(string member, object? value, string? because = null)
    {
        if (value is null) byName[member] = because ?? reason(member);
    }
}
