namespace AsyncLoad.Tracing.Metadata;

/// <summary>An interface without members that another extends, as those of actors do: the library that it comes with finds that one by it.</summary>
/// <param name="Of">The interface that extends it, as C#.</param>
/// <param name="CSharp">The same of itself.</param>
internal sealed record Marker(string Of, string CSharp, ForeignLibrary Library);

/// <summary>The members that determine the return type of a method.</summary>
/// <param name="Fixed">One of the framework or a package, which cannot be changed; null for none.</param>
/// <param name="Package">The package or library of <paramref name="Fixed"/>; null for what comes with the runtime.</param>
/// <param name="Elsewhere">Those in other assemblies of the user.</param>
/// <param name="Unread">Those, known or possible, in assemblies that cannot be read.</param>
/// <param name="Own">Those in the method's own assembly.</param>
/// <param name="Others">Methods that change with it: they implement or override the same, or override it.</param>
internal sealed record Contract(
    ContractMember? Fixed, ForeignLibrary? Package, IReadOnlyList<ContractMember> Elsewhere, IReadOnlyList<ContractMember> Unread, IReadOnlyList<ContractMember> Own, IReadOnlyList<MethodFacts> Others)
{
    /// <summary>A member that declares another return type; null for none. An override may return a <c>Task&lt;T&gt;</c> for a <c>Task</c> or an object, but not a ValueTask.</summary>
    public ContractMember? Varied { get; init; }

    /// <summary>What else determines its return type, without a member that declares it; null for nothing.</summary>
    public Convention? Convention { get; init; }

    /// <summary>What takes the delegate of a lambda and requires a Task; null for nothing, and for a method that is no lambda.</summary>
    public DelegateTaker? Taker { get; init; }

    /// <summary>By what a library of others may find the interfaces that declare it.</summary>
    public IReadOnlyList<Marker> Markers { get; init; } = [];

    /// <summary>Methods that change with it and whose return type another assembly determines.</summary>
    public IReadOnlyList<BoundMethod> Bound { get; init; } = [];

    /// <summary>Whether nothing outside the method's own assembly determines its return type.</summary>
    public bool IsFree => Fixed is null && Convention is null && Taker is null && Elsewhere.Count == 0 && Unread.Count == 0;

    /// <summary>Looks up what binds a method.</summary>
    public static Contract Of(MethodFacts method, AssemblyLibrary library)
    {
        var members = library.Contracts.Of(method);
        var fixedBy = members.FirstOrDefault(member => member.IsSure && (member.IsOfFramework || member.Maker is not null || library.OwnerOf(member.Assembly) is not null));
        var open = members.Where(member => member.IsSure && member.Method is not null && member != fixedBy).ToLookup(member => member.Assembly == method.Assembly.FileName);
        var changing = fixedBy is null ? new ChangeSet(method, open.SelectMany(group => group).Select(member => member.Method!), library) : null;
        return new Contract(
            fixedBy,
            library.OwnerOf(fixedBy?.Assembly),
            [.. open[false]],
            [.. members.Where(member => member != fixedBy && (!member.IsSure || (member.Method is null && !member.IsOfFramework)))],
            [.. open[true], .. changing?.Own ?? []],
            changing?.Others ?? [])
        {
            Varied = members.FirstOrDefault(member => member.Varies(method)),
            Convention = Convention.Of(method),
            Taker = DelegateTaker.Of(method, library),
            Markers = [.. open.SelectMany(group => group).SelectMany(library.Contracts.Markers).Distinct()],
            Bound = changing?.Bound ?? [],
        };
    }
}
