using System.Reflection;
using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>
/// Finds what a method implements or overrides, by name and signature, from one assembly into others: through bases, through derived classes that
/// take an implementation from it, and explicitly.
/// </summary>
internal sealed class Contracts(AssemblyLibrary library)
{
    private const int MostDerived = 1_000;

    private readonly TypeLibrary types = new(library);
    private readonly Dictionary<AssemblyFile, ImplementationIndex> indexes = [];
    private readonly Dictionary<(AssemblyFile File, TypeDefinitionHandle Type), List<UsedType>> derived = [];
    private readonly Dictionary<AssemblyFile, ILookup<string, (ContractMember Member, MethodFacts Method)>> bound = [];
    private readonly Dictionary<(AssemblyFile File, MethodDefinitionHandle Method), IReadOnlyList<ContractMember>> known = [];

    /// <summary>The methods that determine the return type of this one, each once; empty for none.</summary>
    public IReadOnlyList<ContractMember> Of(MethodFacts method)
    {
        var key = (method.Assembly, method.Handle);
        if (known.TryGetValue(key, out var members)) return members;
        // A damaged assembly may lead back to where it began.
        known.Add(key, []);
        var found = Damage.Tolerate(() => Find(method).DistinctBy(member => (member.Type.Full, member.Key, member.Method?.Handle)).ToList());
        return known[key] = found ?? [];
    }

    /// <summary>Methods that implement or override one that code names, among those that can be awaited.</summary>
    /// <param name="within">The assemblies that are searched.</param>
    public IEnumerable<MethodFacts> Implementing(CalledMethod called, IEnumerable<AssemblyFile> within) =>
        from assembly in within
        from entry in Bound(assembly)[called.Key]
        where entry.Member.IsNamedBy(called)
        select entry.Method;

    /// <summary>Whether the compiler generated a method that connects an interface with an implementation in a class of another assembly.</summary>
    public bool IsBridge(AssemblyFile assembly, MethodDefinitionHandle method) => Index(assembly).IsBridge(method);

    /// <summary>The interfaces without members, of libraries of others, that the interface of a declared member extends.</summary>
    public IReadOnlyList<Marker> Markers(ContractMember member) => member.Method is not { } declared ? [] : Damage.Tolerate(() => (
        from type in types.Interfaces(UsedType.Open(declared.Assembly, declared.Assembly.Metadata.GetMethodDefinition(declared.Handle).GetDeclaringType()))
        where type.File?.Metadata.GetTypeDefinition(type.Handle).GetMethods().Count == 0
        let owner = library.OwnerOf(type.Assembly)
        where owner is not null
        select new Marker(member.CSharp, CSharpType.Write(type.Name, TypeParameters.Unknown), owner)).ToList()) ?? [];

    private ILookup<string, (ContractMember Member, MethodFacts Method)> Bound(AssemblyFile assembly)
    {
        if (bound.TryGetValue(assembly, out var found)) return found;
        return bound[assembly] = (
            from method in assembly.Metadata.MethodDefinitions.Select(assembly.Methods.Describe).OfType<MethodFacts>()
            where method.Returns.IsAwaitable() && !IsBridge(assembly, method.Handle)
            from member in Of(method)
            select (Member: member, Method: method)).ToLookup(entry => entry.Member.Key, StringComparer.Ordinal);
    }

    private ImplementationIndex Index(AssemblyFile assembly)
    {
        if (!indexes.TryGetValue(assembly, out var index)) indexes.Add(assembly, index = new ImplementationIndex(assembly, types));
        return index;
    }

    private IEnumerable<ContractMember> Find(MethodFacts method)
    {
        var definition = method.Assembly.Metadata.GetMethodDefinition(method.Handle);
        var said = library.UsersOf(method.Assembly).SelectMany(assembly => Index(assembly).Of(method));
        if (!definition.Attributes.HasFlag(MethodAttributes.Virtual)) return said;
        var declaring = UsedType.Open(method.Assembly, definition.GetDeclaringType());
        // An explicit implementation bears the interface in its name, and is nothing else.
        if (method.Called.Name.Contains('.', StringComparison.Ordinal)) return said;
        return said.Concat(definition.Attributes.HasFlag(MethodAttributes.NewSlot) ? Implemented(method, declaring, definition.Attributes.HasFlag(MethodAttributes.Final)) : Overridden(method, declaring));
    }

    private IEnumerable<ContractMember> Overridden(MethodFacts method, UsedType declaring)
    {
        var match = new MethodMatch(method, declaring);
        foreach (var type in types.Lineage(declaring).Skip(1))
        {
            // A base class that cannot be read, or one of the framework, must be what declares it.
            if (type.File is null || type.IsOfFramework) return [Member(ContractKind.Overrides, type, method, isSure: true)];
            if (MethodMatch.In(type, match) is not { } found || type.File.Methods.Describe(found) is not { } overridden) continue;
            return Of(overridden)
                .Select(member => member with { Type = member.Type.Of(type.Name.Arguments) })
                .Prepend(Member(ContractKind.Overrides, type, method, isSure: true) with { Method = overridden });
        }

        return [];
    }

    private List<ContractMember> Implemented(MethodFacts method, UsedType declaring, bool isFinal)
    {
        var found = new List<ContractMember>();
        var unread = new List<UsedType>();
        foreach (var type in Derived(declaring).Prepend(declaring))
        {
            var lineage = types.Lineage(type).ToList();
            var depth = lineage.FindIndex(between => between.Defines(declaring));
            var seen = lineage[depth];
            if (lineage.Take(depth).Any(between => Hides(between, new MethodMatch(method, seen)))) continue;
            foreach (var contract in types.Interfaces(type))
            {
                if (contract.File is null) unread.Add(contract);
                else if (Implemented(method, seen, contract, type) is { } member) found.Add(member);
            }
        }

        return [.. found, .. Unread(method, unread, isFinal, found.Count > 0)];
    }

    private ContractMember? Implemented(MethodFacts method, UsedType seen, UsedType contract, UsedType type)
    {
        if (MethodMatch.In(contract, new MethodMatch(method, seen)) is not { } declared || Index(type.File!).IsTaken(type.Handle, declared)) return null;
        return Member(ContractKind.Implements, contract, method, isSure: true) with { Method = contract.IsOfFramework ? null : contract.File!.Methods.Describe(declared) };
    }

    // Virtual and sealed at once is what the compiler makes of a method that implements an interface and nothing else.
    private IEnumerable<ContractMember> Unread(MethodFacts method, List<UsedType> interfaces, bool isFinal, bool isFound)
    {
        var candidates = interfaces.Where(type => !NeedsNoTask(type)).DistinctBy(type => type.Name.Full).ToList();
        if (isFinal && isFound) candidates.RemoveAll(type => type.IsOfFramework);
        var isSure = isFinal && !isFound && (candidates.Count == 1 || candidates.All(type => type.IsOfFramework || library.OwnerOf(type.Assembly) is not null));
        return candidates.Take(isSure ? 1 : candidates.Count).Select(type => Member(ContractKind.Implements, type, method, isSure));
    }

    // Its interfaces have no methods that return a Task.
    private static bool NeedsNoTask(UsedType type) =>
        type.Name.Namespace is "System" || type.Name.Namespace.StartsWith("System.Collections", StringComparison.Ordinal) || type.Name.Namespace.StartsWith("System.Numerics", StringComparison.Ordinal);

    private static bool Hides(UsedType type, MethodMatch match) =>
        MethodMatch.In(type, match) is { } handle && type.File!.Metadata.GetMethodDefinition(handle).Attributes.HasFlag(MethodAttributes.Virtual | MethodAttributes.NewSlot);

    private List<UsedType> Derived(UsedType type)
    {
        if (derived.TryGetValue((type.File!, type.Handle), out var all)) return all;
        derived.Add((type.File!, type.Handle), all = []);
        var waiting = new Queue<UsedType>([type]);
        while (waiting.TryDequeue(out var next) && all.Count < MostDerived)
        {
            var further = (
                from assembly in library.UsersOf(next.File!)
                from handle in Index(assembly).DerivedFrom(next.Name.Definition)
                let candidate = UsedType.Open(assembly, handle)
                where types.Lineage(candidate).Skip(1).FirstOrDefault()?.Defines(next) == true
                select candidate).ToList();
            all.AddRange(further);
            foreach (var candidate in further) waiting.Enqueue(candidate);
        }

        return all;
    }

    private static ContractMember Member(ContractKind kind, UsedType type, MethodFacts method, bool isSure) =>
        new(kind, type.Name, type.Assembly, CalledMethod.KeyOf(type.Name.Definition, method.Called.Name, method.Called.Signature.ParameterTypes.Length), isSure);
}
