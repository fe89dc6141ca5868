using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Asks the measured process what it can measure: the harness itself knows no workload.</summary>
internal delegate Task<Catalogue> DescribeHost(CancellationToken cancellation);

/// <summary>Where the catalogue comes from.</summary>
internal static class HostCatalogue
{
    /// <summary>From the host build that lies beside the harness.</summary>
    public static DescribeHost Own { get; } = token => HostProbe.DescribeAsync(HostLaunch.Plain, null, token);

    /// <summary>From any build on any runtime, with plug-ins loaded. When a plug-in ends the process, each is tried alone: the faulty one is named, the others stay.</summary>
    /// <param name="launch">Which host, on which runtime.</param>
    /// <param name="plugins">Plug-ins that it loads; null for none.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="ChildFailedException">The host does not describe itself without them either.</exception>
    public static async Task<Catalogue> OnAsync(HostLaunch launch, PluginSet? plugins, CancellationToken cancellation)
    {
        if (plugins is null) return await HostProbe.DescribeAsync(launch, null, cancellation);
        var failed = new Dictionary<PluginFile, PluginDescription>();
        try
        {
            return await HostProbe.DescribeAsync(launch, plugins, cancellation);
        }
        catch (ChildFailedException) when (plugins.Files.Count > 1)
        {
            foreach (var file in plugins.Files)
            {
                if (await FailureAsync(launch, plugins with { Files = [file] }, cancellation) is { } failure) failed[file] = failure;
            }
        }
        catch (ChildFailedException failure)
        {
            failed[plugins.Files[0]] = Ended(plugins.Files[0], failure);
        }

        PluginFile[] sound = [.. plugins.Files.Where(file => !failed.ContainsKey(file))];
        var catalogue = await HostProbe.DescribeAsync(launch, sound.Length == 0 ? null : plugins with { Files = sound }, cancellation);
        var described = new Queue<PluginDescription>(catalogue.Plugins ?? []);
        return catalogue with { Plugins = [.. plugins.Files.Select(file => failed.GetValueOrDefault(file) ?? described.Dequeue())] };
    }

    /// <summary>The plug-ins that have something to measure; null for none. Measured processes load no others: a plug-in that ends one process on loading would end them all.</summary>
    public static PluginSet? Sound(PluginSet? plugins, Catalogue catalogue)
    {
        if (plugins is null || catalogue.Plugins is not { } described) return plugins;
        PluginFile[] sound = [.. plugins.Files.Zip(described).Where(pair => pair.Second.Failure is null).Select(pair => pair.First)];
        return sound.Length == 0 ? null : plugins with { Files = sound };
    }

    // Null when the plug-in offers something.
    private static async Task<PluginDescription?> FailureAsync(HostLaunch launch, PluginSet alone, CancellationToken cancellation)
    {
        try
        {
            return (await HostProbe.DescribeAsync(launch, alone, cancellation)).Plugins is [{ Failure: not null } failure] ? failure : null;
        }
        catch (ChildFailedException failure)
        {
            return Ended(alone.Files[0], failure);
        }
    }

    private static PluginDescription Ended(PluginFile file, ChildFailedException failure) => new(
        Path.GetFileName(file.Path), Optimized: true, $"the process that describes it {FailureSentence.Of(failure.Outcome)}", []);
}
