namespace AsyncLoad.Reporting.Document;

/// <summary>What a frontier draws: words ready to print, numbers only where they become positions.</summary>
/// <param name="Id">Kebab-case, unique in the report.</param>
/// <param name="Description">What it shows, for those who cannot see it.</param>
/// <param name="Axis">What is swept, upwards.</param>
/// <param name="Wins">What the shade of the candidate means: <c>ValueTask wins</c>.</param>
/// <param name="Loses">What the shade of the baseline means: <c>Task wins</c>.</param>
/// <param name="Stretches">Pressures from left to right.</param>
/// <param name="Loads">Names of the lines.</param>
/// <param name="Panels">From left to right.</param>
public sealed record FrontierData(
    string Id,
    string Title,
    string Description,
    FrontierAxis Axis,
    string Wins,
    string Loses,
    IReadOnlyList<FrontierPlaces> Stretches,
    IReadOnlyList<string> Loads,
    IReadOnlyList<FrontierPanelData> Panels);

/// <summary>The axis that is swept.</summary>
/// <param name="Title">Its name, and what it means where that is known.</param>
/// <param name="Geometric">Whether equal factors are equal distances.</param>
/// <param name="Labels">Values with their words, ascending.</param>
public sealed record FrontierAxis(string Title, double From, double To, bool Geometric, IReadOnlyList<(double At, string Label)> Labels);

/// <summary>Places beside each other.</summary>
/// <param name="Title">What their labels count.</param>
/// <param name="Labels">One for each place.</param>
public sealed record FrontierPlaces(string Title, IReadOnlyList<string> Labels);

/// <summary>One panel.</summary>
/// <param name="WinsAbove">Whether the candidate wins above the frontier; null where the loads disagree, and then nothing is shaded.</param>
/// <param name="Points">In the order of loads and places.</param>
public sealed record FrontierPanelData(string Title, bool? WinsAbove, IReadOnlyList<FrontierPoint> Points)
{
    /// <summary>Where along the swept axis the loads of one place disagree. Below and above it they agree.</summary>
    /// <returns>Null where one of them names no winner (undecided or equivalent), or where none was measured.</returns>
    public (double Low, double High)? Doubt(FrontierAxis axis, int stretch, int place)
    {
        var here = Points.Where(point => point.Stretch == stretch && point.Place == place).Select(point => Doubt(axis, point)).ToList();
        return here.Count == 0 || here.Exists(doubt => doubt is null) ? null : (here.Min(doubt => doubt!.Value.Low), here.Max(doubt => doubt!.Value.High));
    }

    // What wins throughout has its frontier below the range, or above it where the candidate wins below.
    private (double Low, double High)? Doubt(FrontierAxis axis, FrontierPoint point) => (point.Answer, WinsAbove ?? true) switch
    {
        (FrontierAnswer.Crosses, _) => (point.Low, point.High),
        (FrontierAnswer.Wins, true) or (FrontierAnswer.Loses, false) => (axis.From, axis.From),
        (FrontierAnswer.Loses, true) or (FrontierAnswer.Wins, false) => (axis.To, axis.To),
        _ => null,
    };
}

/// <summary>What one sweep says, at its place.</summary>
/// <param name="Load">Number of its load, from 0.</param>
/// <param name="Stretch">Number of its stretch, from 0.</param>
/// <param name="Place">Number of its place in the stretch, from 0.</param>
/// <param name="At">Where the ratio crosses 1; null where no crossing is given.</param>
/// <param name="Low">The lower end of where the crossing may lie, within the range.</param>
/// <param name="High">The upper end of it, within the range.</param>
/// <param name="Bytes">Where bytes per operation cross; null where they do not.</param>
public sealed record FrontierPoint(int Load, int Stretch, int Place, FrontierAnswer Answer, double? At, double Low, double High, double? Bytes);

/// <summary>The result of a sweep.</summary>
public enum FrontierAnswer
{
    /// <summary>The ratio crosses 1.</summary>
    Crosses,

    /// <summary>The candidate wins in the whole range.</summary>
    Wins,

    /// <summary>The candidate loses in the whole range.</summary>
    Loses,

    /// <summary>Both sides are equivalent in the whole range.</summary>
    Equivalent,

    /// <summary>The ratio crosses 1 more than once.</summary>
    NotMonotone,

    /// <summary>The pairs do not decide it.</summary>
    Undecided,
}
