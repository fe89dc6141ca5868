using System.Buffers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Tracing.Runs;

/// <summary>
/// Hashes of the evidence, part by part, so that a change can be named. Parts are each member of a manifest and of its plan, each comparison,
/// and what the journal says of each comparison.
/// </summary>
public static class EvidenceParts
{
    private const int ShownDigits = 12;

    /// <summary>The file that says what was planned.</summary>
    public const string ManifestFile = "manifest.json";

    /// <summary>The file that says what was measured.</summary>
    public const string JournalFile = "pairs.jsonl";

    /// <summary>The file that describes what could be measured.</summary>
    public const string CatalogueFile = "catalogue.json";

    /// <summary>The file that has the profile as it was planned.</summary>
    public const string ProfileFile = "profile.resolved.json";

    /// <summary>The beginning of a hash, or of a commit, which is enough for people to compare.</summary>
    public static string FirstDigits(string hash) => hash[..Math.Min(ShownDigits, hash.Length)];

    /// <summary>The parts of a manifest, except the hashes themselves. White space in it does not count.</summary>
    /// <param name="json">The text of a manifest that was read without an error.</param>
    public static IReadOnlyList<EvidencePart> OfManifest(ReadOnlyMemory<byte> json)
    {
        var text = json.Span.StartsWith(Encoding.UTF8.Preamble) ? json[Encoding.UTF8.Preamble.Length..] : json;
        using var manifest = JsonDocument.Parse(text);
        return [.. Members(manifest.RootElement, "").Select(part => new EvidencePart(ManifestFile, part.Name, Hash(part.Value)))];
    }

    /// <summary>What a journal says of each comparison. Lines are hashed as they are, white space included.</summary>
    public static IReadOnlyList<EvidencePart> OfJournal(Stream journal)
    {
        var hashes = new Dictionary<string, byte[]>(StringComparer.Ordinal);
        using var lines = new StreamReader(journal, Encoding.UTF8, leaveOpen: true);
        while (lines.ReadLine() is { } line)
        {
            var text = Encoding.UTF8.GetBytes(line);
            // Each hash is over the one before it, so that the order of lines counts.
            if (Comparison(text) is { } id) hashes[id] = SHA256.HashData([.. hashes.GetValueOrDefault(id) ?? [], .. text]);
        }

        return [.. hashes.Select(entry => new EvidencePart(JournalFile, Comparison(entry.Key), Convert.ToHexStringLower(entry.Value)))];
    }

    private static IEnumerable<(string Name, JsonElement Value)> Members(JsonElement parent, string above) =>
        parent.EnumerateObject().SelectMany(member => (above + member.Name) switch
        {
            "parts" => [],
            "plan" or "plan.measure" => Members(member.Value, $"{above}{member.Name}."),
            "plan.comparisons" or "plan.loadOverhead" => member.Value.EnumerateArray().Select(item => (Comparison(item.GetProperty("id").GetString()!), item)),
            var name => [(name, member.Value)],
        });

    private static string Comparison(string id) => $"comparison {id}";

    // Of the value written again, without its white space.
    private static string Hash(JsonElement value)
    {
        var text = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(text)) value.WriteTo(writer);
        return Convert.ToHexStringLower(SHA256.HashData(text.WrittenSpan));
    }

    // The comparison that a line is about: its id, or all of it where the line adds it. Null where a line names none.
    private static string? Comparison(ReadOnlySpan<byte> line)
    {
        try
        {
            var reader = new Utf8JsonReader(line);
            if (!Find(ref reader, "comparison")) return null;
            return reader.TokenType == JsonTokenType.String || Find(ref reader, "id") ? reader.GetString() : null;
        }
        catch (Exception damaged) when (damaged is JsonException or InvalidOperationException)
        {
            // A damaged line names no comparison, so that the hash of its comparison differs.
            return null;
        }
    }

    // The value of a member of the object that begins here or with the next token.
    private static bool Find(ref Utf8JsonReader reader, string member)
    {
        if (reader.TokenType == JsonTokenType.None) reader.Read();
        if (reader.TokenType != JsonTokenType.StartObject) return false;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var found = reader.ValueTextEquals(member);
            reader.Read();
            if (found) return true;
            reader.Skip();
        }

        return false;
    }
}
