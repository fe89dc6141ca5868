namespace AsyncLoad.Workloads.IoSimulator;

/// <summary>Servers that take accesses in order of arrival; an access that finds all busy waits for the first to be free.</summary>
internal sealed class ServerQueue(int servers)
{
    private readonly long[] freeAt = new long[servers];

    /// <summary>When an access is done.</summary>
    /// <param name="arrival">When it arrived, in ns.</param>
    /// <param name="service">How long a server needs for it, in ns.</param>
    public long Admit(long arrival, long service)
    {
        var first = 0;
        for (var server = 1; server < freeAt.Length; server++)
        {
            if (freeAt[server] < freeAt[first]) first = server;
        }

        return freeAt[first] = Math.Max(arrival, freeAt[first]) + service;
    }
}
