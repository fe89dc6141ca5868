using System.Collections;
using System.Globalization;
using System.Reflection;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>
/// What filters of a class, its assembly and its methods leave. A filter may look at everything that BenchmarkDotNet knows of a benchmark, so
/// BenchmarkDotNet is asked what it would run.
/// </summary>
internal sealed class BenchmarkFilters
{
    private readonly IReadOnlyList<(MethodInfo Method, object? Job)>? left;

    private BenchmarkFilters(IReadOnlyList<(MethodInfo Method, object? Job)>? left) => this.left = left;

    /// <summary>Those of a class. BenchmarkDotNet is asked only where there are some.</summary>
    public static BenchmarkFilters Of(Type type, IEnumerable<MethodInfo> methods)
    {
        var filter = Configs(type, methods).SelectMany(config => DeclaredConfigs.Given(config, "GetFilters")).FirstOrDefault();
        return new BenchmarkFilters(filter is null ? null : [.. Left(type, filter)]);
    }

    /// <summary>Why a method is not measured: filters leave it out, or leave it to some of its parameters' values; null where they leave all of it.</summary>
    /// <param name="cases">Combinations of values that the method is measured with.</param>
    public string? Problem(MethodInfo method, int cases)
    {
        if (left is null) return null;
        var most = left.Where(one => one.Method.MethodHandle == method.MethodHandle).GroupBy(one => one.Job).Select(ofJob => ofJob.Count()).DefaultIfEmpty().Max();
        if (most == 0) return "a filter of its config leaves it out here, and BenchmarkDotNet does not run it: remove the filter";
        return most < cases
            ? FormattableString.Invariant($"a filter of its config leaves {most} of {cases} combinations of values, and those are not told apart here: remove the filter")
            : null;
    }

    // A config that cannot be made has no filters, and is named where its jobs are read.
    private static List<object> Configs(Type type, IEnumerable<MethodInfo> methods)
    {
        try
        {
            return [.. DeclaredConfigs.Of(type), .. methods.SelectMany(DeclaredConfigs.OfMember)];
        }
        catch (Exception)
        {
            return [];
        }
    }

    // The filter's interface tells which assembly BenchmarkDotNet is: its class may be of the plug-in.
    private static IEnumerable<(MethodInfo Method, object? Job)> Left(Type type, object filter)
    {
        var library = filter.GetType().GetInterface("BenchmarkDotNet.Filters.IFilter")?.Assembly;
        var convert = library?.GetType("BenchmarkDotNet.Running.BenchmarkConverter")?.GetMethods().FirstOrDefault(method => method.Name == "TypeToBenchmarks" && method.GetParameters().Length == 2);
        var run = convert?.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [type, null], CultureInfo.InvariantCulture);
        if (Value(run, "BenchmarksCases") is not IEnumerable kept) throw new PluginRefusedException("this version of BenchmarkDotNet does not tell what its filters leave: remove them");
        return kept.Cast<object>().Select(one => ((MethodInfo)Value(Value(one, "Descriptor"), "WorkloadMethod")!, Value(one, "Job")));
    }

    private static object? Value(object? owner, string name) => owner?.GetType().GetProperty(name)?.GetValue(owner);
}
