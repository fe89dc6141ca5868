using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>What all callers of a method do with its result, as far as the assemblies in reach tell.</summary>
/// <param name="Calls">Calls found, those of methods that pass the result on in the place of these.</param>
/// <param name="Harmless">How many are no worse with a ValueTask.</param>
/// <param name="Harmful">What the others do, each caller and use once.</param>
internal sealed record CallerReport(int Calls, int Harmless, IReadOnlyList<CallerUse> Harmful);

/// <summary>What one caller does.</summary>
internal sealed record CallerUse(string Caller, ResultUse Use);

/// <summary>Looks for callers.</summary>
internal sealed class Callers(AssemblyLibrary library)
{
    // Methods that hand a result on, one to the next.
    private const int Deepest = 4;

    public CallerReport Of(MethodFacts method)
    {
        var uses = Uses(method, [], 0).ToList();
        var harmful = uses.Where(use => use.Use is not (ResultUse.Awaited or ResultUse.Inspected or ResultUse.Wrapped)).ToList();
        return new CallerReport(uses.Count, uses.Count - harmful.Count, [.. harmful.Distinct()]);
    }

    private IEnumerable<CallerUse> Uses(MethodFacts method, HashSet<(AssemblyFile, MethodDefinitionHandle)> seen, int depth)
    {
        if (depth > Deepest || !seen.Add((method.Assembly, method.Handle))) return [];
        return
            from site in Sites(method).DistinctBy(site => (site.Assembly, site.Method, site.Index))
            from use in Uses(site, seen, depth)
            select use;
    }

    private IEnumerable<CallSite> Sites(MethodFacts method)
    {
        var direct =
            from assembly in library.UsersOf(method.Assembly)
            from site in assembly.Calls.Of(method.Called.Key)
            where site.Called.Parameters == method.Called.Parameters && !library.Contracts.IsBridge(assembly, site.Method)
            select site;
        var through =
            from member in library.Contracts.Of(method)
            from assembly in library.UsersOf(method.Assembly).Concat(member.Method is { } declared ? library.UsersOf(declared.Assembly) : []).Distinct()
            from site in assembly.Calls.Of(member.Key)
            where member.IsNamedBy(site.Called)
            select site;
        return direct.Concat(through);
    }

    private List<CallerUse> Uses(CallSite site, HashSet<(AssemblyFile, MethodDefinitionHandle)> seen, int depth)
    {
        if (site.Assembly.Methods.Of(site.Method) is not { } caller) return [];
        if (site.AsDelegate) return [new CallerUse(caller.CSharp, ResultUse.AsDelegate)];
        var use = new ResultTrail(site.Assembly, site.Method).Follow(site.Index);
        if (use != ResultUse.Returned) return [new CallerUse(caller.CSharp, use)];
        if (caller.IsLambda) return [new CallerUse(caller.CSharp, ResultUse.ReturnedByLambda)];
        var further = Uses(caller, seen, depth + 1).ToList();
        return further.Count > 0 ? further : [new CallerUse(caller.CSharp, ResultUse.Returned)];
    }
}
