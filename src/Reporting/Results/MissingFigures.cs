using AsyncLoad.Analysis;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Results;

/// <summary>Passes figures through and remembers, for each that is absent or not finite, why: the <c>missing</c> of a record of <c>results.json</c>.</summary>
internal sealed class MissingFigures
{
    private const string NotFinite = "not a finite number";

    private readonly SortedDictionary<string, string> byName = new(StringComparer.Ordinal);

    /// <summary>Members without a figure, with the reasons, in the order of their names.</summary>
    public IReadOnlyDictionary<string, string> ByName => byName;

    /// <summary>A number, or null when it is absent or not finite.</summary>
    public double? Number(string member, Figure<double?> figure) => Of(member, figure, value => double.IsFinite(value!.Value));

    /// <summary>A ratio, or null when it is absent or any of its numbers is not finite.</summary>
    public RatioInterval? Interval(string member, Figure<RatioInterval?> figure) => Of(
        member, figure, ratio => double.IsFinite(ratio!.Estimate) && double.IsFinite(ratio.Low) && double.IsFinite(ratio.High) && double.IsFinite(ratio.Confidence));

    /// <summary>A figure of any type, or the default value when it is absent.</summary>
    public T Of<T>(string member, Figure<T> figure) => Of(member, figure, _ => true);

    private T Of<T>(string member, Figure<T> figure, Func<T, bool> isFinite)
    {
        if (figure.Value is { } value && isFinite(value)) return value;
        byName[member] = figure.Value is null ? figure.Why : NotFinite;
        return default!;
    }
}
