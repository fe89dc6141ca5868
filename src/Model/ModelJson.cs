using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Model;

/// <summary>
/// The one place that says how records become JSON: camelCase, enums as words, units as their own types write themselves,
/// unknown and missing members refused. Thread-safe.
/// </summary>
/// <remarks>
/// The build for .NET 8 is the measured process alone: it writes lines and reads no JSON, so it does without what is new in later versions.
/// Reading throws <see cref="JsonException"/>, and <see cref="NotSupportedException"/> where an object does not say which case of a union it is.
/// </remarks>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters =
    [
        typeof(Words<Arm>),
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
[JsonSerializable(typeof(RunResults))]
[JsonSerializable(typeof(DoctorReport))]
[JsonSerializable(typeof(RunDiff))]
[JsonSerializable(typeof(SelfCheckResult))]
public sealed partial class ModelJson : JsonSerializerContext
{
    /// <summary>One line: for the journal.</summary>
    public static ModelJson Line => Contexts.Line;

    /// <summary>Indented: for files that people open.</summary>
    public static ModelJson Indented => Contexts.Indented;

    private static JsonSerializerOptions Configured(bool indented) => new(Default.GeneratedSerializerOptions!)
    {
        WriteIndented = indented,
#if NET10_0_OR_GREATER
        NewLine = "\n",
#endif
        // Output goes to files and pipes, never into HTML: keep quotes and angle brackets readable.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    // Apart, so that the generated half of this type has its statics by the time these are made from them.
    private static class Contexts
    {
        public static readonly ModelJson Line = new(Configured(indented: false));
        public static readonly ModelJson Indented = new(Configured(indented: true));
    }

    /// <summary>Writes a value of an enum as its camelCase name and reads nothing else: no numbers.</summary>
    private sealed class Words<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.CamelCase, allowIntegerValues: false)
        where T : struct, Enum;
}
