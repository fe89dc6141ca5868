namespace AsyncLoad.Tracing.Metadata;

/// <summary>What binds a method to what it returns.</summary>
/// <param name="Fixed">What the framework or a package says; null for nothing.</param>
/// <param name="Package">The package of <paramref name="Fixed"/>; null for what comes with the runtime.</param>
/// <param name="Elsewhere">What other assemblies of the user say.</param>
/// <param name="Unread">What assemblies say, or may say, that cannot be read.</param>
/// <param name="Own">What the method's own assembly says.</param>
/// <param name="Others">Methods that change with it: they implement or override the same, or override it.</param>
internal sealed record Contract(
    ContractMember? Fixed, string? Package, IReadOnlyList<ContractMember> Elsewhere, IReadOnlyList<ContractMember> Unread, IReadOnlyList<ContractMember> Own, IReadOnlyList<MethodFacts> Others)
{
    /// <summary>What declares it with another return type: an override may return a <c>Task&lt;T&gt;</c> for a <c>Task</c> or an object, and a ValueTask for neither; null for nothing.</summary>
    public ContractMember? Varied { get; init; }

    /// <summary>Methods that change with it, of which another assembly says what they return.</summary>
    public IReadOnlyList<BoundMethod> Bound { get; init; } = [];

    /// <summary>Whether nothing outside the method's own assembly says what it returns.</summary>
    public bool IsFree => Fixed is null && Elsewhere.Count == 0 && Unread.Count == 0;

    /// <summary>Looks up what binds a method.</summary>
    public static Contract Of(MethodFacts method, AssemblyLibrary library)
    {
        var members = library.Contracts.Of(method);
        var fixedBy = members.FirstOrDefault(member => member.IsSure && (member.IsOfFramework || library.PackageOf(member.Assembly) is not null));
        var open = members.Where(member => member.IsSure && member.Method is not null && member != fixedBy).ToLookup(member => member.Assembly == method.Assembly.FileName);
        var changing = fixedBy is null ? new ChangeSet(method, open.SelectMany(group => group).Select(member => member.Method!), library) : null;
        return new Contract(
            fixedBy,
            library.PackageOf(fixedBy?.Assembly),
            [.. open[false]],
            [.. members.Where(member => member != fixedBy && (!member.IsSure || (member.Method is null && !member.IsOfFramework)))],
            [.. open[true], .. changing?.Own ?? []],
            changing?.Others ?? [])
        {
            Varied = members.FirstOrDefault(member => member.Method is { } declared && declared.Called.Signature.ReturnType.Definition != method.Called.Signature.ReturnType.Definition),
            Bound = changing?.Bound ?? [],
        };
    }
}
