using System.Text.Json.Serialization;

namespace AsyncLoad.Model.Units;

/// <summary>A measured length of time, in whole nanoseconds; in JSON a plain number.</summary>
/// <param name="Value">Nanoseconds; differences of counters may be 0, never negative.</param>
[JsonConverter(typeof(NanosecondsConverter))]
public readonly record struct Nanoseconds(long Value) : IComparable<Nanoseconds>
{
    /// <summary>The same length in milliseconds.</summary>
    public double Milliseconds => Value / 1e6;

    /// <summary>The same length in seconds.</summary>
    public double Seconds => Value / 1e9;

    /// <summary>The length of a <see cref="TimeSpan"/>, which counts 100 ns ticks.</summary>
    public static Nanoseconds From(TimeSpan span) => new(span.Ticks * 100);

    /// <summary>Adds two lengths.</summary>
    public static Nanoseconds operator +(Nanoseconds left, Nanoseconds right) => new(left.Value + right.Value);

    /// <summary>Subtracts two lengths.</summary>
    public static Nanoseconds operator -(Nanoseconds left, Nanoseconds right) => new(left.Value - right.Value);

    /// <inheritdoc />
    public int CompareTo(Nanoseconds other) => Value.CompareTo(other.Value);

    /// <summary>Compares by length.</summary>
    public static bool operator <(Nanoseconds left, Nanoseconds right) => left.Value < right.Value;

    /// <summary>Compares by length.</summary>
    public static bool operator >(Nanoseconds left, Nanoseconds right) => left.Value > right.Value;

    /// <summary>Compares by length.</summary>
    public static bool operator <=(Nanoseconds left, Nanoseconds right) => left.Value <= right.Value;

    /// <summary>Compares by length.</summary>
    public static bool operator >=(Nanoseconds left, Nanoseconds right) => left.Value >= right.Value;
}
