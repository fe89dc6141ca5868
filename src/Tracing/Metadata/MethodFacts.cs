using System.Reflection;
using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>What metadata says of a method.</summary>
/// <param name="CSharp">The method as C#, without its namespace.</param>
/// <param name="Namespace">Its namespace; empty for none.</param>
/// <param name="Called">How code names it that calls it.</param>
/// <param name="IsAsync">Whether it is written with <c>async</c>.</param>
internal sealed record MethodFacts(
    AssemblyFile Assembly,
    MethodDefinitionHandle Handle,
    string CSharp,
    string Namespace,
    TypeParameters Names,
    CalledMethod Called,
    bool IsAsync,
    bool IsPooled)
{
    /// <summary>What it returns.</summary>
    public ReturnShape Returns => ReturnShapes.Of(Called.Signature.ReturnType);

    /// <summary>Its instructions; those of its state machine where it is async.</summary>
    public IReadOnlyList<IlInstruction> Code => Assembly.Code(Assembly.Methods.CodeOf(Handle));

    /// <summary>Where its code begins; null without a PDB.</summary>
    public SourcePoint? Source => Assembly.Lines.Of(Handle);

    /// <summary>Whether it reads a property that can be written too: both have the type of the property.</summary>
    public bool HasSetter => Accessor.Reads(Called.Name) && Assembly.Methods.Names(Called.Type).Contains(Accessor.WriterOf(Accessor.Property(Called.Name)));

    /// <summary>The type that declares it.</summary>
    public TypeDefinitionHandle Type => Assembly.Metadata.GetMethodDefinition(Handle).GetDeclaringType();

    /// <summary>Whether another method may run in its place.</summary>
    public bool IsVirtual => Attributes.HasFlag(MethodAttributes.Virtual);

    /// <summary>What the metadata says of it.</summary>
    public MethodAttributes Attributes => Assembly.Metadata.GetMethodDefinition(Handle).Attributes;

    public bool IsLambda => GeneratedName.Parse(Called.Name) is GeneratedName.Lambda || GeneratedName.Parse(Called.Type.Last) is GeneratedName.PartOfFunction;

    /// <summary>Whether it was compiled for runtime async: then it is async, and has no state machine.</summary>
    public bool IsRuntimeAsync { get; init; }

    /// <summary>Whether its <c>AsyncMethodBuilder</c> attribute names another builder than the pooling one.</summary>
    public bool HasOwnBuilder { get; init; }
}
