using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;

namespace AsyncLoad.Tracing.Digests;

/// <summary>How a digest becomes JSON and comes back unchanged: camelCase, enums as words, nulls kept, unknown and missing members refused.</summary>
public static class TraceDigestJson
{
    /// <summary>The digest as indented JSON.</summary>
    public static string Write(TraceDigest digest) => JsonSerializer.Serialize(digest, TraceDigestContext.Indented.TraceDigest);

    /// <summary>The digest that <see cref="Write"/> wrote.</summary>
    /// <exception cref="JsonException">It is not a digest, or one of another version.</exception>
    public static TraceDigest Read(string json) =>
        JsonSerializer.Deserialize(json, TraceDigestContext.Indented.TraceDigest) ?? throw new JsonException("the digest is null");
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters = [typeof(Words<AllocationSource>), typeof(Words<AdviceFinding>), typeof(Words<AdviceWeight>), typeof(Words<RemedyKind>)],
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true,
    AllowDuplicateProperties = false)]
[JsonSerializable(typeof(TraceDigest))]
internal sealed partial class TraceDigestContext : JsonSerializerContext
{
    public static TraceDigestContext Indented => Contexts.Indented;

    // A separate class, so that the static members of the generated part exist before this is made from them.
    private static class Contexts
    {
        public static readonly TraceDigestContext Indented = new(new JsonSerializerOptions(Default.GeneratedSerializerOptions!)
        {
            WriteIndented = true,
            NewLine = "\n",
            // Output goes to files and pipes, never into HTML: keep quotes and angle brackets readable.
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        });
    }

    /// <summary>Writes a value of an enum as its camelCase name and reads nothing else: no numbers.</summary>
    private sealed class Words<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.CamelCase, allowIntegerValues: false)
        where T : struct, Enum;
}
