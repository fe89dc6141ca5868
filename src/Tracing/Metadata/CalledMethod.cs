using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>A method as code names it that calls it.</summary>
internal sealed record CalledMethod(NamedType Type, string Name, MethodSignature<NamedType> Signature)
{
    /// <summary>Types that stand for its type parameters where it is called; empty for none.</summary>
    public IReadOnlyList<NamedType> Arguments { get; init; } = [];

    /// <summary>The assembly that declares it, without extension, as the code names it; empty where no code calls it.</summary>
    public string Assembly { get; init; } = "";

    /// <summary>Equal for all overloads with as many parameters, in any instance of a generic type.</summary>
    public string Key => KeyOf(Type.Definition, Name, Signature.ParameterTypes.Length);

    /// <summary>How many type parameters it has, and the types of its parameters; equal for one overload wherever it is called.</summary>
    public string Parameters => FormattableString.Invariant($"{Signature.GenericParameterCount}:{string.Join(',', Signature.ParameterTypes.Select(type => type.Full))}");

    /// <summary>How many values it takes from the stack, itself included where it has one.</summary>
    public int Takes => Signature.ParameterTypes.Length + (Signature.Header.IsInstance ? 1 : 0);

    /// <summary>Whether it leaves a value on the stack.</summary>
    public bool Returns => ReturnShapes.Of(Signature.ReturnType) != ReturnShape.Void;

    public static string KeyOf(string type, string method, int parameters) => FormattableString.Invariant($"{type}::{method}/{parameters}");

    /// <summary>Whether it is the constructor of a delegate: an object and a function.</summary>
    public bool CreatesDelegate => Name == ".ctor" && Signature.ParameterTypes is [{ Definition: "System.Object" }, { Definition: "System.IntPtr" }];

    /// <summary>Whether it is a member of <c>Task</c> or <c>Task&lt;T&gt;</c>.</summary>
    public bool IsOfTask => Type.Definition is "System.Threading.Tasks.Task" or "System.Threading.Tasks.Task`1";

    /// <summary>Whether it is a member of <c>ValueTask</c> or <c>ValueTask&lt;T&gt;</c>.</summary>
    public bool IsOfValueTask => Type.Definition is "System.Threading.Tasks.ValueTask" or "System.Threading.Tasks.ValueTask`1";
}
