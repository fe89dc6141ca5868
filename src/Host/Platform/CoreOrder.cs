using System.Globalization;

namespace AsyncLoad.Host.Platform;

/// <summary>Which processors workers are bound to, one after another: first one of each physical core, then its siblings.</summary>
internal sealed class CoreOrder
{
    // The first worker's first. A group holds cores of one kind that share a last-level cache.
    private readonly List<List<int[]>> groups;

    private CoreOrder(IReadOnlyList<int> processors, List<List<int[]>> groups) => (Processors, this.groups) = (processors, groups);

    /// <summary>Their numbers, the first worker's last.</summary>
    public IReadOnlyList<int> Processors { get; }

    /// <summary>The order of some processors.</summary>
    /// <param name="allowed">Those that the process may use, ascending.</param>
    /// <param name="text">
    /// Physical cores, the first worker's first, each by the numbers of its processors, such as <c>3+7,2+6;1+5</c>; a semicolon separates groups that
    /// share neither kind nor cache. Null where each processor is a core, and all are alike.
    /// </param>
    public static CoreOrder Of(IReadOnlyList<int> allowed, string? text)
    {
        if (text is null) return new CoreOrder(allowed, []);
        List<List<int[]>> groups = [.. text.Split(';').Select(group => group.Split(',').Select(core => CoreOf(core, allowed)).Where(core => core.Length > 0).ToList())];
        var ranked = groups.SelectMany(group => group)
            .SelectMany((core, place) => core.Select((processor, nth) => (processor, nth, place)))
            .OrderBy(entry => entry.nth)
            .ThenBy(entry => entry.place)
            .Select(entry => entry.processor)
            .ToList();
        // Processors that the text does not name come first, and are bound last.
        return new CoreOrder([.. allowed.Except(ranked), .. Enumerable.Reverse(ranked)], groups);
    }

    /// <summary>The processors that share a core with one, itself included.</summary>
    public IReadOnlyList<int> Siblings(int processor) => groups.SelectMany(group => group).FirstOrDefault(core => core.Contains(processor)) ?? [processor];

    /// <summary>
    /// Where so many workers may run unbound: one processor of each physical core, of the fewest groups that have a core for each worker.
    /// Null where there are fewer cores than workers, or all are alike.
    /// </summary>
    public IReadOnlyList<int>? Room(int workers)
    {
        var room = new List<int>();
        foreach (var group in groups)
        {
            room.AddRange(group.Select(core => core[0]));
            if (room.Count >= workers) return room;
        }

        return null;
    }

    /// <summary>
    /// The siblings that stay idle beside so many bound workers; none unless a core is left over for all other threads.
    /// </summary>
    public IReadOnlyList<int> IdleBeside(int workers)
    {
        var cores = groups.SelectMany(group => group).ToList();
        return cores.Count > workers ? [.. cores.Take(workers).SelectMany(core => core.Skip(1))] : [];
    }

    private static int[] CoreOf(string text, IReadOnlyList<int> allowed) =>
        [.. text.Split('+').Select(number => int.Parse(number, NumberStyles.None, CultureInfo.InvariantCulture)).Intersect(allowed)];
}
