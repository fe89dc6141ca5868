using System.Reflection;
using System.Runtime.CompilerServices;
using AsyncLoad.Host.Plugins.Attributes;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>A class with <c>[Benchmark]</c> methods, as far as it can be measured.</summary>
/// <param name="Type">The class, closed where it is generic.</param>
/// <param name="Methods">Methods that can be measured, in the order of the source.</param>
/// <param name="Parameters">What is set before they run.</param>
/// <param name="LeftOut">Methods that cannot be measured.</param>
internal sealed record BenchmarkClass(
    Type Type,
    IReadOnlyList<BenchmarkMethod> Methods,
    IReadOnlyList<ParameterMember> Parameters,
    IReadOnlyList<LeftOut> LeftOut)
{
    private const BindingFlags Everything = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy;

    /// <summary>Whether a class has methods with the attribute, fit to be measured or not.</summary>
    public static bool Is(Type type) => type is { IsClass: true, IsAbstract: false } && type.GetMethods(Everything).Any(HasBenchmark);

    /// <summary>Reads a class.</summary>
    /// <exception cref="PluginRefusedException">None of its methods could be measured.</exception>
    public static BenchmarkClass Read(Type type)
    {
        if (!type.IsVisible) throw new PluginRefusedException("it is not public");
        if (type.GetConstructor([]) is null) throw new PluginRefusedException("it has no public constructor without parameters");
        var all = type.GetMethods(Everything).OrderBy(method => method.MetadataToken).ToList();
        var (methods, leftOut, ids) = (new List<BenchmarkMethod>(), new List<LeftOut>(), new HashSet<string>(StringComparer.Ordinal));
        foreach (var method in all.Where(HasBenchmark))
        {
            try
            {
                methods.Add(Read(type, method, new BenchmarkHooks(all, method)) with { Id = KebabCase.Unique(KebabCase.Of(method.Name), ids) });
            }
            catch (Exception exception)
            {
                // Sources of arguments are the plug-in's own code, which may throw anything.
                leftOut.Add(new LeftOut($"{CSharpTypeName.Of(type)}.{method.Name}", PluginFault.Reason(exception)));
            }
        }

        // One for each category: none of them is that of the whole class.
        var several = methods.Count(method => method.IsBaseline) > 1;
        return new BenchmarkClass(type, several ? [.. methods.Select(method => method with { IsBaseline = false })] : methods, ParameterMember.Of(type), leftOut);
    }

    private static BenchmarkMethod Read(Type type, MethodInfo method, BenchmarkHooks hooks)
    {
        RefuseShape(method);
        hooks.RefuseIterations();
        var attribute = Attribute(method)!;
        var perInvoke = attribute.Named.GetValueOrDefault("OperationsPerInvoke") is int count ? count : 1;
        if (perInvoke < 1) throw new PluginRefusedException(FormattableString.Invariant($"OperationsPerInvoke is {perInvoke}"));
        return new BenchmarkMethod(
            "",
            method,
            attribute.Value<string>("Description"),
            attribute.Named.GetValueOrDefault("Baseline") is true,
            perInvoke,
            ArgumentSets.Of(type, method),
            hooks.SetUp,
            hooks.CleanUp);
    }

    private static void RefuseShape(MethodInfo method)
    {
        if (!method.IsPublic) throw new PluginRefusedException("it is not public");
        if (method.IsGenericMethodDefinition) throw new PluginRefusedException("it is generic");
        if (method.ReturnType == typeof(void) && AttributeReader.Has(method, typeof(AsyncStateMachineAttribute).FullName!))
            throw new PluginRefusedException("it is async void, and nothing tells when it has ended: let it return a Task");
        if (!CanBeTyped(method.ReturnType)) throw new PluginRefusedException($"it returns {CSharpTypeName.Of(method.ReturnType)}, which no delegate here can hand on");
        var parameters = method.GetParameters();
        if (parameters.FirstOrDefault(parameter => !CanBeTyped(parameter.ParameterType)) is { } odd)
            throw new PluginRefusedException($"it takes {CSharpTypeName.Of(odd.ParameterType)}, which no argument here can be");
        if (parameters.Length > BenchmarkCall.MostParameters)
            throw new PluginRefusedException(FormattableString.Invariant($"it takes {parameters.Length} parameters, and {BenchmarkCall.MostParameters} are the most"));
    }

    private static bool CanBeTyped(Type type) => type is { IsByRef: false, IsByRefLike: false, IsPointer: false, IsFunctionPointer: false };

    private static bool HasBenchmark(MethodInfo method) => Attribute(method) is not null;

    private static AttributeUse? Attribute(MethodInfo method) => AttributeReader.FindInherited(method, BenchmarkAttributes.Benchmark);
}
