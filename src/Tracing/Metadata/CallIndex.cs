using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Where an assembly calls methods that can be awaited.</summary>
internal sealed class CallIndex
{
    // Arguments stand between a name and the call that takes it.
    private const int FarthestName = 60;

    private readonly Dictionary<string, List<CallSite>> sites = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<NamedSite>> named = new(StringComparer.Ordinal);

    /// <summary>Reads all code once.</summary>
    public CallIndex(AssemblyFile assembly)
    {
        foreach (var method in assembly.Metadata.MethodDefinitions)
        {
            if (Damage.Tolerate(() => assembly.Metadata.GetString(assembly.Metadata.GetMethodDefinition(method).Name)) is { } name && GeneratedName.CallsBase(name)) continue;
            var code = assembly.Code(method);
            foreach (var (index, instruction) in code.Index())
            {
                // An expression tree names the methods that it calls by their tokens.
                var names = instruction.TakesMethod || instruction.Code == ILOpCode.Ldtoken;
                if (!instruction.Calls && !names) continue;
                if (assembly.Called(instruction.Operand) is not { } called) continue;
                if (instruction.Calls && LooksUp(called)) AddNames(new NamedSite(assembly, method, instruction.Offset), code, index);
                if (ReturnShapes.Of(called.Signature.ReturnType).IsAwaitable()) Add(new CallSite(assembly, method, index, instruction.Offset, called, names));
            }
        }
    }

    /// <summary>All calls of methods with this <see cref="CalledMethod.Key"/>.</summary>
    public IReadOnlyList<CallSite> Of(string key) => sites.TryGetValue(key, out var found) ? found : [];

    /// <summary>Where methods of a name are looked up while the program runs.</summary>
    public IReadOnlyList<NamedSite> Named(string name) => named.TryGetValue(name, out var found) ? found : [];

    // With reflection, and where the compiler binds a call of a dynamic value.
    private static bool LooksUp(CalledMethod called) => (called.Type.Definition, called.Name) switch
    {
        ("System.Type", "GetMethod" or "InvokeMember" or "GetMember") => true,
        ("System.Reflection.RuntimeReflectionExtensions", "GetRuntimeMethod") => true,
        ("System.Reflection.TypeInfo", "GetDeclaredMethod" or "GetDeclaredMethods") => true,
        ("System.Delegate", "CreateDelegate") => true,
        ("Microsoft.CSharp.RuntimeBinder.Binder", "InvokeMember" or "GetMember") => true,
        _ => false,
    };

    private void AddNames(NamedSite site, IReadOnlyList<IlInstruction> code, int call)
    {
        for (var at = call - 1; at >= Math.Max(0, call - FarthestName); at--)
        {
            if (code[at].Calls && site.Assembly.Called(code[at].Operand) is { } earlier && LooksUp(earlier)) return;
            if (code[at].Code != ILOpCode.Ldstr || site.Assembly.Text(code[at].Operand) is not { } name) continue;
            if (!named.TryGetValue(name, out var list)) named.Add(name, list = []);
            list.Add(site with { Of = TypeNear(site.Assembly, code, at) });
        }
    }

    // The type whose method is looked up, where the statement names one.
    private static NamedType? TypeNear(AssemblyFile assembly, IReadOnlyList<IlInstruction> code, int name) =>
        name >= 2 && code[name - 2].Code == ILOpCode.Ldtoken && code[name - 1].Calls ? assembly.TypeOf(code[name - 2].Operand) : null;

    private void Add(CallSite site)
    {
        if (!sites.TryGetValue(site.Called.Key, out var list)) sites.Add(site.Called.Key, list = []);
        list.Add(site);
    }
}

/// <summary>A call in code.</summary>
/// <param name="Index">Which instruction it is.</param>
/// <param name="AsDelegate">Whether a delegate or an expression is made of the method instead.</param>
internal sealed record CallSite(AssemblyFile Assembly, MethodDefinitionHandle Method, int Index, int Offset, CalledMethod Called, bool AsDelegate);

/// <summary>A place where a method is looked up by its name, with reflection or for a dynamic call.</summary>
internal sealed record NamedSite(AssemblyFile Assembly, MethodDefinitionHandle Method, int Offset)
{
    /// <summary>The type whose method it is; null where the code does not show that.</summary>
    public NamedType? Of { get; init; }

    /// <summary>Whether it may find a method: a type that declares none of its name may have it from a base.</summary>
    /// <param name="contracts">What determines its return type.</param>
    public bool MayBe(MethodFacts method, IEnumerable<ContractMember> contracts) => Of is not { } type
        || type.Definition == method.Called.Type.Definition
        || contracts.Any(member => member.Type.Definition == type.Definition)
        || !(Framework.Owns(type) || Declares(type, method.Called.Name));

    private bool Declares(NamedType type, string name) => Assembly.Types.Find(type.Definition) is { } handle
        && Assembly.Metadata.GetTypeDefinition(handle).GetMethods().Any(method => Assembly.Metadata.StringComparer.Equals(Assembly.Metadata.GetMethodDefinition(method).Name, name));
}
