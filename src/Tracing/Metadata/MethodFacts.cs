using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>What metadata says of a method.</summary>
/// <param name="CSharp">The method as C#, without its namespace.</param>
/// <param name="Namespace">Its namespace; empty for none.</param>
/// <param name="Called">How code names it that calls it.</param>
/// <param name="IsAsync">Whether it is written with <c>async</c>.</param>
/// <param name="Contract">What it implements or overrides.</param>
internal sealed record MethodFacts(
    AssemblyFile Assembly,
    MethodDefinitionHandle Handle,
    string CSharp,
    string Namespace,
    TypeParameters Names,
    CalledMethod Called,
    bool IsAsync,
    bool IsPooled,
    MethodContract Contract)
{
    /// <summary>What it hands back.</summary>
    public ReturnShape Returns => ReturnShapes.Of(Called.Signature.ReturnType);

    public bool IsLambda => GeneratedName.Parse(Called.Name) is GeneratedName.Lambda;
}

/// <summary>What a method implements or overrides.</summary>
/// <param name="Keys">Keys of the methods by which it may be called instead.</param>
/// <param name="DeclaredBy">Types of the same assembly that declare it too, as C#: they change with it.</param>
/// <param name="FixedBy">The type of the framework that says what it returns, as C#; null when it may be changed.</param>
internal sealed record MethodContract(IReadOnlyList<string> Keys, IReadOnlyList<string> DeclaredBy, string? FixedBy)
{
    public static MethodContract None { get; } = new([], [], null);
}
