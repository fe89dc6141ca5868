using AsyncLoad.Model.Catalogues;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Plugins;

/// <summary>A workload that a plug-in offers, not made yet: of many classes one is measured in a process.</summary>
/// <param name="Id">Its id; null for what cannot be measured at all.</param>
/// <param name="Name">What its author calls it.</param>
/// <param name="Make">Makes it; may throw whatever a plug-in throws.</param>
internal sealed record Offer(string? Id, string Name, Func<OfferedWorkload> Make)
{
    /// <summary>One that cannot be measured.</summary>
    public static Offer Of(LeftOut leftOut) => new(null, leftOut.Name, () => new OfferedWorkload(null, [leftOut]));
}

/// <summary>A workload of a plug-in, as far as it could be made.</summary>
/// <param name="Workload">The workload, or null.</param>
/// <param name="LeftOut">Parts that cannot be measured.</param>
internal sealed record OfferedWorkload(Workload? Workload, IReadOnlyList<LeftOut> LeftOut);
