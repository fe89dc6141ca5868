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
