using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>A method that has to return the same as another, and what else says what it returns.</summary>
internal sealed record BoundMethod(MethodFacts Method, ContractMember By);

/// <summary>
/// What has to return the same as a method: what implements or overrides the same, what these implement besides, and so on.
/// What another assembly declares is not there to be changed, and binds the method that implements it.
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

    /// <param name="declared">What says what the method returns, as far as it can be changed.</param>
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

    /// <summary>What the assembly of the method says of these.</summary>
    public IReadOnlyList<ContractMember> Own => own;

    /// <summary>Those of which another assembly says what they return.</summary>
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
            if (member.Method is not { } declared || declared.Assembly != assembly) Bind(other, member);
            else if (Add(declared)) own.Add(member);
        }
    }

    private void Bind(MethodFacts other, ContractMember member)
    {
        if (member.Method is { } declared && seen.Contains((declared.Assembly, declared.Handle))) return;
        bound.Add(new BoundMethod(other, member));
    }
}
