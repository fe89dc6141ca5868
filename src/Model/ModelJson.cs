using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Model;

/// <summary>The one place that says how records become JSON: camelCase, enums as words, units as their types write them, unknown and missing members refused. Thread-safe.</summary>
/// <remarks>
/// The build for .NET 8 is the measured process alone. It writes lines and reads no JSON, so it needs no options of later versions.
/// Reading throws <see cref="JsonException"/>, and <see cref="NotSupportedException"/> where an object does not name its case of a union.
/// </remarks>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters =
    [
        typeof(Finite),
        typeof(Words<Side>),
        typeof(Words<CellPart>),
        typeof(Words<ArrivalSpacing>),
        typeof(Words<AxisUnit>),
        typeof(Words<CrossoverOutcome>),
        typeof(Words<FactState>),
        typeof(Words<BytesChange>),
        typeof(Words<Change>),
        typeof(Words<GateState>),
        typeof(Words<HostCompiler>),
        typeof(Words<InconclusivePolicy>),
        typeof(Words<LoadEngine>),
        typeof(Words<RunStatus>),
        typeof(Words<SettingSource>),
        typeof(Words<Verdict>),
        typeof(Words<VerdictMetric>),
        typeof(Words<TraceSelection>),
    ],
#if NET10_0_OR_GREATER
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true,
    AllowDuplicateProperties = false,
#endif
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(Profile))]
[JsonSerializable(typeof(Plan))]
[JsonSerializable(typeof(Catalogue))]
[JsonSerializable(typeof(JournalEntry))]
[JsonSerializable(typeof(RunManifest))]
[JsonSerializable(typeof(SchemaOf))]
[JsonSerializable(typeof(RunResults))]
[JsonSerializable(typeof(DoctorReport))]
[JsonSerializable(typeof(RunDiff))]
[JsonSerializable(typeof(RunTrend))]
[JsonSerializable(typeof(SelfCheckResult))]
public sealed partial class ModelJson : JsonSerializerContext
{
    /// <summary>One line: for the journal.</summary>
    public static ModelJson Line => Contexts.Line;

    /// <summary>Indented: for files that people open.</summary>
    public static ModelJson Indented => Contexts.Indented;

    /// <summary>Reads results of later versions too, which may have members that this one does not know.</summary>
    public static ModelJson Tolerant => Contexts.Tolerant;

    /// <summary>A value of an enum as JSON and messages write it: <c>candidate</c>, <c>completesSynchronously</c>.</summary>
    public static string Word<T>(T value)
        where T : struct, Enum => JsonNamingPolicy.CamelCase.ConvertName(value.ToString());

    /// <summary>Reads what another program may have written, with or without a byte order mark: nulls are refused in lists and maps too.</summary>
    /// <exception cref="JsonException">It is not such a record; nothing else is thrown.</exception>
    public static T Read<T>(ReadOnlySpan<byte> utf8, JsonTypeInfo<T> type)
    {
        var text = utf8.StartsWith(Encoding.UTF8.Preamble) ? utf8[Encoding.UTF8.Preamble.Length..] : utf8;
        NullItems.Refuse(text);
        try
        {
            return JsonSerializer.Deserialize(text, type) ?? throw new JsonException("holds null");
        }
        catch (NotSupportedException unsaid)
        {
            throw new JsonException(unsaid.Message, unsaid);
        }
    }

    private static JsonSerializerOptions Configured(bool indented) => new(Default.GeneratedSerializerOptions!)
    {
        WriteIndented = indented,
#if NET10_0_OR_GREATER
        NewLine = "\n",
#endif
        // Output goes to files and pipes, never into HTML: keep quotes and angle brackets readable.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    // In a nested class, so that the statics of the generated half are initialised before these read them.
    private static class Contexts
    {
        public static readonly ModelJson Line = new(Configured(indented: false));
        public static readonly ModelJson Indented = new(Configured(indented: true));
        public static readonly ModelJson Tolerant = new(new JsonSerializerOptions(Configured(indented: false)) { UnmappedMemberHandling = JsonUnmappedMemberHandling.Skip });
    }

    /// <summary>Refuses numbers beyond what a double holds, which would be read as infinite and could not be written again.</summary>
    private sealed class Finite : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            double.IsFinite(reader.GetDouble()) ? reader.GetDouble() : throw new JsonException("a number is out of range");

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) => writer.WriteNumberValue(value);
    }

    /// <summary>Writes a value of an enum as its camelCase name and reads nothing else: no numbers.</summary>
    private sealed class Words<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.CamelCase, allowIntegerValues: false)
        where T : struct, Enum;
}

/// <summary>Finds nulls that the serializer accepts: items of a list, and values of a map.</summary>
internal static class NullItems
{
    // Names of the members that are maps: their values must not be null, unlike members of records.
    private static readonly string[] Maps = ["parameters", "gcConfiguration", "readBack", "missing", "rates", "loadOverhead", "runtimeConfig", "variables", "packages", "builds"];

    /// <summary>Reads the text to its end.</summary>
    /// <exception cref="JsonException">There is one, or the text is not JSON.</exception>
    public static void Refuse(ReadOnlySpan<byte> utf8)
    {
        var reader = new Utf8JsonReader(utf8);
        var within = new Stack<bool>();
        var map = false;
        while (reader.Read())
        {
            switch (reader.TokenType)
            {
                case JsonTokenType.PropertyName:
                    map = IsMap(ref reader);
                    break;
                case JsonTokenType.StartArray:
                    within.Push(true);
                    map = false;
                    break;
                case JsonTokenType.StartObject:
                    within.Push(map);
                    map = false;
                    break;
                case JsonTokenType.EndArray or JsonTokenType.EndObject:
                    within.Pop();
                    break;
                case JsonTokenType.Null when within.TryPeek(out var refuses) && refuses:
                    throw new JsonException("an item of a list or a map is null");
                default:
                    // A value that is not a map.
                    map = false;
                    break;
            }
        }
    }

    private static bool IsMap(ref Utf8JsonReader reader)
    {
        try
        {
            foreach (var name in Maps)
            {
                if (reader.ValueTextEquals(name)) return true;
            }

            return false;
        }
        catch (InvalidOperationException half)
        {
            // An escaped surrogate without its other half, which the reader itself lets pass.
            throw new JsonException(half.Message, half);
        }
    }
}
