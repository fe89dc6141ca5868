using System.Reflection;
using System.Runtime.CompilerServices;
using AsyncLoad.Host.Plugins.Attributes;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>A class with <c>[Benchmark]</c> methods, as far as it can be measured.</summary>
/// <param name="Type">The class, closed where it is generic.</param>
/// <param name="Methods">Methods that can be measured, in the order of the source.</param>
internal sealed record BenchmarkClass(
    Type Type,
    IReadOnlyList<BenchmarkMethod> Methods,
    IReadOnlyList<ParameterMember> Parameters,
    IReadOnlyList<LeftOut> LeftOut)
{
    // The members that BenchmarkDotNet finds: neither private nor static ones of base classes.
    private const BindingFlags Everything = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static;

    /// <summary>Whether a type has methods with the attribute, measurable or not, or with an attribute that cannot be read and may be it.</summary>
    public static bool Is(Type type) => type is { IsInterface: false, IsAbstract: false } && !IsOfCompiler(type) && type.GetMethods(Everything).Any(MayBeBenchmark);

    // Closures and state machines, of which an assembly may have thousands. A class of a file has such a name too, and is never nested.
    private static bool IsOfCompiler(Type type) => type.IsNested && type.Name.StartsWith('<');

    /// <summary>Reads a class, with methods that its filters leave out.</summary>
    /// <exception cref="PluginRefusedException">It cannot be measured as a whole.</exception>
    public static BenchmarkClass Read(Type type)
    {
        RefuseType(type);
        var all = type.GetMethods(Everything).OrderBy(method => method.MetadataToken).ToList();
        var (methods, leftOut, ids) = (new List<BenchmarkMethod>(), new List<LeftOut>(), new HashSet<string>(StringComparer.Ordinal));
        var (hooks, categories) = (new BenchmarkHooks(type, all), BenchmarkGroups.Categories(type));
        foreach (var method in all.Where(IsBenchmark))
        {
            try
            {
                methods.Add(Read(type, method, hooks) with { Id = KebabCase.Unique(KebabCase.Of(method.Name), ids), Categories = BenchmarkGroups.Categories(method, categories) });
            }
            catch (Exception exception)
            {
                // Sources of arguments are code of the plug-in, which may throw anything.
                leftOut.Add(Refused(type, method, PluginFault.Reason(exception)));
            }
        }

        return new BenchmarkClass(type, methods, ParameterMember.Of(type), leftOut);
    }

    /// <summary>What BenchmarkDotNet runs of it: without methods that filters leave out, and with the groups of the others. Its configs are made, which loads BenchmarkDotNet.</summary>
    /// <exception cref="PluginRefusedException">BenchmarkDotNet runs no such class.</exception>
    public BenchmarkClass AsRun()
    {
        var filters = BenchmarkFilters.Of(Type, Methods.Select(method => method.Method));
        var told = Methods.Select(method => (Method: method, Problem: filters.Problem(method.Method, Cases(method)))).ToList();
        var left = told.Where(one => one.Problem is null).Select(one => one.Method);
        var leftOut = told.Where(one => one.Problem is not null).Select(one => Refused(Type, one.Method.Method, one.Problem!));
        return this with { Methods = BenchmarkGroups.In(Type, [.. left]), LeftOut = [.. LeftOut, .. leftOut] };
    }

    // Combinations of values that it is measured with.
    private int Cases(BenchmarkMethod method) => Parameters.Aggregate(method.Arguments?.Texts.Count ?? 1, (cases, parameter) => cases * parameter.Texts.Count);

    private static LeftOut Refused(Type type, MethodInfo method, string reason) => new($"{CSharpTypeName.Of(type)}.{method.Name}", reason, type.ToString());

    /// <summary>Whether a class that cannot be made has methods with the attribute.</summary>
    public static bool IsMissing(Type type) => type is { IsInterface: false, IsAbstract: true } && type.GetMethods(Everything).Any(IsBenchmark);

    private static bool MayBeBenchmark(MethodInfo method) => IsBenchmark(method) || AttributeReader.Problem(method) is not null;

    private static bool IsBenchmark(MethodInfo method) => AttributeReader.HasInherited(method, BenchmarkAttributes.Benchmark);

    private static void RefuseType(Type type)
    {
        if (type.IsValueType) throw new PluginRefusedException("it is a struct: make it a class");
        if (!type.IsVisible) throw new PluginRefusedException("it is not public");
        if (type.GetConstructor([]) is null) throw new PluginRefusedException(PluginRefusedException.NoConstructor);
        foreach (var member in type.GetMembers(Everything).Where(member => member is MethodInfo or PropertyInfo or FieldInfo))
        {
            if (AttributeReader.Problem(member) is { } problem) throw new PluginRefusedException($"an attribute of {member.Name} cannot be read: {problem}");
        }
    }

    private static BenchmarkMethod Read(Type type, MethodInfo method, BenchmarkHooks hooks)
    {
        if (AttributeReader.Find(method, BenchmarkAttributes.Benchmark) is not { } attribute)
            throw new PluginRefusedException("it overrides a method with [Benchmark] without the attribute, and BenchmarkDotNet does not inherit it: add [Benchmark] to it");
        if (HidingMember.Of(type, method) is { } hiding) throw new PluginRefusedException($"it is hidden by {HidingMember.Name(hiding)}");
        RefuseShape(method);
        hooks.RefuseIterations(method);
        var perInvoke = attribute.Named.GetValueOrDefault("OperationsPerInvoke") is int count ? count : 1;
        if (perInvoke < 1) throw new PluginRefusedException(FormattableString.Invariant($"OperationsPerInvoke is {perInvoke}"));
        return new BenchmarkMethod(
            "",
            method,
            attribute.Value<string>("Description"),
            attribute.Named.GetValueOrDefault("Baseline") is true,
            perInvoke,
            ArgumentSets.Of(type, method),
            hooks.SetUp(method),
            hooks.CleanUp(method));
    }

    private static void RefuseShape(MethodInfo method)
    {
        if (!method.IsPublic) throw new PluginRefusedException("it is not public");
        if (method.IsGenericMethodDefinition) throw new PluginRefusedException("it is generic");
        if (IsAsyncVoid(method)) throw new PluginRefusedException($"it {NeverEnds}");
        if (!CanBeTyped(method.ReturnType)) throw new PluginRefusedException($"it returns {CSharpTypeName.Of(method.ReturnType)}, which cannot be consumed here: return a type that is not a ref struct, pointer or reference");
        if (BenchmarkResult.LeavesUndone(method.ReturnType))
            throw new PluginRefusedException($"it returns {CSharpTypeName.Of(method.ReturnType)}, which nothing would enumerate or await: do that in the method, and return the result");
        var parameters = method.GetParameters();
        if (parameters.FirstOrDefault(parameter => !CanBeTyped(parameter.ParameterType)) is { } odd)
            throw new PluginRefusedException($"it takes {CSharpTypeName.Of(odd.ParameterType)}, which cannot be an argument here");
        if (parameters.Length > BenchmarkCall.MostParameters)
            throw new PluginRefusedException(FormattableString.Invariant($"it takes {parameters.Length} parameters, and {BenchmarkCall.MostParameters} are supported: set the others by [Params]"));
    }

    /// <summary>What is wrong with a method that returns before it has ended.</summary>
    internal const string NeverEnds = "is async void, and nothing tells when it has ended: let it return a Task";

    /// <summary>Whether a method returns nothing and goes on after it has returned.</summary>
    internal static bool IsAsyncVoid(MethodInfo method) =>
        method.ReturnType == typeof(void) && AttributeReader.Has(method, typeof(AsyncStateMachineAttribute).FullName!);

    private static bool CanBeTyped(Type type) => type is { IsByRef: false, IsByRefLike: false, IsPointer: false, IsFunctionPointer: false };
}

/// <summary>A method with <c>[Benchmark]</c> that can be measured.</summary>
/// <param name="Id">Kebab-case id, unique in its class.</param>
/// <param name="Description">What its author wrote, or null.</param>
/// <param name="OperationsPerInvoke">Operations that one call does.</param>
/// <param name="Arguments">What it is called with; null where it takes nothing.</param>
/// <param name="SetUp">Called once for an instance before it, or null.</param>
/// <param name="CleanUp">Called once for an instance after it, or null.</param>
internal sealed record BenchmarkMethod(
    string Id,
    MethodInfo Method,
    string? Description,
    bool IsBaseline,
    int OperationsPerInvoke,
    ArgumentSets? Arguments,
    MethodInfo? SetUp,
    MethodInfo? CleanUp)
{
    /// <summary>Its categories, those of its class and those of the assembly.</summary>
    public IReadOnlyList<string> Categories { get; init; } = [];

    /// <summary>Methods of one group are compared with one another; empty where the class has one group.</summary>
    public string Group { get; init; } = "";

    /// <summary>Whether both can be called with the same: with nothing, or with a set that both have.</summary>
    public bool SharesArguments(BenchmarkMethod other) =>
        (Arguments, other.Arguments) switch
        {
            (null, null) => true,
            ({ } own, { } others) => own.Texts.Intersect(others.Texts, StringComparer.Ordinal).Any(),
            _ => false,
        };
}

/// <summary>Finds the benchmark classes of a plug-in.</summary>
internal static class BenchmarkClasses
{
    /// <summary>Each class that has benchmark methods, generic ones once for each set of type arguments, in the order of their full names, nested ones last.</summary>
    /// <param name="taken">Ids that others have; those of these classes are added.</param>
    /// <param name="sharesInstance">Whether all workers call one instance.</param>
    public static IEnumerable<Offer> Find(IReadOnlyList<Type> types, ISet<string> taken, bool sharesInstance)
    {
        foreach (var entry in types.OrderBy(type => type.IsNested).ThenBy(type => type.FullName, StringComparer.Ordinal).SelectMany(type => Candidates(type, types)).ToList())
        {
            if (entry.Problem is { } problem) yield return Offer.Of(new LeftOut(Name(entry.Type), problem));
            else yield return OfferOf(entry.Type, taken, sharesInstance);
        }
    }

    private static Offer OfferOf(Type type, ISet<string> taken, bool sharesInstance)
    {
        var brief = KebabCase.Of(CSharpTypeName.Of(type));
        // A class whose short name is taken gets its full name.
        var id = KebabCase.Unique(taken.Contains(brief) ? KebabCase.Of(CSharpTypeName.Full(type)) : brief, taken);
        return new Offer(id, Name(type), () => BenchmarkWorkload.Offered(id, BenchmarkClass.Read(type), sharesInstance));
    }

    private static IEnumerable<(Type Type, string? Problem)> Candidates(Type type, IReadOnlyList<Type> all)
    {
        try
        {
            if (BenchmarkClass.IsMissing(type) && Unmade(type, all) is { } problem) return [(type, problem)];
            return BenchmarkClass.Is(type) ? [.. Closed(type)] : [];
        }
        catch (Exception exception) when (exception is IOException or TypeLoadException or BadImageFormatException)
        {
            // The signature of one of its methods names a type that is missing.
            return [(type, PluginFault.Reason(exception))];
        }
    }

    // BenchmarkDotNet passes such classes over without a word. Null where derived classes have the methods.
    private static string? Unmade(Type type, IReadOnlyList<Type> all)
    {
        if (type.IsSealed) return "it is static: make it a class that can be instantiated";
        return all.Any(other => !other.IsAbstract && ClassLevels.Of(other.BaseType).Any(level => (level.IsGenericType ? level.GetGenericTypeDefinition() : level) == type))
            ? null
            : "it is abstract, and no class here derives from it: measure a class that does";
    }

    private static IEnumerable<(Type Type, string? Problem)> Closed(Type type)
    {
        if (!type.ContainsGenericParameters)
        {
            yield return (type, null);
            yield break;
        }

        var sets = ClassLevels.Of(type).SelectMany(level => AttributeReader.All(level, BenchmarkAttributes.GenericTypeArguments)).Select(attribute => attribute.Listed.OfType<Type>().ToArray()).ToList();
        if (sets.Count == 0) yield return (type, "it is generic and has no [GenericTypeArguments]: add the types to measure with");
        foreach (var set in sets) yield return Close(type, set);
    }

    private static (Type Type, string? Problem) Close(Type type, Type[] arguments)
    {
        try
        {
            return (type.MakeGenericType(arguments), null);
        }
        catch (ArgumentException exception)
        {
            return (type, $"[GenericTypeArguments({string.Join(", ", arguments.Select(CSharpTypeName.Of))})] does not fit: {exception.Message}");
        }
    }

    private static string Name(Type type) => CSharpTypeName.Of(type);
}

/// <summary>A class and those that it derives from.</summary>
internal static class ClassLevels
{
    /// <summary>What a level declares itself.</summary>
    public const BindingFlags Declared = BindingFlags.DeclaredOnly | BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

    /// <summary>The class itself first; none for null.</summary>
    public static IEnumerable<Type> Of(Type? type)
    {
        for (; type is not null; type = type.BaseType) yield return type;
    }
}
