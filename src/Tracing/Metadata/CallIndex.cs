using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Where an assembly calls methods that can be awaited, and where it makes delegates of lambdas of Visual Basic.</summary>
internal sealed class CallIndex
{
    // Arguments stand between a name and the call that takes it.
    private const int FarthestName = 60;

    // The same for types, which are few.
    private const int FarthestType = 6;

    private readonly Dictionary<string, List<CallSite>> sites = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<NamedSite>> named = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<NamedSite>> proxies = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<NamedSite>> listed = new(StringComparer.Ordinal);

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
                if (instruction.Calls) AddTexts(new NamedSite(assembly, method, instruction.Offset), code, index, called);
                if (ReturnShapes.Of(called.Signature.ReturnType).IsAwaitable() || (instruction.TakesMethod && IsOfVisualBasic(called))) Add(sites, called.Key, new CallSite(assembly, method, index, instruction.Offset, called, names));
            }
        }
    }

    /// <summary>All calls of methods with this <see cref="CalledMethod.Key"/>.</summary>
    public IReadOnlyList<CallSite> Of(string key) => sites.TryGetValue(key, out var found) ? found : [];

    /// <summary>Where delegates or expression trees are made of methods that can be awaited.</summary>
    public IEnumerable<CallSite> AsDelegates => sites.Values.SelectMany(found => found).Where(site => site.AsDelegate && ReturnShapes.Of(site.Called.Signature.ReturnType).IsAwaitable());

    /// <summary>Where methods of a name are looked up while the program runs.</summary>
    public IReadOnlyList<NamedSite> Named(string name) => named.TryGetValue(name, out var found) ? found : [];

    /// <summary>Where objects of a type are made at run time, whose members code answers that sees only what was called.</summary>
    public IReadOnlyList<NamedSite> ProxiesOf(string type) => proxies.TryGetValue(type, out var found) ? found : [];

    /// <summary>Where all methods of a type are looked up while the program runs.</summary>
    public IReadOnlyList<NamedSite> ListsOf(string type) => listed.TryGetValue(type, out var found) ? found : [];

    // Its name does not tell the method around it.
    private static bool IsOfVisualBasic(CalledMethod lambda) => GeneratedName.Parse(lambda.Name) is GeneratedName.Lambda { Outer: "" };

    // With reflection, in an expression tree, and where the compiler binds a call of a dynamic value.
    private static bool LooksUp(CalledMethod called) => (called.Type.Definition, called.Name) switch
    {
        ("System.Type", "GetMethod" or "InvokeMember" or "GetMember" or "GetProperty") => true,
        ("System.Reflection.RuntimeReflectionExtensions", "GetRuntimeMethod" or "GetRuntimeProperty") => true,
        ("System.Reflection.TypeInfo", "GetDeclaredMethod" or "GetDeclaredMethods" or "GetDeclaredProperty") => true,
        ("System.Delegate", "CreateDelegate") => true,
        ("System.Linq.Expressions.Expression", "Call" or "Property" or "PropertyOrField") => called.Signature.ParameterTypes.Any(type => type.Definition == "System.String"),
        ("Microsoft.CSharp.RuntimeBinder.Binder", "InvokeMember" or "GetMember") => true,
        _ => false,
    };

    private static bool Lists(CalledMethod called) => (called.Type.Definition, called.Name) is
        ("System.Type", "GetMethods" or "GetMembers" or "GetProperties")
        or ("System.Reflection.RuntimeReflectionExtensions", "GetRuntimeMethods" or "GetRuntimeProperties")
        or ("System.Reflection.TypeInfo", "get_DeclaredMethods" or "get_DeclaredMembers" or "get_DeclaredProperties");

    private static bool MakesProxy(CalledMethod called) => (called.Type.Definition, called.Name) switch
    {
        ("System.Reflection.DispatchProxy", "Create") => true,
        ("Castle.DynamicProxy.ProxyGenerator" or "Castle.DynamicProxy.IProxyGenerator", var name) => name.StartsWith("Create", StringComparison.Ordinal),
        _ => false,
    };

    private void AddTexts(NamedSite site, IReadOnlyList<IlInstruction> code, int call, CalledMethod called)
    {
        if (LooksUp(called)) AddNames(site, code, call);
        // The name of a method that was found is compared with a text.
        else if (IsName(called) && call + 1 < code.Count && code[call + 1].Code == ILOpCode.Ldstr && site.Assembly.Text(code[call + 1].Operand) is { } compared) Add(named, compared, site);
        else if (MakesProxy(called)) AddTypes(proxies, site, code, call, called);
        else if (Lists(called) && !ComparesName(site.Assembly, code)) AddTypes(listed, site, code, call, called);
    }

    private static void AddTypes(Dictionary<string, List<NamedSite>> sites, NamedSite site, IReadOnlyList<IlInstruction> code, int call, CalledMethod called)
    {
        var near = code.Take(call).Skip(call - FarthestType).Where(instruction => instruction.Code == ILOpCode.Ldtoken).Select(instruction => site.Assembly.TypeOf(instruction.Operand));
        foreach (var type in called.Arguments.Count > 0 ? called.Arguments.Take(1) : near.OfType<NamedType>()) Add(sites, type.Definition, site);
    }

    // What looks for one name among all is found by that name.
    private static bool ComparesName(AssemblyFile assembly, IReadOnlyList<IlInstruction> code) =>
        code.Zip(code.Skip(1)).Any(pair => pair.Second.Code == ILOpCode.Ldstr && pair.First.Calls && assembly.Called(pair.First.Operand) is { } called && IsName(called));

    private static bool IsName(CalledMethod called) => called is { Name: "get_Name", Type.Definition: "System.Reflection.MemberInfo" };

    private void AddNames(NamedSite site, IReadOnlyList<IlInstruction> code, int call)
    {
        for (var at = call - 1; at >= Math.Max(0, call - FarthestName); at--)
        {
            if (code[at].Calls && site.Assembly.Called(code[at].Operand) is { } earlier && LooksUp(earlier)) return;
            if (code[at].Code != ILOpCode.Ldstr || site.Assembly.Text(code[at].Operand) is not { } name) continue;
            Add(named, name, site with { Of = TypeNear(site.Assembly, code, at) });
        }
    }

    // The type whose method is looked up, where the statement names one.
    private static NamedType? TypeNear(AssemblyFile assembly, IReadOnlyList<IlInstruction> code, int name) =>
        name >= 2 && code[name - 2].Code == ILOpCode.Ldtoken && code[name - 1].Calls ? assembly.TypeOf(code[name - 2].Operand) : null;

    private static void Add<T>(Dictionary<string, List<T>> lists, string key, T value)
    {
        if (!lists.TryGetValue(key, out var list)) lists.Add(key, list = []);
        list.Add(value);
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
