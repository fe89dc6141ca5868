using System.Globalization;
using AsyncLoad.Harness.Platform;

namespace AsyncLoad.Harness.Planning;

/// <summary>Which cores workers take, in words. Pure.</summary>
internal static class WorkerCores
{
    // More ranges of numbers would fill a terminal.
    private const int MostRuns = 12;

    /// <summary>The order in which workers take cores, and what limits them.</summary>
    public static string Text(Topology topology)
    {
        var cores = topology.Groups.SelectMany(group => group).ToList();
        var siblings = topology.InWorkerOrder.Skip(cores.Count).ToList();
        var text = $"workers take cores {Runs([.. cores.Select(core => core[0])])}";
        if (siblings.Count > 0) text += $", then their siblings {Runs(siblings)}";
        return string.Join("; ", [text, .. Limits(topology)]);
    }

    private static IEnumerable<string> Limits(Topology topology)
    {
        if (topology.Quota is { } quota && quota < topology.Processors.Count) yield return string.Create(CultureInfo.InvariantCulture, $"the control group grants the time of {quota:0.##}");
        if (topology.Counted is { } counted && counted != topology.Processors.Count) yield return string.Create(CultureInfo.InvariantCulture, $".NET counts {counted}");
    }

    // Up or down: 3-0,7-4.
    private static string Runs(IReadOnlyList<int> numbers)
    {
        var runs = new List<(int First, int Last)>();
        foreach (var number in numbers)
        {
            if (runs.Count > 0 && GoesOn(runs[^1], number)) runs[^1] = (runs[^1].First, number);
            else runs.Add((number, number));
        }

        var texts = runs.Take(MostRuns).Select(run => run.First == run.Last
            ? string.Create(CultureInfo.InvariantCulture, $"{run.First}")
            : string.Create(CultureInfo.InvariantCulture, $"{run.First}-{run.Last}"));
        return string.Join(',', texts) + (runs.Count > MostRuns ? ",…" : "");
    }

    private static bool GoesOn((int First, int Last) run, int number) =>
        Math.Abs(number - run.Last) == 1 && (run.First == run.Last || Math.Sign(number - run.Last) == Math.Sign(run.Last - run.First));
}
