namespace AsyncLoad.Tracing.Metadata;

/// <summary>Recognises members that are declared in two parts, which no metadata shows: both have to return the same type.</summary>
internal static class PartialMember
{
    /// <summary>What the compiler of C# says when only one part changes; null for a member in one part, and where its source file is not here.</summary>
    public static string? ErrorOf(MethodFacts method)
    {
        if (method.Assembly.Language != SourceLanguage.CSharp || method.Assembly.Lines.Before(method.Handle) is not { } text) return null;
        return !Declarations(text, method).FirstOrDefault() ? null : Accessor.Reads(method.Called.Name) ? "CS9255" : "CS8817";
    }

    /// <summary>The generated file that has the other part; null where a developer writes both.</summary>
    public static string? GeneratedPart(MethodFacts method) =>
        GeneratedCode.FileBeside(method) is { } file && method.Assembly.Lines.TextsOf(method, path => !GeneratedCode.Writes(path, method.Assembly.Lines)).SelectMany(text => Declarations(text, method)).Count(isPartial => isPartial) < 2 ? file : null;

    private static string NameOf(MethodFacts method) => !Accessor.Reads(method.Called.Name) ? method.Called.Name : method.Called is { Name: "get_Item", Signature.ParameterTypes.Length: > 0 } ? "this" : Accessor.Property(method.Called.Name);

    // Whether each declaration of that name is partial, the last first: in front of its code, that is its own. A call has no type in front of it.
    private static IEnumerable<bool> Declarations(string text, MethodFacts method)
    {
        var name = NameOf(method);
        List<string> tokens = [.. Tokens.Of(text)];
        for (var at = tokens.Count - 2; at > 0; at--)
        {
            if (tokens[at] != name || tokens[at + 1] is not ("(" or "<" or "[" or "{" or "=>") || !EndsType(tokens[at - 1])) continue;
            var start = at;
            while (start > 0 && tokens[start - 1] is not (";" or "{" or "}")) start--;
            yield return tokens[start..at].Contains("partial");
        }
    }

    private static bool EndsType(string token) => token is ">" or "?" or "Task" or "ValueTask";
}
