using System.Globalization;
using System.Text;
using System.Text.Json;

namespace AsyncLoad.Harness.Planning.Json;

/// <summary>A JSON value with its place in the text, which error messages name.</summary>
/// <param name="At">Where its first character stands.</param>
internal abstract record JsonTree(Place At)
{
    /// <summary>What it is, in words for messages.</summary>
    public abstract string What { get; }

    /// <summary>A string.</summary>
    public sealed record Text(Place At, string Value) : JsonTree(At)
    {
        public override string What => Printable.Quote(Value);
    }

    /// <summary>A number, kept as it was written.</summary>
    public sealed record Number(Place At, string Written) : JsonTree(At)
    {
        public override string What => Printable.Shorten(Written);
    }

    /// <summary><c>true</c> or <c>false</c>.</summary>
    public sealed record Flag(Place At, bool Value) : JsonTree(At)
    {
        public override string What => Value ? "true" : "false";
    }

    /// <summary><c>null</c>: the same as leaving the member out.</summary>
    public sealed record Null(Place At) : JsonTree(At)
    {
        public override string What => "null";
    }

    /// <summary>An array.</summary>
    public sealed record List(Place At, IReadOnlyList<JsonTree> Items) : JsonTree(At)
    {
        public override string What => "a list";
    }

    /// <summary>An object; of a member written twice only the first is kept.</summary>
    public sealed record Object(Place At, IReadOnlyList<JsonMember> Members) : JsonTree(At)
    {
        public override string What => "an object";

        /// <summary>The value of a member, or null when it is not there.</summary>
        public JsonTree? this[string name] => Members.FirstOrDefault(member => member.Name == name)?.Value;

        /// <summary>The same object with a member replaced, or added at its end.</summary>
        public Object With(string name, JsonTree value)
        {
            var member = new JsonMember(name, value.At, value);
            return this[name] is null
                ? this with { Members = [.. Members, member] }
                : this with { Members = [.. Members.Select(old => old.Name == name ? member : old)] };
        }
    }
}

/// <summary>A member of an object.</summary>
/// <param name="Name">Its name, unescaped.</param>
/// <param name="At">Where its name stands.</param>
internal sealed record JsonMember(string Name, Place At, JsonTree Value);

/// <summary>
/// JSON text → <see cref="JsonTree"/>. Comments and trailing commas are allowed. A member written twice is an error.
/// Text that is not JSON is a single error, since nothing after it can be trusted.
/// </summary>
internal static class JsonTreeParser
{
    private static readonly JsonReaderOptions Options = new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip };

    /// <summary>Reads one JSON value and nothing after it.</summary>
    /// <param name="source">Name of the file, as errors show it.</param>
    /// <param name="utf8">Its content, with or without a byte order mark.</param>
    /// <param name="errors">Receives what is wrong.</param>
    /// <returns>The tree, or null when the text is not JSON.</returns>
    public static JsonTree? Parse(string source, ReadOnlySpan<byte> utf8, ProfileErrors errors)
    {
        var text = utf8.StartsWith(Encoding.UTF8.Preamble) ? utf8[Encoding.UTF8.Preamble.Length..] : utf8;
        var reader = new Utf8JsonReader(text, Options);
        var build = new TreeBuilder(new LineMap(source, text.ToArray()), errors);
        try
        {
            if (IsBlank(text))
            {
                errors.Add(build.Lines.At(0), "malformed JSON: there is no value, only white space or comments");
                return null;
            }

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
            // What GetString throws for bytes or escapes that are not Unicode text.
            errors.Add(build.Lines.At(reader.TokenStartIndex), "malformed JSON: not valid Unicode text");
            return null;
        }
    }

    // The framework's message for blank text is about the reader's arguments, so blank text is detected here.
    private static bool IsBlank(ReadOnlySpan<byte> text)
    {
        byte[] lines = [.. text, (byte)'\n'];
        var more = new Utf8JsonReader(lines, isFinalBlock: false, new JsonReaderState(Options));
        try
        {
            return !more.Read() && more.BytesConsumed == lines.Length;
        }
        catch (JsonException)
        {
            // The caller meets the same error again, and reports its place.
            return false;
        }
    }

    // The framework's messages end with a position, counted from 0 and in bytes. That of a text that ends too early speaks of a depth first.
    private static string Reason(JsonException exception)
    {
        var message = exception.Message;
        if (message.StartsWith("Expected depth to be zero", StringComparison.Ordinal)) return "it ends inside an object or array: close that with } or ]";
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

/// <summary>Byte offsets of a text → lines and columns as editors count them: from 1, columns in UTF-16 units. Not thread-safe.</summary>
internal sealed class LineMap
{
    private readonly string source;
    private readonly byte[] text;
    private readonly List<int> starts = [0];

    // Places are asked for in the order of the text, and a file may be one long line: the next one is counted from here.
    private (int Line, int End, int Column) newest;

    public LineMap(string source, byte[] text)
    {
        (this.source, this.text) = (source, text);
        for (var offset = 0; offset < text.Length; offset++)
        {
            if (text[offset] == (byte)'\n') starts.Add(offset + 1);
        }
    }

    /// <summary>The place of a byte.</summary>
    public Place At(long offset)
    {
        var end = (int)Math.Min(offset, text.Length);
        var found = starts.BinarySearch(end);
        // A miss gives the complement of the next line's index.
        var line = found >= 0 ? found : ~found - 1;
        var (from, before) = newest.Line == line && newest.End <= end ? (newest.End, newest.Column) : (starts[line], 0);
        var column = before + Encoding.UTF8.GetCharCount(text.AsSpan(from, end - from));
        newest = (line, end, column);
        return new Place(source, line + 1, column + 1);
    }

    /// <summary>The place of a byte in a line, both counted from 0.</summary>
    public Place At(long line, long byteInLine) => At(starts[(int)Math.Min(line, starts.Count - 1)] + byteInLine);
}

/// <summary>Where a value was written: in a file, or in an argument of the command line.</summary>
/// <param name="Source">The file as the user named it, or the argument, such as <c>--set measure.slices</c>.</param>
/// <param name="Line">Line in the file, from 1; null for an argument.</param>
/// <param name="Column">Column in UTF-16 units, from 1; null for an argument.</param>
internal readonly record struct Place(string Source, int? Line = null, int? Column = null)
{
    /// <summary>Whether it lies in an argument, and not in a file that the user has to edit.</summary>
    public bool IsArgument => Line is null;

    /// <summary>Whether it is an option that the user gave, and not what a command adds by itself.</summary>
    public bool IsOption => IsArgument && Source.StartsWith("--", StringComparison.Ordinal);

    /// <summary><c>file:line:column</c>, or the argument.</summary>
    public override string ToString() =>
        IsArgument ? Source : string.Create(CultureInfo.InvariantCulture, $"{Source}:{Line}:{Column}");
}
