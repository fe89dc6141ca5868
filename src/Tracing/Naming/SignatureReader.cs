using System.Globalization;
using System.Text;

namespace AsyncLoad.Tracing.Naming;

/// <summary>What a method takes and returns.</summary>
/// <param name="Returns">Type of the result; <c>System.Void</c> for none, null where it is not stated.</param>
/// <param name="Parameters">Types of its parameters, in order.</param>
internal sealed record MethodSignature(NamedType? Returns, IReadOnlyList<NamedType> Parameters)
{
    /// <summary>Reads what the runtime writes beside the name of a method, such as <c>instance class System.String  (int32,!!0)</c>.</summary>
    /// <returns>Null when that is no signature.</returns>
    public static MethodSignature? Parse(string text) => new SignatureReader(text).Read();
}

/// <summary>
/// Reads signatures of methods as the runtime prints them in its method events: <c>instance value class System.Decimal  (class System.String,!!0)</c>.
/// Nested types come without the types around them.
/// </summary>
internal sealed class SignatureReader(string text)
{
    private const int Deepest = 50;

    private static readonly string[] Prefixes = ["class ", "valuetype ", "value class ", "value ", "pinned "];

    private static readonly string[] CallPrefixes = ["instance ", "explicit ", "vararg ", "unmanaged cdecl ", "unmanaged stdcall ", "unmanaged thiscall ", "unmanaged fastcall ", "unmanaged ", "generic "];

    private static readonly string[] Modifiers = [" modreq(", " modopt("];

    private static readonly Dictionary<string, string> Primitives = new(StringComparer.Ordinal)
    {
        ["void"] = "Void",
        ["bool"] = "Boolean",
        ["char"] = "Char",
        ["wchar"] = "Char",
        ["int8"] = "SByte",
        ["unsigned int8"] = "Byte",
        ["int16"] = "Int16",
        ["unsigned int16"] = "UInt16",
        ["int32"] = "Int32",
        ["unsigned int32"] = "UInt32",
        ["int64"] = "Int64",
        ["unsigned int64"] = "UInt64",
        ["float32"] = "Single",
        ["float64"] = "Double",
        ["native int"] = "IntPtr",
        ["native unsigned int"] = "UIntPtr",
        ["string"] = "String",
        ["object"] = "Object",
        ["refany"] = "TypedReference",
    };

    private int at;

    /// <summary>The whole text; null when it is no signature.</summary>
    public MethodSignature? Read()
    {
        while (Skip(CallPrefixes))
        {
        }

        var returns = Next == '(' ? null : Awaited() ?? Type(0);
        SkipSpaces();
        if (Next != '(' || (returns is null && at > 0)) return null;
        return List(')', 0) is { } parameters ? new MethodSignature(returns, parameters) : null;
    }

    private char Next => at < text.Length ? text[at] : '\0';

    // The code of a method of runtime async returns its result: the task that is in the source stands before it.
    private NamedType? Awaited()
    {
        if (!Skip(["required_modifier "])) return null;
        var task = NamedType.Plain(Word());
        SkipSpaces();
        return Type(0) is not { } result || task.Last is "Task" or "ValueTask" ? task : task with { Arguments = [result] };
    }

    private List<NamedType>? List(char close, int depth)
    {
        at++;
        var types = new List<NamedType>();
        SkipSpaces();
        while (Next != close)
        {
            if (types.Count > 0)
            {
                if (Next != ',') return null;
                at++;
            }

            if (Type(depth + 1) is not { } type) return null;
            types.Add(type);
            SkipSpaces();
        }

        at++;
        return types;
    }

    private NamedType? Type(int depth)
    {
        SkipSpaces();
        while (Skip(Prefixes)) SkipSpaces();
        if (depth > Deepest || Named() is not { } type) return null;
        if (Next == '<')
        {
            if (List('>', depth) is not { } arguments) return null;
            type = type with { Arguments = arguments };
        }

        return Suffix() is { } suffix ? type with { Suffix = suffix } : null;
    }

    private NamedType? Named()
    {
        if (Next == '!') return Parameter();
        var word = Word();
        while (word is "unsigned" or "native" or "native unsigned" && Next == ' ')
        {
            at++;
            word += " " + Word();
        }

        if (word.Length == 0) return null;
        return Primitives.TryGetValue(word, out var primitive) ? new NamedType("System", [primitive], [], "") : NamedType.Plain(word);
    }

    private NamedType? Parameter()
    {
        at++;
        var ofMethod = Next == '!';
        if (ofMethod) at++;
        var start = at;
        while (char.IsAsciiDigit(Next)) at++;
        return int.TryParse(text.AsSpan(start, at - start), NumberStyles.None, CultureInfo.InvariantCulture, out var index)
            ? NamedType.Parameter(ofMethod, index)
            : null;
    }

    private string Word()
    {
        var start = at;
        var open = 0;
        while (at < text.Length)
        {
            var character = text[at];
            if (open == 0 && character is ' ' or ',' or '(' or ')' or '[' or ']' or '&' or '*') break;
            // Where a name begins, an angle bracket belongs to it; later it begins the arguments.
            if (character == '<' && open == 0 && !AtNameStart(start)) break;
            if (character == '<') open++;
            if (character == '>' && --open < 0) break;
            at++;
        }

        return text[start..at];
    }

    private bool AtNameStart(int start) => at == start || text[at - 1] is '.' or '+' or '/';

    private string? Suffix()
    {
        var suffix = new StringBuilder();
        while (true)
        {
            var modified = Skip(Modifiers);
            if (modified || Next == '[')
            {
                var array = !modified;
                var end = text.IndexOf(array ? ']' : ')', at);
                if (end < 0) return null;
                if (array) suffix.Append('[').Append(',', text.AsSpan(at, end - at).Count(',')).Append(']');
                at = end + 1;
            }
            else if (Next is '*' or '&')
            {
                suffix.Append(text[at++]);
            }
            else
            {
                return suffix.ToString();
            }
        }
    }

    private bool Skip(string[] words)
    {
        foreach (var word in words)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) continue;
            at += word.Length;
            return true;
        }

        return false;
    }

    private void SkipSpaces()
    {
        while (Next == ' ') at++;
    }
}
