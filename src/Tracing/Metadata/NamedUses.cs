using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Looks for what names a method without calling it: by a text, in an attribute, or by a type whose members are implemented at run time.</summary>
internal sealed class NamedUses(AssemblyLibrary library)
{
    /// <summary>All that names it. Who follows the name is not known.</summary>
    public IEnumerable<CallerUse> Of(MethodFacts method)
    {
        var contracts = library.Contracts.Of(method);
        foreach (var assembly in Within(method))
        {
            foreach (var use in LookedUp(assembly, method, contracts)) yield return use;
            foreach (var use in Listed(assembly, method, contracts)) yield return use;
            foreach (var use in Proxied(assembly, method, contracts)) yield return use;
            foreach (var use in Attributed(assembly, method)) yield return use;
            foreach (var accessor in assembly.Attributes.Accessors(method)) yield return new CallerUse(accessor.CSharp, ResultUse.Accessed, null, "", accessor.Source);
        }
    }

    /// <summary>Methods with the attribute <c>UnsafeAccessor</c> that stand for it.</summary>
    public IEnumerable<MethodFacts> Accessors(MethodFacts method) => Within(method).SelectMany(assembly => assembly.Attributes.Accessors(method));

    // A text needs no reference to the assembly.
    private IEnumerable<AssemblyFile> Within(MethodFacts method) => library.UsersOf(method.Assembly).Concat(library.Found).Distinct();

    // A type that the code does not show may be any.
    private static IEnumerable<CallerUse> LookedUp(AssemblyFile assembly, MethodFacts method, IReadOnlyList<ContractMember> contracts) =>
        from name in Names(method.Called.Name)
        from site in assembly.Calls.Named(name)
        where site.MayBe(method, contracts)
        let caller = assembly.Methods.Of(site.Method)
        where caller is not null
        select new CallerUse(caller.CSharp, ResultUse.Named, null, "", assembly.Lines.At(site.Method, site.Offset));

    private static IEnumerable<CallerUse> Listed(AssemblyFile assembly, MethodFacts method, IReadOnlyList<ContractMember> contracts) =>
        OfTypes(assembly, method, contracts, ResultUse.Named, type => assembly.Calls.ListsOf(type));

    private static IEnumerable<CallerUse> Proxied(AssemblyFile assembly, MethodFacts method, IReadOnlyList<ContractMember> contracts) =>
        OfTypes(assembly, method, contracts, ResultUse.Proxied, type => assembly.Calls.ProxiesOf(type));

    private static IEnumerable<CallerUse> OfTypes(AssemblyFile assembly, MethodFacts method, IReadOnlyList<ContractMember> contracts, ResultUse use, Func<string, IReadOnlyList<NamedSite>> sites) =>
        from type in contracts.Select(member => member.Type).Prepend(method.Called.Type).DistinctBy(type => type.Definition)
        from site in sites(type.Definition)
        let caller = assembly.Methods.Of(site.Method)
        where caller is not null
        select new CallerUse(caller.CSharp, use, null, CSharpType.Write(type with { Arguments = [] }, TypeParameters.Unknown), assembly.Lines.At(site.Method, site.Offset));

    private static IEnumerable<CallerUse> Attributed(AssemblyFile assembly, MethodFacts method) =>
        from name in Names(method.Called.Name)
        from text in assembly.Attributes.Naming(name)
        where text.Of.Contains(method.Called.Type.Definition) && !(assembly == method.Assembly && text.Bearer == method.Handle)
        select new CallerUse(text.Owner, ResultUse.Attributed, null, text.Attribute, null);

    // A property is also called without the prefix of its method.
    private static IEnumerable<string> Names(string method) => Accessor.Reads(method) ? [method, Accessor.Property(method)] : [method];
}
