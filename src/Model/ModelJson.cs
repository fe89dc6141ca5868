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
[JsonSerializable(typeof(JournalEntry))]
[JsonSerializable(typeof(RunManifest))]
[JsonSerializable(typeof(RunResults))]
public sealed partial class ModelJson : JsonSerializerContext
{
    /// <summary>One line: for the journal.</summary>
    public static ModelJson Line => Configurations.Compact;

    /// <summary>Indented: for files that people open.</summary>
    public static ModelJson Indented => Configurations.Readable;

    // A class of its own: these must come after the generated statics, whose order of initialisation is not ours.
    private static class Configurations
    {
        public static readonly ModelJson Compact = new(With(indented: false));
        public static readonly ModelJson Readable = new(With(indented: true));

        private static JsonSerializerOptions With(bool indented) => new(Default.GeneratedSerializerOptions!)
        {
            WriteIndented = indented,
            NewLine = "\n",
            // Output goes to files and pipes, never into HTML: keep quotes and angle brackets readable.
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        };
    }
}
