using AsyncLoad.Analysis.Findings;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Cli;

/// <summary>Asks the measured process what it can measure: the harness itself knows no workload.</summary>
internal delegate Task<Catalogue> DescribeHost(CancellationToken cancellation);

/// <summary>Where the catalogue comes from.</summary>
internal static class HostCatalogue
{
    /// <summary>From the host build that lies beside the harness.</summary>
    public static DescribeHost Own { get; } = token => HostProbe.DescribeAsync(HostLaunch.Plain, null, token);

    /// <summary>From any build on any runtime, with plug-ins loaded. One that ends the process while it is described is tried alone, so that it is named and others go on.</summary>
    /// <param name="launch">Which host, on which runtime.</param>
    /// <param name="plugins">Plug-ins that it loads; null for none.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="ChildFailedException">The host does not describe itself without them either.</exception>
    public static async Task<Catalogue> OnAsync(HostLaunch launch, PluginSet? plugins, CancellationToken cancellation)
    {
        if (plugins is null) return await HostProbe.DescribeAsync(launch, null, cancellation);
        var (sound, failed) = (new List<PluginFile>(), new List<PluginDescription>());
        try
        {
            return await HostProbe.DescribeAsync(launch, plugins, cancellation);
        }
        catch (ChildFailedException) when (plugins.Files.Count > 1)
        {
            foreach (var file in plugins.Files)
            {
                if (await FailureAsync(launch, plugins with { Files = [file] }, cancellation) is { } failure) failed.Add(failure);
                else sound.Add(file);
            }
        }
        catch (ChildFailedException failure)
        {
            failed.Add(Ended(plugins.Files[0], failure));
        }

        var catalogue = await HostProbe.DescribeAsync(launch, sound.Count == 0 ? null : plugins with { Files = sound }, cancellation);
        return catalogue with { Plugins = [.. catalogue.Plugins ?? [], .. failed] };
    }

    // Null: it offers something.
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
