using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Harness.Cli;

/// <summary>Asks the measured process what it can measure: the harness itself knows no workload.</summary>
internal delegate Task<Catalogue> DescribeHost(CancellationToken cancellation);

/// <summary>Where the catalogue comes from.</summary>
internal static class HostCatalogue
{
    /// <summary>From the host build that lies beside the harness.</summary>
    public static DescribeHost Own { get; } = HostProbe.DescribeAsync;
}
