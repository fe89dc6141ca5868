using System.Globalization;
using AsyncLoad.Harness.Platform;

namespace AsyncLoad.Harness.Planning;

/// <summary>
/// Where pairs can be measured side by side. A place has two physical cores, as a small machine has: one for what is measured, the other for what the runtime does
/// meanwhile. They are of the fastest kind, share a last-level cache, and their siblings stay idle. Pure.
/// </summary>
internal static class Places
{
    /// <summary>Physical cores of each place.</summary>
    public const int CoresEach = 2;

    /// <summary>All places that a machine has room for. Those with their own cache come first, so that few places are far apart.</summary>
    public static IReadOnlyList<IReadOnlyList<int>> Of(Topology topology)
    {
        var room = (int)Math.Min(topology.Processors.Count, topology.Quota ?? double.MaxValue) / CoresEach;
        return
        [
            .. InCaches(topology)
                .SelectMany(places => places.Select((cores, nth) => (Nth: nth, Cores: cores)))
                .OrderBy(place => place.Nth)
                .Select(place => place.Cores)
                .Take(room),
        ];
    }

    /// <summary>
    /// How many pairs <c>--jobs auto</c> measures side by side: as many as have their own last-level cache. Pairs that share one may
    /// push each other's data out of it.
    /// </summary>
    public static int Safe(Topology topology) => Math.Max(1, Math.Min(InCaches(topology).Count(), Of(topology).Count));

    /// <summary>Why this many pairs cannot go side by side; null where they can.</summary>
    /// <param name="topology">What the machine has; null where the system does not tell.</param>
    /// <param name="jobs">How many are asked for, 1 or more.</param>
    public static string? Refusal(Topology? topology, int jobs)
    {
        if (jobs == 1) return null;
        if (topology is null) return "pairs run side by side on Linux only, where processes can be kept to their cores: leave out --jobs";
        var most = Of(topology).Count;
        if (jobs <= most) return null;
        var reason = topology.Quota / CoresEach < jobs
            ? string.Create(CultureInfo.InvariantCulture, $"the control group grants the time of {topology.Quota:0.##}")
            : string.Create(CultureInfo.InvariantCulture, $"this machine has {topology.Cores.Count(core => core.Fast)} of its fastest kind that this program may use");
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{jobs} pairs side by side need {jobs * CoresEach} physical cores, two that share a cache for each, and {reason}: {(most > 1 ? $"use --jobs {most} or fewer" : "leave out --jobs")}");
    }

    private static IEnumerable<IReadOnlyList<IReadOnlyList<int>>> InCaches(Topology topology) => topology.Cores
        .Where(core => core.Fast)
        .GroupBy(core => core.Cache)
        .Select(cache => (IReadOnlyList<IReadOnlyList<int>>)
            [.. cache.Select(core => core.Number).Chunk(CoresEach).Where(cores => cores.Length == CoresEach).Select(cores => (IReadOnlyList<int>)cores)])
        .Where(places => places.Count > 0);
}
