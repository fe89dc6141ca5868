using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Model;

/// <summary>
/// The one place that says how records become JSON: camelCase, enums as words, units as their own types write themselves,
/// unknown and missing members refused. Thread-safe.
/// </summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true,
    AllowDuplicateProperties = false)]
[JsonSerializable(typeof(Profile))]
[JsonSerializable(typeof(Plan))]
[JsonSerializable(typeof(Catalogue))]
[JsonSerializable(typeof(HostRequest))]
[JsonSerializable(typeof(HostReply))]
[JsonSerializable(typeof(JournalEntry))]
[JsonSerializable(typeof(RunManifest))]
[JsonSerializable(typeof(RunResults))]
public sealed partial class ModelJson : JsonSerializerContext
{
    private static readonly ModelJson Compact = new(Configured(indented: false));
    private static readonly ModelJson Readable = new(Configured(indented: true));

    /// <summary>One line: for the journal and the protocol.</summary>
    public static ModelJson Line => Compact;

    /// <summary>Indented: for files that people open.</summary>
    public static ModelJson Indented => Readable;

    private static JsonSerializerOptions Configured(bool indented) => new(Default.GeneratedSerializerOptions!)
    {
        WriteIndented = indented,
        NewLine = "\n",
        // Output goes to files and pipes, never into HTML: keep quotes and angle brackets readable.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };
}
