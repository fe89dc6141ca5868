using System.Globalization;
using System.Text.Json.Serialization;

namespace AsyncLoad.Model.Units;

/// <summary>
/// A size in a setting, as people write it: <c>512B</c>, <c>64KB</c>, <c>200MB</c>, <c>4GB</c>. Units are binary: 1 KB = 2^10, 1 MB = 2^20, 1 GB = 2^30 bytes. Never
/// negative. Measured sizes are written by <see cref="MeasuredSize"/>.
/// </summary>
/// <param name="Bytes">The size in bytes, 0 or more.</param>
[JsonConverter(typeof(ByteSizeConverter))]
public readonly record struct ByteSize(long Bytes) : IComparable<ByteSize>
{
    // Not kept in a field: a mutant of what a process makes once is never switched on (docs/evidence/mutation.md).
    private static (string Unit, long Factor)[] Units => [("GB", 1L << 30), ("MB", 1L << 20), ("KB", 1L << 10), ("B", 1L)];

    /// <summary>A size of <paramref name="count"/> times 2^20 bytes.</summary>
    public static ByteSize FromMegabytes(long count) => new(count << 20);

    /// <summary>Reads a whole or decimal number with one of the units B, KB, MB, GB; no unit is an error. Fractions of a byte are dropped.</summary>
    /// <returns><see langword="false"/> when the text is not a size, is negative, or exceeds <see cref="long.MaxValue"/> bytes.</returns>
    public static bool TryParse(string text, out ByteSize size)
    {
        var bytes = UnitText.Read(text, Units);
        size = new ByteSize(bytes ?? 0);
        return bytes is not null;
    }

    /// <summary>A size that need not be whole bytes, with three digits: <c>123MB</c>, <c>1.5GB</c>.</summary>
    public static string Rounded(double bytes)
    {
        if (bytes == 0) return default(ByteSize).ToString();
        var (unit, factor) = Array.Find(Units, entry => bytes >= entry.Factor) is { Factor: > 0 } found ? found : Units[^1];
        var value = bytes / factor;
        return value.ToString(value >= 100 ? "0" : value >= 10 ? "0.#" : "0.##", CultureInfo.InvariantCulture) + unit;
    }

    /// <inheritdoc />
    public int CompareTo(ByteSize other) => Bytes.CompareTo(other.Bytes);

    /// <summary>The largest unit that divides the size evenly, so that the text reads back as the same size.</summary>
    public override string ToString()
    {
        var bytes = Bytes;
        var (unit, factor) = bytes == 0 ? ("MB", 1L) : Array.Find(Units, entry => bytes % entry.Factor == 0);
        return string.Create(CultureInfo.InvariantCulture, $"{bytes / factor}{unit}");
    }

    /// <summary>Compares by bytes.</summary>
    public static bool operator <(ByteSize left, ByteSize right) => left.Bytes < right.Bytes;

    /// <summary>Compares by bytes.</summary>
    public static bool operator >(ByteSize left, ByteSize right) => left.Bytes > right.Bytes;

    /// <summary>Compares by bytes.</summary>
    public static bool operator <=(ByteSize left, ByteSize right) => left.Bytes <= right.Bytes;

    /// <summary>Compares by bytes.</summary>
    public static bool operator >=(ByteSize left, ByteSize right) => left.Bytes >= right.Bytes;
}
