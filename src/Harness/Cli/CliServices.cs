using AsyncLoad.Harness.Cli.Doctor;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Cli;

/// <summary>Looks for a runtime by its name, in a root of .NET (null for none) and in the installation. A measured process says what it can measure there.</summary>
internal delegate Task<RuntimeOffer> FindRuntime(RuntimeSettings runtime, string? root, PluginSet? plugins, CancellationToken cancellation);

/// <summary>What commands take from their surroundings; tests give their own.</summary>
/// <param name="Terminal">Where results and errors go.</param>
/// <param name="DescribeHost">Where the catalogue comes from.</param>
/// <param name="FreeMemory">Memory that is free now; null when the system does not tell.</param>
/// <param name="NBomberVersion">Version of NBomber in the host build for it; null when there is no such build.</param>
/// <param name="Environment">In what kind of place a run is measured, and by which builds.</param>
/// <param name="ProfileFolder">Where the user's own profiles are; those beside the program are found too.</param>
/// <param name="Input">Standard input, where its end means that the program which started this one is gone; null otherwise.</param>
internal sealed record CliServices(
    Terminal Terminal,
    DescribeHost DescribeHost,
    Func<ByteSize?> FreeMemory,
    Func<string?> NBomberVersion,
    ReadEnvironment Environment,
    string ProfileFolder,
    Func<Stream>? Input = null)
{
    /// <summary>Looks for a runtime that a profile names; tests give their own.</summary>
    public FindRuntime FindRuntime { get; init; } = (runtime, root, plugins, cancellation) =>
        RuntimeProbe.FindAsync(runtime, root, launch => HostCatalogue.OnAsync(launch, plugins, cancellation));

    /// <summary>The processors that this program may use, and what they share; null where the system does not tell.</summary>
    public Func<Topology?> Topology { get; init; } = Platform.Topology.OfMachine;

    /// <summary>The build server that is told of judged runs, if there is one; tests give their own.</summary>
    public BuildServer BuildServer { get; init; } = BuildServer.Current;

    /// <summary>What can be measured, plug-ins included.</summary>
    public Task<Catalogue> DescribeAsync(PluginSet? plugins, CancellationToken cancellation) =>
        plugins is null ? DescribeHost(cancellation) : HostCatalogue.OnAsync(HostLaunch.Plain, plugins, cancellation);
}
