using System.Reflection;
using AsyncLoad.Host.Plugins.Attributes;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>What BenchmarkDotNet would call before and after one benchmark method: that which names it, or else that which names none.</summary>
/// <param name="methods">All methods of the class.</param>
/// <param name="benchmark">The method.</param>
internal sealed class BenchmarkHooks(IReadOnlyList<MethodInfo> methods, MethodInfo benchmark)
{
    /// <summary>Called once before it, or null.</summary>
    public MethodInfo? SetUp => Find(BenchmarkAttributes.GlobalSetup);

    /// <summary>Called once after it, or null.</summary>
    public MethodInfo? CleanUp => Find(BenchmarkAttributes.GlobalCleanup);

    /// <exception cref="PluginRefusedException">Something would have to be called around each iteration.</exception>
    public void RefuseIterations()
    {
        foreach (var (attribute, name) in new[] { (BenchmarkAttributes.IterationSetup, "IterationSetup"), (BenchmarkAttributes.IterationCleanup, "IterationCleanup") })
        {
            if (Find(attribute) is { } hook)
            {
                throw new PluginRefusedException(
                    $"[{name}] {hook.Name} belongs around each single call, and a load calls without a pause: do its work in the method, or in [GlobalSetup]");
            }
        }
    }

    private MethodInfo? Find(string attribute)
    {
        var hooks = methods
            .Select(method => (Method: method, Use: AttributeReader.FindInherited(method, attribute)))
            .Where(hook => hook.Use is not null)
            .Select(hook => (hook.Method, Targets: Targets(hook.Use!)))
            .ToList();
        return hooks.FirstOrDefault(hook => hook.Targets.Contains(benchmark.Name)).Method ?? hooks.FirstOrDefault(hook => hook.Targets.Count == 0).Method;
    }

    private static List<string> Targets(AttributeUse use) =>
    [
        .. (use.Value<string>("Target") ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries),
        .. use.Value<string[]>("Targets") ?? [],
    ];
}
