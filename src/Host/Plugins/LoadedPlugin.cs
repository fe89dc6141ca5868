using System.Reflection;
using AsyncLoad.Host.Plugins.Benchmarks;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Host.Plugins;

/// <summary>A plug-in in this process, or why it is not.</summary>
/// <param name="Name">Its file name.</param>
/// <param name="Optimized">Whether it was built with optimisation.</param>
/// <param name="Failure">Why nothing of it can be measured; null when it was loaded and has something to offer.</param>
/// <param name="Offers">What it offers.</param>
internal sealed record LoadedPlugin(string Name, bool Optimized, string? Failure, IReadOnlyList<Offer> Offers)
{
    /// <summary>Loads all plug-ins of a set. What goes wrong with one of them is in its place.</summary>
    /// <param name="plugins">The set.</param>
    /// <param name="ids">Ids that workloads of this process have already.</param>
    public static IReadOnlyList<LoadedPlugin> All(PluginSet plugins, IEnumerable<string> ids)
    {
        var taken = ids.ToHashSet(StringComparer.Ordinal);
        return [.. plugins.Files.Select(file => Load(file.Path, plugins.SharedInstance, taken))];
    }

    private static LoadedPlugin Load(string path, bool sharesInstance, HashSet<string> taken)
    {
        var name = Path.GetFileName(path);
        var optimized = true;
        try
        {
            optimized = PluginHeader.Read(path).Optimized;
            var assembly = new PluginContext(path).LoadPlugin();
            var (types, problem) = TypesOf(assembly);
            Offer[] offers = [.. NativeWorkloads.Find(assembly, taken), .. BenchmarkClasses.Find(types, taken, sharesInstance)];
            if (offers.Length == 0) return new LoadedPlugin(name, optimized, Nothing(types, problem), []);
            return new LoadedPlugin(name, optimized, null, problem is null ? offers : [.. offers, Offer.Of(new LeftOut("a class that cannot be loaded", problem))]);
        }
        catch (Exception exception)
        {
            // Whatever is wrong with it is its own fault, and others go on.
            return new LoadedPlugin(name, optimized, PluginFault.Reason(exception), []);
        }
    }

    // Where some types cannot be loaded the others may do.
    private static (IReadOnlyList<Type> Types, string? Problem) TypesOf(Assembly assembly)
    {
        try
        {
            return (assembly.GetTypes(), null);
        }
        catch (ReflectionTypeLoadException exception)
        {
            return ([.. exception.Types.OfType<Type>()], PluginFault.Reason(exception));
        }
    }

    private static string Nothing(IReadOnlyList<Type> types, string? problem)
    {
        if (problem is not null) return problem;
        return NativeWorkloads.Unlisted(types).FirstOrDefault() is { } workload
            ? $"it lists no workload: add [assembly: AsyncLoadWorkloads(typeof({workload.Name}))]"
            : "it has neither a class with [Benchmark] methods nor [assembly: AsyncLoadWorkloads(…)]";
    }
}
