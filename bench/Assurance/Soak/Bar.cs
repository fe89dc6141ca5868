namespace AsyncLoad.Assurance.Soak;

/// <summary>A figure and what is asked of it.</summary>
/// <param name="Figure">What it is.</param>
/// <param name="Unit">What it is counted in.</param>
/// <param name="Before">What it was at the beginning; null for what there is only at the end.</param>
/// <param name="After">What it is at the end; not a number when nothing was measured.</param>
/// <param name="Limit">The most that it may be.</param>
/// <param name="AtLeast">Whether the limit is the least instead.</param>
internal sealed record Bar(string Figure, Unit Unit, double? Before, double After, double Limit, bool AtLeast = false)
{
    /// <summary>Whether it is as it must be; what was not measured is not.</summary>
    public bool Holds => AtLeast ? After >= Limit : After <= Limit;
}

/// <summary>What a figure is counted in.</summary>
internal enum Unit
{
    /// <summary>Things.</summary>
    Count,

    /// <summary>Bytes.</summary>
    Bytes,

    /// <summary>Milliseconds.</summary>
    Milliseconds,

    /// <summary>Seconds.</summary>
    Seconds,
}
