using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>A method that must return the same type as another, and what else determines its return type.</summary>
internal sealed record BoundMethod(MethodFacts Method, ContractMember By);

/// <summary>
/// Methods that must return the same type as a given one: those that implement or override the same member, whatever else these implement, and so on.
/// A member of another assembly cannot be changed and binds the method that implements it.
/// </summary>
internal sealed class ChangeSet
{
    private const int Most = 500;

    private readonly HashSet<(AssemblyFile File, MethodDefinitionHandle Method)> seen = [];
    private readonly Queue<MethodFacts> waiting = [];
    private readonly List<MethodFacts> others = [];
    private readonly List<ContractMember> own = [];
    private readonly List<BoundMethod> bound = [];
    private readonly AssemblyLibrary library;
    private readonly AssemblyFile assembly;

    /// <param name="declared">The members that determine the method's return type, as far as they can be changed.</param>
    public ChangeSet(MethodFacts method, IEnumerable<MethodFacts> declared, AssemblyLibrary library)
    {
        (this.library, assembly) = (library, method.Assembly);
        foreach (var known in declared.Append(method)) Add(known);
        while (others.Count < Most && waiting.TryDequeue(out var next))
        {
            foreach (var other in library.Contracts.Implementing(next.Called, library.UsersOf(next.Assembly)).Where(Add).ToList()) Take(other);
        }
    }

    /// <summary>The other methods, each once.</summary>
    public IReadOnlyList<MethodFacts> Others => others;

    /// <summary>Members of the method's own assembly that determine the return type of these.</summary>
    public IReadOnlyList<ContractMember> Own => own;

    /// <summary>Those whose return type another assembly determines.</summary>
    public IReadOnlyList<BoundMethod> Bound => bound;

    private bool Add(MethodFacts method)
    {
        if (!seen.Add((method.Assembly, method.Handle))) return false;
        waiting.Enqueue(method);
        return true;
    }

    private void Take(MethodFacts other)
    {
        others.Add(other);
        foreach (var member in library.Contracts.Of(other).Where(member => member.IsSure))
        {
            if (member.Method is not { } declared || declared.Assembly != assembly || member.Maker is not null || member.Varies(other)) Bind(other, member);
            else if (Add(declared)) own.Add(member);
        }
    }

    private void Bind(MethodFacts other, ContractMember member)
    {
        if (member.Method is { } declared && seen.Contains((declared.Assembly, declared.Handle))) return;
        bound.Add(new BoundMethod(other, member));
    }
}
