using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>How a method is bound to another.</summary>
internal enum ContractKind
{
    /// <summary>It implements a method of an interface by its name.</summary>
    Implements,

    /// <summary>It implements a method of an interface explicitly.</summary>
    ImplementsExplicitly,

    /// <summary>It overrides a method of a base class.</summary>
    Overrides,
}

/// <summary>A method of an interface or a base class that determines the return type of another.</summary>
/// <param name="Type">The interface or class, as the type that implements it names it.</param>
/// <param name="Assembly">File name of its assembly.</param>
/// <param name="Key">The <see cref="CalledMethod.Key"/> of its method.</param>
/// <param name="IsSure">Whether the type is known to declare it: one whose assembly cannot be read may not.</param>
internal sealed record ContractMember(ContractKind Kind, NamedType Type, string Assembly, string Key, bool IsSure)
{
    /// <summary>The method; null for one of the framework, or of an assembly that cannot be read.</summary>
    public MethodFacts? Method { get; init; }

    /// <summary>The type as C#; with its own names for type parameters that the implementing type has for them too.</summary>
    public string CSharp => Method is { } declared && Type.Arguments.All(argument => argument.IsParameter)
        ? CSharpType.Write(Type with { Arguments = [.. Type.Arguments.Select((_, index) => NamedType.Parameter(ofMethod: false, index))] }, declared.Names)
        : CSharpType.Write(Type, TypeParameters.Unknown);

    /// <summary>What generates its code; null for a developer.</summary>
    public string? Maker => Method is { } declared ? GeneratedCode.MakerOf(declared) : null;

    /// <summary>Whether its interface has code for it, which is called where nothing implements it by its name and with its return type.</summary>
    public bool HasDefault => Kind == ContractKind.Implements && Method is { } declared && declared.Assembly.Metadata.GetMethodDefinition(declared.Handle).RelativeVirtualAddress != 0;

    public bool IsOfFramework => Framework.Owns(Type) || Framework.OwnsFile(Assembly);

    /// <summary>Whether it declares another return type than a method that it binds: one to which a Task converts, or a type parameter for which the Task stands.</summary>
    public bool Varies(MethodFacts method) => Method is { } declared && declared.Called.Signature.ReturnType.Definition != method.Called.Signature.ReturnType.Definition;

    /// <summary>Whether code may call the method by this name.</summary>
    public bool IsNamedBy(CalledMethod called) =>
        called.Key == Key && (Method is null || called.Parameters == Method.Called.Parameters) && MayBe(called.Type.Arguments, Type.Arguments);

    // A call on another instantiation of a generic interface does not call this method.
    private static bool MayBe(IReadOnlyList<NamedType> these, IReadOnlyList<NamedType> those) =>
        these.Count != those.Count || these.Zip(those).All(pair => pair.First.IsOpen || pair.Second.IsOpen || pair.First.Full == pair.Second.Full);
}
