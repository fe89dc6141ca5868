using System.Text;
using System.Text.Json;

namespace AsyncLoad.Harness.Planning.Json;

/// <summary>
/// JSON text → <see cref="JsonTree"/>. Comments and trailing commas are allowed; a member written twice is an error;
/// text that is no JSON is one error, since nothing after it can be trusted.
/// </summary>
internal static class JsonTreeParser
{
    private static readonly JsonReaderOptions Options = new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip };

    /// <summary>Reads one JSON value and nothing after it.</summary>
    /// <param name="source">Name of the file, as errors show it.</param>
    /// <param name="utf8">Its content, with or without a byte order mark.</param>
    /// <param name="errors">Receives what is wrong.</param>
    /// <returns>The tree, or null when the text is no JSON.</returns>
    public static JsonTree? Parse(string source, ReadOnlySpan<byte> utf8, ProfileErrors errors)
    {
        var text = utf8.StartsWith(Encoding.UTF8.Preamble) ? utf8[Encoding.UTF8.Preamble.Length..] : utf8;
        var reader = new Utf8JsonReader(text, Options);
        var build = new TreeBuilder(new LineMap(source, text.ToArray()), errors);
        try
        {
            reader.Read();
            var tree = build.Value(ref reader);
            reader.Read();
            return tree;
        }
        catch (JsonException exception)
        {
            errors.Add(build.Lines.At(exception.LineNumber ?? 0, exception.BytePositionInLine ?? 0), $"malformed JSON: {Reason(exception)}");
            return null;
        }
        catch (InvalidOperationException)
        {
            // What GetString throws for bytes or escapes that are no Unicode text.
            errors.Add(build.Lines.At(reader.TokenStartIndex), "malformed JSON: not valid Unicode text");
            return null;
        }
    }

    // The framework ends its sentences with a position of its own, from 0 and in bytes.
    private static string Reason(JsonException exception)
    {
        var message = exception.Message;
        var position = message.IndexOf(" LineNumber:", StringComparison.Ordinal);
        return Printable.Text(position < 0 ? message : message[..position]);
    }

    private sealed class TreeBuilder(LineMap lines, ProfileErrors errors)
    {
        public LineMap Lines { get; } = lines;

        public JsonTree Value(ref Utf8JsonReader reader)
        {
            var at = Lines.At(reader.TokenStartIndex);
            return reader.TokenType switch
            {
                JsonTokenType.StartObject => Object(ref reader, at),
                JsonTokenType.StartArray => List(ref reader, at),
                JsonTokenType.String => new JsonTree.Text(at, reader.GetString()!),
                JsonTokenType.Number => new JsonTree.Number(at, Encoding.ASCII.GetString(reader.ValueSpan)),
                JsonTokenType.True => new JsonTree.Flag(at, true),
                JsonTokenType.False => new JsonTree.Flag(at, false),
                _ => new JsonTree.Null(at),
            };
        }

        private JsonTree.List List(ref Utf8JsonReader reader, Place at)
        {
            var items = new List<JsonTree>();
            while (reader.Read() && reader.TokenType != JsonTokenType.EndArray) items.Add(Value(ref reader));
            return new JsonTree.List(at, items);
        }

        private JsonTree.Object Object(ref Utf8JsonReader reader, Place at)
        {
            var members = new List<JsonMember>();
            var seen = new Dictionary<string, Place>(StringComparer.Ordinal);
            while (reader.Read() && reader.TokenType != JsonTokenType.EndObject)
            {
                var nameAt = Lines.At(reader.TokenStartIndex);
                var name = reader.GetString()!;
                reader.Read();
                var value = Value(ref reader);
                if (seen.TryAdd(name, nameAt)) members.Add(new JsonMember(name, nameAt, value));
                else errors.Add(nameAt, $"duplicate member {Printable.Quote(name)}, first written in line {seen[name].Line}");
            }

            return new JsonTree.Object(at, members);
        }
    }
}
