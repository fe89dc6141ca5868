namespace AsyncLoad.Oracle.Grammar;

/// <summary>A method of a class that is generated.</summary>
/// <param name="Attributes">What stands before it.</param>
/// <param name="Declaration">Up to its parameters: <c>public virtual void M11()</c>.</param>
/// <param name="Body">Its statements.</param>
internal sealed record Member(string Name, string Attributes, string Declaration, string Body)
{
    public bool IsVirtual => Declared.IsVirtual(Declaration);

    /// <summary>Whether it names the type parameter of its class, which a derived class does not know.</summary>
    public bool IsGeneric => Declaration.Contains(" T ", StringComparison.Ordinal) || Body.Contains("<T", StringComparison.Ordinal);

    public string Text => $"{Attributes} {Declaration} {{ {Body} }}".TrimStart();

    /// <summary>The same in a class that derives from its class, and there noted by that class.</summary>
    /// <param name="level">The class that it stands in.</param>
    /// <param name="derived">The other one.</param>
    /// <param name="keepsAttributes">Whether they are written again.</param>
    public Member In(string level, string derived, bool keepsAttributes) => this with
    {
        Attributes = keepsAttributes ? Attributes : "",
        Declaration = Declared.Again(Declaration),
        Body = Body.Replace($"\"{level}.", $"\"{derived}.", StringComparison.Ordinal).Replace($"typeof({level})", $"typeof({derived})", StringComparison.Ordinal),
    };
}

/// <summary>Declarations of members.</summary>
internal static class Declared
{
    /// <summary>Whether a derived class may override it.</summary>
    public static bool IsVirtual(string declaration) => declaration.StartsWith("public virtual ", StringComparison.Ordinal) || declaration.StartsWith("public override ", StringComparison.Ordinal);

    /// <summary>The same in a derived class: overridden where it can be, hidden otherwise.</summary>
    public static string Again(string declaration)
    {
        var plain = declaration.Replace("public virtual ", "public override ", StringComparison.Ordinal).Replace("public new ", "public ", StringComparison.Ordinal);
        return IsVirtual(plain) ? plain : plain.Replace("public ", "public new ", StringComparison.Ordinal);
    }
}
