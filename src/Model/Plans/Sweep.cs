namespace AsyncLoad.Model.Plans;

/// <summary>One comparison measured at several steps of a numeric setting, to find where its ratio crosses 1.</summary>
/// <param name="Id">Stable id, as <c>plan</c> prints it and <c>--only</c> matches it: that of the comparison with the axis and its range.</param>
/// <param name="Axis">Path of the setting that varies.</param>
/// <param name="Unit">What steps count.</param>
/// <param name="Grid">Which steps there are.</param>
/// <param name="MostSteps">Steps that may be measured in all.</param>
/// <param name="Template">The comparison without a step: what all steps share.</param>
/// <param name="Steps">Steps so far, in the order in which they were chosen; each has its own comparison in the plan.</param>
public sealed record Sweep(
    string Id,
    string Axis,
    AxisUnit Unit,
    StepGrid Grid,
    int MostSteps,
    Comparison Template,
    IReadOnlyList<SweepStep> Steps);

/// <summary>One step of a sweep.</summary>
/// <param name="At">The step, in the unit of the axis.</param>
/// <param name="Comparison">Id of its comparison.</param>
public sealed record SweepStep(double At, string Comparison);

/// <summary>What the steps of an axis count.</summary>
public enum AxisUnit
{
    /// <summary>The number itself: workers, writes per millisecond, a share.</summary>
    Number,

    /// <summary>Bytes.</summary>
    Bytes,
}

/// <summary>Which steps of an axis can be measured.</summary>
/// <param name="From">The lowest step.</param>
/// <param name="To">The highest step, above <paramref name="From"/>.</param>
/// <param name="Spacing">Steps are multiples of this, and the two ends; null for any number. Above 0.</param>
/// <param name="Only">The steps that exist, in any order; null for any number or multiples of a spacing. Those outside the range are left out.</param>
public sealed record StepGrid(double From, double To, double? Spacing, IReadOnlyList<double>? Only)
{
    // From this factor on, the second of five evenly spaced steps would be more than five times the first.
    private const double WideRange = 20;

    /// <summary>Whether steps are spaced by equal factors: a range from above 0 whose ends are a factor of 20 apart, or more.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool Geometric => From > 0 && To / From >= WideRange;

    /// <summary>Steps to begin with: both ends, and others spread evenly between them, by equal factors where the grid is geometric.</summary>
    /// <param name="count">How many, 2 or more; fewer come back when fewer exist, or when two fall on one multiple of a wide spacing.</param>
    /// <returns>Ascending, each once. The ends of a list are its first and last step within the range.</returns>
    public IReadOnlyList<double> Coarse(int count)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(count, 2);
        if (Existing(count) is { } listed)
        {
            return listed.Count <= count ? listed : [.. Enumerable.Range(0, count).Select(i => listed[(int)Math.Round(i * (listed.Count - 1.0) / (count - 1), MidpointRounding.AwayFromZero)])];
        }

        return [.. Enumerable.Range(0, count).Select(i => Spaced(i / (count - 1.0))).Distinct()];
    }

    /// <summary>The step nearest to the middle of a gap, or null when none lies strictly inside it.</summary>
    /// <param name="low">Lower end of the gap, within the range.</param>
    /// <param name="high">Upper end of the gap, within the range, above <paramref name="low"/>.</param>
    public double? Between(double low, double high)
    {
        var middle = Geometric ? Math.Sqrt(low) * Math.Sqrt(high) : low + ((high - low) / 2);
        var candidates = (Only, Spacing) switch
        {
            ({ }, _) => Listed(),
            (null, { } spacing) => [Multiple(Math.Floor(middle / spacing), spacing), Multiple(Math.Ceiling(middle / spacing), spacing)],
            _ => [Rounded(middle), middle],
        };
        List<double> inside = [.. candidates.Where(step => step > low && step < high)];
        // Without a list or spacing, the rounded step comes first: it is easier to read.
        return inside.Count == 0 ? null : Only is null && Spacing is null ? inside[0] : inside.MinBy(step => Width(Math.Min(step, middle), Math.Max(step, middle)));
    }

    /// <summary>How far apart two steps are: their difference, or the logarithm of their factor where the grid is geometric.</summary>
    /// <param name="low">The lower step.</param>
    /// <param name="high">The higher step.</param>
    public double Width(double low, double high) => Geometric ? Math.Log(high / low) : high - low;

    // The steps of a list, or the multiples of a spacing where there are no more than asked for.
    private List<double>? Existing(int count)
    {
        if (Only is not null) return Listed();
        if (Spacing is not { } spacing || (To - From) / spacing >= count) return null;
        var first = Math.Ceiling(From / spacing);
        List<double> all = [.. Enumerable.Range(0, count).Select(i => Multiple(first + i, spacing)).Where(step => step > From && step < To).Prepend(From).Append(To)];
        return all.Count <= count ? all : null;
    }

    private List<double> Listed() => [.. (Only ?? []).Where(step => step >= From && step <= To).Distinct().Order()];

    private double Spaced(double share)
    {
        // The ends exactly as given.
        if (share is 0) return From;
        if (share is 1) return To;
        var step = Geometric ? From * Math.Pow(To / From, share) : From + (share * (To - From));
        return Spacing is { } spacing ? Math.Clamp(Multiple(Math.Round(step / spacing, MidpointRounding.AwayFromZero), spacing), From, To) : Rounded(step);
    }

    // In decimal, so that three multiples of 0.1 are 0.3.
    private static double Multiple(double count, double spacing) => (double)((decimal)count * (decimal)spacing);

    // Three significant digits: easy to read and type.
    private static double Rounded(double step)
    {
        if (step == 0) return 0;
        var digits = 2 - (int)Math.Floor(Math.Log10(Math.Abs(step)));
        return digits >= 0 ? Math.Round(step, Math.Min(digits, 15), MidpointRounding.AwayFromZero) : Math.Round(step / Math.Pow(10, -digits)) * Math.Pow(10, -digits);
    }
}
