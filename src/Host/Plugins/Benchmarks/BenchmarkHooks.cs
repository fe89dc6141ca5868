using System.Reflection;
using AsyncLoad.Host.Plugins.Attributes;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>
/// What BenchmarkDotNet would call before and after the benchmark methods of a class. Hooks that name most methods come first, then those of derived classes. The
/// first that names the method, or no method, is called.
/// </summary>
internal sealed class BenchmarkHooks(Type type, IReadOnlyList<MethodInfo> methods)
{
    private readonly Dictionary<string, List<Hook>> found = new(StringComparer.Ordinal);

    /// <summary>Called once before a method, or null.</summary>
    public MethodInfo? SetUp(MethodInfo benchmark) => Callable(BenchmarkAttributes.GlobalSetup, benchmark);

    /// <summary>Called once after a method, or null.</summary>
    public MethodInfo? CleanUp(MethodInfo benchmark) => Callable(BenchmarkAttributes.GlobalCleanup, benchmark);

    /// <exception cref="PluginRefusedException">Something would have to be called around each iteration.</exception>
    public void RefuseIterations(MethodInfo benchmark)
    {
        foreach (var attribute in new[] { BenchmarkAttributes.IterationSetup, BenchmarkAttributes.IterationCleanup })
        {
            if (Find(attribute, benchmark) is { } hook)
            {
                throw new PluginRefusedException(
                    $"{BenchmarkAttributes.Written(attribute)} {hook.Name} would run around each call, and a load calls without a pause: do its work in the method, or in [GlobalSetup]");
            }
        }
    }

    private MethodInfo? Callable(string attribute, MethodInfo benchmark)
    {
        if (Find(attribute, benchmark) is not { } hook) return null;
        var name = BenchmarkAttributes.Written(attribute);
        if (BenchmarkClass.IsAsyncVoid(hook)) throw new PluginRefusedException($"{name} {hook.Name} {BenchmarkClass.NeverEnds}");
        if (!BenchmarkInstance.IsWaitedFor(hook.ReturnType))
            throw new PluginRefusedException($"{name} {hook.Name} returns {CSharpTypeName.Of(hook.ReturnType)}, which nothing would enumerate or await: let it return a Task");
        if (HidingMember.Of(type, hook) is { } hiding)
            throw new PluginRefusedException($"{name} {HidingMember.Name(hook)} is hidden by {HidingMember.Name(hiding)}: give one of them another name");
        return hook;
    }

    private static void RefuseForm(MethodInfo hook, string name)
    {
        if (!hook.IsPublic) throw new PluginRefusedException($"{name} {hook.Name} is not public");
        if (hook.IsGenericMethodDefinition) throw new PluginRefusedException($"{name} {hook.Name} is generic");
        if (hook.GetParameters().Length > 0) throw new PluginRefusedException($"{name} {hook.Name} takes parameters");
    }

    private MethodInfo? Find(string attribute, MethodInfo benchmark)
    {
        var hooks = All(attribute);
        // BenchmarkDotNet runs no method of a class with a hook that it cannot call.
        foreach (var (method, _) in hooks) RefuseForm(method, BenchmarkAttributes.Written(attribute));
        var fits = hooks.Where(hook => hook.Targets.Count == 0 || hook.Targets.Contains(benchmark.Name)).ToList();
        if (fits is not [var first, ..]) return null;
        var rival = fits.FirstOrDefault(other => other.Method != first.Method && other.Method.DeclaringType == first.Method.DeclaringType && other.Targets.Count == 0 == (first.Targets.Count == 0))?.Method;
        return rival is null
            ? first.Method
            : throw new PluginRefusedException(
                $"{BenchmarkAttributes.Written(attribute)} is on both {first.Method.Name} and {rival.Name} of {CSharpTypeName.Of(rival.DeclaringType!)}, and only one of them can run: leave it on one");
    }

    // The same for all benchmarks of the class. Each measured process reads them.
    private List<Hook> All(string attribute)
    {
        if (found.TryGetValue(attribute, out var known)) return known;
        return found[attribute] =
        [
            .. methods
                .OrderByDescending(method => HidingMember.Depth(method.DeclaringType))
                .SelectMany(method => AttributeReader.AllInherited(method, attribute).Select(use => new Hook(method, use.Targets)))
                .OrderByDescending(hook => hook.Targets.Count),
        ];
    }

    private sealed record Hook(MethodInfo Method, IReadOnlyList<string> Targets);
}

/// <summary>Finds members of a base class that a derived class hides by declaring the same name.</summary>
internal static class HidingMember
{
    /// <summary>What hides a member of a class; null where nothing does.</summary>
    public static MemberInfo? Of(Type type, MemberInfo member) => ClassLevels.Of(type)
        .TakeWhile(level => level != member.DeclaringType)
        .SelectMany(level => level.GetMember(member.Name, ClassLevels.Declared))
        .FirstOrDefault(other => IsSeen(other) && TakesTheSame(other, member));

    /// <summary>A member with its class: <c>Reads.SetUp</c>.</summary>
    public static string Name(MemberInfo member) => $"{CSharpTypeName.Of(member.DeclaringType!)}.{member.Name}";

    /// <summary>Number of classes from <see cref="object"/> down to a class, itself included; 0 for null.</summary>
    public static int Depth(Type? type) => ClassLevels.Of(type).Count();

    private static bool TakesTheSame(MemberInfo one, MemberInfo other) => one is not MethodInfo method || other is not MethodInfo hidden
        || (method.GetGenericArguments().Length == hidden.GetGenericArguments().Length
            && method.GetParameters().Select(parameter => parameter.ParameterType).SequenceEqual(hidden.GetParameters().Select(parameter => parameter.ParameterType)));

    private static bool IsSeen(MemberInfo member) => member switch
    {
        MethodInfo method => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly,
        FieldInfo field => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly,
        PropertyInfo property => property.GetAccessors(nonPublic: true).Any(IsSeen),
        _ => true,
    };
}
