using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>What all callers of a method do with its result, as far as the assemblies in reach tell.</summary>
/// <param name="Uses">The calls that were found. A method that passes the result on is replaced by the calls of that method.</param>
/// <param name="PassedOnBy">The methods that pass it on: what they return changes with it.</param>
internal sealed record CallerReport(IReadOnlyList<CallerUse> Uses, IReadOnlyList<CallerUse> PassedOnBy)
{
    /// <summary>The methods that call it, each once.</summary>
    public IReadOnlyList<MethodFacts> All { get; init; } = [];

    /// <summary>The async ones among them: their state machines keep the result over an await.</summary>
    public IEnumerable<MethodFacts> Async => All.Where(caller => caller.IsAsync);

    /// <summary>What speaks against a ValueTask in calls of methods that change with it. Calls that allow one are omitted.</summary>
    public IReadOnlyList<OtherUse> OfOthers { get; init; } = [];

    public int Calls => Uses.Count;

    /// <summary>How many calls allow a ValueTask.</summary>
    public int Harmless => Uses.Count(use => use.IsHarmless);

    /// <summary>What the others do, each once.</summary>
    public IReadOnlyList<CallerUse> Harmful => [.. Uses.Where(use => !use.IsHarmless).Distinct()];
}

/// <summary>What one caller does.</summary>
/// <param name="Code">What the compiler of C# says when the method returns a ValueTask instead; null for nothing.</param>
/// <param name="With">The member that takes it, or what determines the return type of a method that passes it on; empty for none.</param>
/// <param name="At">Where it calls; null without a PDB.</param>
internal sealed record CallerUse(string Caller, ResultUse Use, string? Code, string With, SourcePoint? At)
{
    public bool IsHarmless => Use is ResultUse.Awaited or ResultUse.Inspected;

    /// <summary>Whether it compiles with a ValueTask, and an analyzer warns (CA2012).</summary>
    public bool IsWarned { get; init; }

    /// <summary>What the caller is written in: <see cref="Code"/> is what C# says.</summary>
    public SourceLanguage Language { get; init; }

    /// <summary>What generates the caller's code, in which an edit is lost; null for code of a developer.</summary>
    public string? Maker { get; init; }
}

/// <summary>What one caller does with the result of a method that changes with another.</summary>
/// <param name="Method">That method, as C#.</param>
internal sealed record OtherUse(string Method, CallerUse Use);

/// <summary>Looks for callers.</summary>
internal sealed class Callers(AssemblyLibrary library)
{
    // Length of a chain of methods that pass a result on.
    private const int Deepest = 4;

    private const string ByLambda = "CS0029, CS1503, CS1061, CS1929 or CS0411";

    private readonly NamedUses names = new(library);

    // Calls of one method mostly stand one after another.
    private (AssemblyFile Assembly, MethodDefinitionHandle Method, ResultFlow Flow)? latest;

    public CallerReport Of(MethodFacts method)
    {
        var search = new Search();
        var uses = Uses(method, search, 0);
        // Calls of other methods are reported only where they speak against the change: they save nothing of this method.
        var beside = new Search(search);
        var ofOthers = OfOthers([method, .. search.Passing], beside);
        return new CallerReport(uses, [.. search.PassedOnBy.Concat(beside.PassedOnBy).Distinct()])
        {
            All = [.. search.Callers.DistinctBy(caller => (caller.Assembly, caller.Handle))],
            OfOthers = ofOthers,
        };
    }

    private List<OtherUse> OfOthers(IEnumerable<MethodFacts> changed, Search search)
    {
        var others = changed.SelectMany(method => ChangedWith(Contract.Of(method, library))).DistinctBy(other => (other.Assembly, other.Handle)).ToList();
        // That these pass on each other's results is known.
        search.Seen.UnionWith(others.Select(other => (other.Assembly, other.Handle)));
        return
        [
            .. (from other in others
                from site in Sites(other)
                where !search.Sites.Contains((site.Assembly, site.Method, site.Index))
                from use in Uses(site, search, 0)
                where !use.IsHarmless
                select new OtherUse(other.CSharp, use)).Distinct(),
        ];
    }

    // A call of a declared member may reach none of the known implementations, such as one of another instance of a generic interface.
    private static IEnumerable<MethodFacts> ChangedWith(Contract contract) =>
        contract.Others.Concat(contract.Own.Concat(contract.Elsewhere).Select(member => member.Method).OfType<MethodFacts>());

    private List<CallerUse> Uses(MethodFacts method, Search search, int depth) => depth > Deepest || !search.Seen.Add((method.Assembly, method.Handle)) ? [] :
    [
        .. from site in Sites(method).DistinctBy(site => (site.Assembly, site.Method, site.Index))
           from use in Uses(site, search, depth)
           select use,
        .. names.Of(method),
        // An accessor is the method by another name.
        .. names.Accessors(method).SelectMany(accessor => Uses(accessor, search, depth + 1)),
    ];

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

    private List<CallerUse> Uses(CallSite site, Search search, int depth)
    {
        search.Sites.Add((site.Assembly, site.Method, site.Index));
        if (site.Assembly.Methods.Of(site.Method) is not { } caller) return [];
        var (at, language) = (site.Assembly.Lines.At(site.Method, site.Offset), site.Assembly.Language);
        search.Callers.Add(caller);
        CallerUse As(ResultUse use, string? code, string with = "") => new(caller.CSharp, use, code, with, at) { Language = language, Maker = GeneratedCode.MakerOf(caller) };
        if (site.Called.Name is "op_Implicit" or "op_Explicit" && IsTask(site)) return [As(ResultUse.Declared, "CS0029 or CS0030")];
        if (site.AsDelegate) return [As(ResultUse.AsDelegate, IsTask(site) ? "CS0407, CS1503, CS0411 or CS0029" : null)];
        var use = WrittenUse.Of(site, FlowOf(site).Follow(site.Index));
        var told = As(use.Use, use.Code, use.With) with { IsWarned = use.IsWarned };
        // As a Task, a lambda may fit another overload than with a ValueTask.
        if (caller is { IsLambda: true, IsAsync: false } && use is { Use: ResultUse.Upcast, Code: not null }) return [told with { Use = ResultUse.ReturnedByLambda, Code = ByLambda }];
        if (use is not { Use: ResultUse.Returned, Code: null }) return [told];
        if (caller.IsLambda) return [told with { Use = ResultUse.ReturnedByLambda, Code = IsTask(site) ? ByLambda : null }];
        if (told.Maker is not null) return [told with { Code = "CS0029", With = "what generates it" }];
        var contract = Contract.Of(caller, library);
        if (contract.Convention is { } convention) return [told with { Code = "CS0029", With = $"its role as {convention.Role}" }];
        if ((contract.Fixed ?? contract.Varied ?? contract.Elsewhere.Concat(contract.Unread).Concat(contract.Bound.Select(bound => bound.By)).FirstOrDefault()) is { } owner) return [told with { Code = "CS0029", With = owner.CSharp }];
        if (search.Seen.Contains((caller.Assembly, caller.Handle))) return [];
        var further = Uses(caller, search, depth + 1);
        if (further.Count == 0) return [told];
        search.Passing.Add(caller);
        search.PassedOnBy.Add(told with { With = string.Join(" and ", contract.Own.Select(member => member.CSharp).Concat(contract.Others.Select(other => other.CSharp)).Distinct()) });
        return further;
    }

    private ResultFlow FlowOf(CallSite site)
    {
        if (latest is not { } known || known.Assembly != site.Assembly || known.Method != site.Method) latest = known = (site.Assembly, site.Method, new ResultFlow(site.Assembly, site.Method));
        return known.Flow;
    }

    private static bool IsTask(CallSite site) => ReturnShapes.Of(site.Called.Signature.ReturnType).IsTask();

    private sealed class Search
    {
        public Search()
        {
        }

        /// <summary>Goes on where another ended.</summary>
        public Search(Search other)
        {
            Sites.UnionWith(other.Sites);
            Seen.UnionWith(other.Seen);
        }

        public HashSet<(AssemblyFile, MethodDefinitionHandle, int)> Sites { get; } = [];

        public HashSet<(AssemblyFile, MethodDefinitionHandle)> Seen { get; } = [];

        public List<CallerUse> PassedOnBy { get; } = [];

        public List<MethodFacts> Passing { get; } = [];

        public List<MethodFacts> Callers { get; } = [];
    }
}
