using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Where an assembly calls methods that can be awaited.</summary>
internal sealed class CallIndex
{
    private readonly Dictionary<string, List<CallSite>> sites = new(StringComparer.Ordinal);

    /// <summary>Reads all code once.</summary>
    public CallIndex(AssemblyFile assembly)
    {
        foreach (var method in assembly.Metadata.MethodDefinitions)
        {
            if (Damage.Tolerate(() => assembly.Metadata.GetString(assembly.Metadata.GetMethodDefinition(method).Name)) is { } name && GeneratedName.CallsBase(name)) continue;
            foreach (var (index, instruction) in assembly.Code(method).Index())
            {
                // An expression tree names the methods that it calls by their tokens.
                var names = instruction.TakesMethod || instruction.Code == ILOpCode.Ldtoken;
                if (!instruction.Calls && !names) continue;
                if (assembly.Called(instruction.Operand) is { } called && ReturnShapes.Of(called.Signature.ReturnType).IsAwaitable())
                    Add(new CallSite(assembly, method, index, instruction.Offset, called, names));
            }
        }
    }

    /// <summary>All calls of methods with this <see cref="CalledMethod.Key"/>.</summary>
    public IReadOnlyList<CallSite> Of(string key) => sites.TryGetValue(key, out var found) ? found : [];

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
