using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Lambdas in constructors by the field that they, or what is made of them, is put into: constructors hold the initialisers of fields and properties.</summary>
internal sealed class FieldInitialisers
{
    private const int MostSteps = 100;
    private const int Deepest = 8;

    private readonly AssemblyFile assembly;
    private readonly Dictionary<(string Type, string Method), string> fields = [];

    /// <summary>Reads all constructors once.</summary>
    public FieldInitialisers(AssemblyFile assembly)
    {
        this.assembly = assembly;
        var metadata = assembly.Metadata;
        var constructors = metadata.MethodDefinitions.Where(method => metadata.StringComparer.StartsWith(metadata.GetMethodDefinition(method).Name, ".c"));
        foreach (var constructor in constructors)
        {
            var code = assembly.Code(constructor);
            foreach (var (index, lambda) in Lambdas(code))
            {
                if (Field(code, index) is { } field) Add(lambda, field, 0);
            }
        }
    }

    /// <summary>The field or property that a lambda initialises; null for none.</summary>
    /// <param name="type">Full name of the type that the compiler put the lambda into.</param>
    /// <param name="method">The lambda's name.</param>
    public string? Of(string type, string method) => fields.GetValueOrDefault((type, method));

    // A lambda inside a lambda belongs to the same field.
    private void Add(CalledMethod lambda, string field, int depth)
    {
        if (depth > Deepest || !fields.TryAdd((lambda.Type.Definition, lambda.Name), field) || assembly.Types.Find(lambda.Type.Definition) is not { } type) return;
        var metadata = assembly.Metadata;
        foreach (var method in metadata.GetTypeDefinition(type).GetMethods().Where(method => metadata.StringComparer.Equals(metadata.GetMethodDefinition(method).Name, lambda.Name)))
        {
            foreach (var (_, inner) in Lambdas(assembly.Code(assembly.Methods.CodeOf(method)))) Add(inner, field, depth + 1);
        }
    }

    private IEnumerable<(int Index, CalledMethod Lambda)> Lambdas(IReadOnlyList<IlInstruction> code) =>
        from place in code.Index()
        where place.Item.TakesMethod
        let called = assembly.Called(place.Item.Operand)
        where called is not null && GeneratedName.Parse(called.Name) is GeneratedName.Lambda { Outer: ".ctor" or ".cctor" or "" }
        select (place.Index, called);

    // Follows the delegate, and what is made of it, to the field.
    private string? Field(IReadOnlyList<IlInstruction> code, int lambda)
    {
        var above = 0;
        for (var at = lambda + 1; at < code.Count && at < lambda + MostSteps; at++)
        {
            if (code[at].Code == ILOpCode.Dup && above == 0)
            {
                above++;
                continue;
            }

            if (StackEffect.Of(code[at], assembly) is not { } effect) return null;
            if (effect.Takes > above && code[at].Code is ILOpCode.Stfld or ILOpCode.Stsfld) return Name(code[at].Operand);
            if (effect.Takes > above && effect.Leaves == 0) return null;
            above = Math.Max(0, above - effect.Takes) + (effect.Takes > above ? 0 : effect.Leaves);
        }

        return null;
    }

    // The field behind a property bears its name.
    private string? Name(int token) => assembly.FieldOf(token) is { } name ? GeneratedName.Parse(name) is GeneratedName.Other property ? property.Name : name : null;
}
