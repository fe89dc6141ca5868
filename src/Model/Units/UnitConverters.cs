using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace AsyncLoad.Model.Units;

internal sealed class ByteSizeConverter : JsonConverter<ByteSize>
{
    public override ByteSize Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        ByteSize.TryParse(reader.GetString() ?? "", out var size) ? size : throw new JsonException("not a size such as 64KB or 200MB");

    public override void Write(Utf8JsonWriter writer, ByteSize value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.ToString());
}

internal sealed class DurationConverter : JsonConverter<Duration>
{
    public override Duration Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Duration.TryParse(reader.GetString() ?? "", out var duration) ? duration : throw new JsonException("not a duration such as 10ms or 2s");

    public override void Write(Utf8JsonWriter writer, Duration value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.ToString());
}

internal sealed class NanosecondsConverter : JsonConverter<Nanoseconds>
{
    public override Nanoseconds Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetInt64());

    public override void Write(Utf8JsonWriter writer, Nanoseconds value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Value);
}

/// <summary>Numbers with a unit, as people write them in settings.</summary>
internal static class UnitText
{
    /// <summary>Reads a whole or decimal number that ends with one of some units, as a number of the smallest; fractions of that are dropped.</summary>
    /// <param name="text">What was written.</param>
    /// <param name="units">A unit that ends with another one comes before it.</param>
    /// <returns>Null when the text has none of the units, or is negative, no number or too large.</returns>
    public static long? Read(string text, IReadOnlyList<(string Unit, long Factor)> units)
    {
        var (unit, factor) = units.FirstOrDefault(one => text.EndsWith(one.Unit, StringComparison.Ordinal));
        if (unit is null) return null;
        return decimal.TryParse(text.AsSpan(0, text.Length - unit.Length), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var count) && count <= long.MaxValue / (decimal)factor
            ? (long)(count * factor)
            : null;
    }
}
