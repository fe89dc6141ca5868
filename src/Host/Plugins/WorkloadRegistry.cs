using AsyncLoad.Host.Plugins.Benchmarks;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Plugins;

/// <summary>Everything that this process can measure: its own workloads, and those of plug-ins, which are loaded when they are asked for.</summary>
/// <param name="own">Its own workloads.</param>
internal sealed class WorkloadRegistry(IReadOnlyList<Workload> own)
{
    /// <summary>Describes all of them. What goes wrong with a plug-in is in its description.</summary>
    public Catalogue Describe(PluginSet? plugins)
    {
        var catalogue = CatalogueDescription.Of(own);
        if (plugins is null) return catalogue;
        var described = LoadedPlugin.All(plugins, own.Select(workload => workload.Id)).Select(Describe).ToList();
        return catalogue with
        {
            Workloads = [.. catalogue.Workloads, .. described.SelectMany(plugin => plugin.Workloads)],
            Plugins = [.. described.Select(plugin => plugin.Plugin)],
        };
    }

    /// <summary>A workload by its id.</summary>
    /// <exception cref="RequestRefusedException">There is none.</exception>
    public Shelved Find(string id, PluginSet? plugins)
    {
        if (own.FirstOrDefault(workload => workload.Id == id) is { } found) return new Shelved(found, null);
        IReadOnlyList<LoadedPlugin> loaded = plugins is null ? [] : LoadedPlugin.All(plugins, own.Select(workload => workload.Id));
        foreach (var plugin in loaded)
        {
            if (plugin.Offers.FirstOrDefault(offer => offer.Id == id)?.Make().Workload is { } workload) return new Shelved(workload, plugin.Name);
        }

        var reasons = loaded.Where(plugin => plugin.Failure is not null).Select(plugin => $"; plug-in {plugin.Name}: {plugin.Failure}");
        throw new RequestRefusedException(Model.Protocol.FailureReason.Request, $"this host has no workload '{id}'{string.Concat(reasons)}");
    }

    private static (IReadOnlyList<WorkloadDescription> Workloads, PluginDescription Plugin) Describe(LoadedPlugin plugin)
    {
        var (workloads, leftOut) = (new List<WorkloadDescription>(), new List<LeftOut>());
        foreach (var offer in plugin.Offers)
        {
            try
            {
                var made = offer.Make();
                leftOut.AddRange(made.LeftOut);
                if (made.Workload is not { } workload) continue;
                var description = CatalogueDescription.Of(workload) with { Plugin = plugin.Name, ClassName = (workload as BenchmarkWorkload)?.ClassName };
                if (DescriptionCheck.Problem(description) is { } problem) throw new PluginRefusedException(problem);
                workloads.Add(description);
            }
            catch (Exception exception)
            {
                // Descriptions are the plug-in's own code, which may throw anything.
                leftOut.Add(new LeftOut(offer.Name, PluginFault.Reason(exception)));
            }
        }

        return (workloads, new PluginDescription(plugin.Name, plugin.Optimized, plugin.Failure, leftOut));
    }
}

/// <summary>A workload, and where it is from.</summary>
/// <param name="Workload">The workload.</param>
/// <param name="Plugin">File name of its plug-in; null for one of this process's own.</param>
internal sealed record Shelved(Workload Workload, string? Plugin);
