using System.Globalization;

namespace AsyncLoad.Model.Units;

/// <summary>
/// A measured size, for people: <c>512 B</c>, <c>12.4 MB</c>. Units are decimal: 1 kB = 1,000 B, 1 MB = 1,000 kB, 1 GB = 1,000 MB. Sizes in settings
/// are written by <see cref="ByteSize"/>.
/// </summary>
/// <param name="Bytes">The size in bytes; for a rate, bytes per second.</param>
public readonly record struct MeasuredSize(double Bytes)
{
    /// <summary>The largest unit of which there is at least one, and its number of bytes.</summary>
    // Three digits round up from 0.9995, so that 999.9 kB is 1.00 MB.
    public (string Unit, double Factor) Unit => (Math.Abs(Bytes) / 0.9995) switch
    {
        >= 1e9 => ("GB", 1e9),
        >= 1e6 => ("MB", 1e6),
        >= 1e3 => ("kB", 1e3),
        _ => ("B", 1),
    };

    /// <summary>Three digits and a unit, whole bytes below 1 kB.</summary>
    public override string ToString()
    {
        var (unit, factor) = Unit;
        var value = Bytes / factor;
        var format = factor == 1 || Math.Abs(value) >= 99.95 ? "N0" : Math.Abs(value) >= 9.995 ? "N1" : "N2";
        return $"{value.ToString(format, CultureInfo.InvariantCulture)} {unit}";
    }
}
