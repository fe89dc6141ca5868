using System.Globalization;

namespace AsyncLoad.Host.Platform;

/// <summary>Which processors workers are bound to, one after another: first one of each physical core, then its siblings.</summary>
/// <param name="processors">Their numbers, the first worker's last.</param>
/// <param name="cores">The processors of each physical core.</param>
internal sealed class CoreOrder(IReadOnlyList<int> processors, IReadOnlyList<IReadOnlyList<int>> cores)
{
    /// <summary>Their numbers, the first worker's last.</summary>
    public IReadOnlyList<int> Processors => processors;

    /// <summary>The order of some processors.</summary>
    /// <param name="allowed">Those that the process may use, ascending.</param>
    /// <param name="text">Physical cores, the first worker's first, each by the numbers of its processors, such as <c>3+7,2+6</c>; null where each processor is one.</param>
    public static CoreOrder Of(IReadOnlyList<int> allowed, string? text)
    {
        if (text is null) return new CoreOrder(allowed, []);
        List<int[]> cores = [.. text.Split(',').Select(core => core.Split('+').Select(number => int.Parse(number, NumberStyles.None, CultureInfo.InvariantCulture)).Intersect(allowed).ToArray())];
        var ranked = cores.SelectMany((core, place) => core.Select((processor, nth) => (processor, nth, place))).OrderBy(entry => entry.nth).ThenBy(entry => entry.place).Select(entry => entry.processor);
        // What the text leaves out comes first, and is bound to last.
        return new CoreOrder([.. allowed.Except(ranked), .. ranked.Reverse()], cores);
    }

    /// <summary>The processors that share a core with one, itself included.</summary>
    public IReadOnlyList<int> Siblings(int processor) => cores.FirstOrDefault(core => core.Contains(processor)) ?? [processor];
}
