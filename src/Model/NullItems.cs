using System.Text.Json;

namespace AsyncLoad.Model;

/// <summary>Finds nulls where the serializer does not look for them: among the items of a list, and among the values of a map.</summary>
internal static class NullItems
{
    // Members that are maps, by their names: a null there is no member that is left out.
    private static readonly string[] Maps = ["parameters", "gcConfiguration", "readBack", "missing", "rates", "loadOverhead"];

    /// <summary>Reads the text to its end.</summary>
    /// <exception cref="JsonException">There is one, or the text is no JSON.</exception>
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
                    // A value that is no map after all.
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
