using System.Globalization;
using System.Text.Json.Serialization;

namespace AsyncLoad.Model.Units;

/// <summary>A length of time as people write it in a profile: <c>100us</c>, <c>10ms</c>, <c>2s</c>, <c>10m</c>, <c>1h</c>. Never negative.</summary>
/// <param name="Nanoseconds">The length in nanoseconds, 0 or more.</param>
[JsonConverter(typeof(DurationConverter))]
public readonly record struct Duration(long Nanoseconds) : IComparable<Duration>
{
    // "ms" ends in "s", and so comes first. Not kept in a field: a mutant of what a process makes once is never switched on (docs/evidence/mutation.md).
    private static (string Unit, long Factor)[] Units =>
        [("ns", 1L), ("us", 1_000L), ("ms", 1_000_000L), ("s", 1_000_000_000L), ("m", 60_000_000_000L), ("h", 3_600_000_000_000L)];

    /// <summary>The same length for APIs that take a <see cref="TimeSpan"/>, rounded down to 100 ns.</summary>
    public TimeSpan Span => TimeSpan.FromTicks(Nanoseconds / 100);

    /// <summary>A length of <paramref name="count"/> milliseconds.</summary>
    public static Duration FromMilliseconds(long count) => new(count * 1_000_000);

    /// <summary>A length of <paramref name="count"/> seconds.</summary>
    public static Duration FromSeconds(long count) => new(count * 1_000_000_000);

    /// <summary>Reads a whole or decimal number with one of the units ns, us, ms, s, m, h; no unit is an error. Fractions of a nanosecond are dropped.</summary>
    /// <returns><see langword="false"/> when the text is not a duration, is negative, or exceeds 292 years.</returns>
    public static bool TryParse(string text, out Duration duration)
    {
        var nanoseconds = UnitText.Read(text, Units);
        duration = new Duration(nanoseconds ?? 0);
        return nanoseconds is not null;
    }

    /// <inheritdoc />
    public int CompareTo(Duration other) => Nanoseconds.CompareTo(other.Nanoseconds);

    /// <summary>The largest unit that divides the length evenly, so that the text reads back as the same length.</summary>
    public override string ToString()
    {
        var nanoseconds = Nanoseconds;
        var (unit, factor) = nanoseconds == 0 ? ("s", 1L) : Array.FindLast(Units, entry => nanoseconds % entry.Factor == 0);
        return string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / factor}{unit}");
    }

    /// <summary>Compares by length.</summary>
    public static bool operator <(Duration left, Duration right) => left.Nanoseconds < right.Nanoseconds;

    /// <summary>Compares by length.</summary>
    public static bool operator >(Duration left, Duration right) => left.Nanoseconds > right.Nanoseconds;

    /// <summary>Compares by length.</summary>
    public static bool operator <=(Duration left, Duration right) => left.Nanoseconds <= right.Nanoseconds;

    /// <summary>Compares by length.</summary>
    public static bool operator >=(Duration left, Duration right) => left.Nanoseconds >= right.Nanoseconds;
}
