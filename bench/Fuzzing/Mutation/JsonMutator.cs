using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace AsyncLoad.Fuzzing.Mutation;

/// <summary>Changes JSON and leaves it JSON, so that what reads it gets past the syntax: values swapped, removed, repeated, nested, made extreme.</summary>
internal sealed class JsonMutator
{
    private static readonly JsonSerializerOptions Written = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, MaxDepth = 1_000 };

    private static readonly string[] Odd =
    [
        "null", "true", "false", "0", "1", "-1", "-0.0", "0.5", "1e308", "1e999", "-1e999", "1e-320", "2147483647", "2147483648", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "100000", "\"\"", "\" \"", "\"NaN\"", "\"0ms\"", "\"1e9s\"", "\"9999999h\"", "\"8589934591GB\"", "\"-1KB\"", "\"..\"", "\"\\u0000\"", "\"\\u202e\"", "\"😀\"", "[]", "{}",
        "[0]", "[null]", "{\"\":0}", "{\"kind\":\"\"}", "{\"kind\":\"pair\"}", "\"0001-01-01T00:00:00Z\"", "\"9999-12-31T23:59:59.9999999+14:00\"",
    ];

    private readonly JsonNode[] seeds;
    private readonly JsonNode?[] odd = [.. Odd.Select(text => JsonNode.Parse(text))];
    private readonly string[] words;

    /// <summary>Takes seeds, and the words in them.</summary>
    public JsonMutator(IEnumerable<byte[]> seeds)
    {
        var comments = new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };
        this.seeds = [.. seeds.Select(seed => JsonNode.Parse(seed, documentOptions: comments)!)];
        words = [.. this.seeds.SelectMany(Words).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal), "", "\0", "\u202E", new string('x', 2_000)];
    }

    /// <summary>A seed with a few changes, as one line.</summary>
    public byte[] Make(Dice dice)
    {
        var root = dice.Of(seeds).DeepClone();
        for (var changes = 1 + dice.Below(4); changes > 0; changes--) Change(root, dice);
        return Encoding.UTF8.GetBytes(root.ToJsonString(Written));
    }

    private void Change(JsonNode root, Dice dice)
    {
        var all = Containers(root).ToList();
        if (all.Count == 0) return;
        var container = dice.Of(all);
        if (container is JsonArray array) ChangeArray(array, all, dice);
        else ChangeObject((JsonObject)container, all, dice);
    }

    private void ChangeArray(JsonArray array, List<JsonNode> all, Dice dice)
    {
        if (array.Count == 0 || dice.OneIn(6))
        {
            array.Add(Value(null, all, dice));
            return;
        }

        var at = dice.Below(array.Count);
        switch (dice.Below(4))
        {
            case 0: array.RemoveAt(at); break;
            case 1: array.Add(array[at]?.DeepClone()); break;
            case 2 when dice.OneIn(3): array.Clear(); break;
            default: array[at] = Value(array[at], all, dice); break;
        }
    }

    private void ChangeObject(JsonObject json, List<JsonNode> all, Dice dice)
    {
        if (json.Count == 0 || dice.OneIn(8))
        {
            json[dice.Of(words)] = Value(null, all, dice);
            return;
        }

        var name = json.GetAt(dice.Below(json.Count)).Key;
        if (dice.OneIn(8)) json.Remove(name);
        else json[name] = Value(json[name], all, dice);
    }

    private JsonNode? Value(JsonNode? before, List<JsonNode> all, Dice dice) => dice.Below(8) switch
    {
        0 => dice.Of(all).DeepClone(),
        1 => JsonValue.Create(dice.Of(words)),
        2 => Nested(before, dice),
        < 6 when before?.GetValueKind() is JsonValueKind.Number => Number(before, dice),
        < 6 when before?.GetValueKind() is JsonValueKind.String => JsonValue.Create(Text(before.GetValue<string>(), dice)),
        _ => dice.Of(odd)?.DeepClone(),
    };

    private static JsonNode? Nested(JsonNode? value, Dice dice)
    {
        var nested = value?.DeepClone();
        for (var depth = dice.OneIn(4) ? 70 : 1 + dice.Below(3); depth > 0; depth--) nested = dice.OneIn(2) ? new JsonArray(nested) : new JsonObject { ["x"] = nested };
        return nested;
    }

    // A little beside the right one goes deeper than an extreme.
    private static JsonNode? Number(JsonNode before, Dice dice)
    {
        var written = before.ToJsonString();
        return double.TryParse(written, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) && double.IsFinite(value)
            ? dice.Below(6) switch
            {
                0 => JsonValue.Create(-value),
                1 => JsonValue.Create(value + 1),
                2 => JsonValue.Create(value - 1),
                3 => JsonValue.Create(value / 2),
                4 => JsonValue.Create(Math.Clamp(value * 1e6, -1e300, 1e300)),
                _ => JsonValue.Create(0),
            }
            : before.DeepClone();
    }

    private string Text(string text, Dice dice) => dice.Below(4) switch
    {
        0 => text + dice.Of(words),
        1 => text[..dice.Below(text.Length + 1)],
        2 => text.Insert(dice.Below(text.Length + 1), ((char)dice.Below(0xD800)).ToString()),
        _ => dice.Of(words),
    };

    private static IEnumerable<JsonNode> Containers(JsonNode? node) => node switch
    {
        JsonArray array => array.SelectMany(Containers).Prepend(array),
        JsonObject json => json.SelectMany(member => Containers(member.Value)).Prepend(json),
        _ => [],
    };

    private static IEnumerable<string> Words(JsonNode? node) => node switch
    {
        JsonArray array => array.SelectMany(Words),
        JsonObject json => json.SelectMany(member => Words(member.Value).Prepend(member.Key)),
        JsonValue value when value.GetValueKind() == JsonValueKind.String => [value.GetValue<string>()],
        _ => [],
    };
}
