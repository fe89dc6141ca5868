namespace AsyncLoad.Tracing.Metadata;

/// <summary>Recognises members that are declared in two parts, which no metadata shows: both have to return the same type.</summary>
internal static class PartialMember
{
    /// <summary>What the compiler of C# says when only one part changes; null for a member in one part, and where its source file is not here.</summary>
    public static string? ErrorOf(MethodFacts method)
    {
        if (method.Assembly.Language != SourceLanguage.CSharp || method.Assembly.Lines.Before(method.Handle) is not { } text) return null;
        var isProperty = Accessor.Reads(method.Called.Name);
        return !IsPartial([.. Tokens.Of(text)], isProperty ? PropertyOf(method) : method.Called.Name) ? null : isProperty ? "CS9255" : "CS8817";
    }

    private static string PropertyOf(MethodFacts method) => method.Called is { Name: "get_Item", Signature.ParameterTypes.Length: > 0 } ? "this" : Accessor.Property(method.Called.Name);

    // Its own declaration is the last of that name before its code. A call has no type in front of it.
    private static bool IsPartial(List<string> tokens, string name)
    {
        for (var at = tokens.Count - 2; at > 0; at--)
        {
            if (tokens[at] != name || tokens[at + 1] is not ("(" or "<" or "[" or "{" or "=>") || !EndsType(tokens[at - 1])) continue;
            var start = at;
            while (start > 0 && tokens[start - 1] is not (";" or "{" or "}")) start--;
            return tokens[start..at].Contains("partial");
        }

        return false;
    }

    private static bool EndsType(string token) => token is ">" or "?" or "Task" or "ValueTask";
}
