using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Planning;

/// <summary>
/// The order of pairs. In each round every comparison gets one pair, in a new random order, so that the machine's slow drift
/// affects all comparisons alike. Within a comparison the sides take turns at being first.
/// </summary>
internal static class Schedule
{
    /// <summary>All pairs up to the last look. The same seed gives the same order.</summary>
    public static IReadOnlyList<ScheduledPair> Of(IReadOnlyList<Comparison> comparisons, int pairs, int seed)
    {
        // System.Random promises one sequence per seed, but its Shuffle promises no order.
        var random = new Random(seed);
        Side[] starters = [.. comparisons.Select(_ => random.Next(2) == 0 ? Side.Baseline : Side.Candidate)];
        var order = Enumerable.Range(0, comparisons.Count).ToArray();
        var schedule = new List<ScheduledPair>(comparisons.Count * pairs);
        for (var index = 1; index <= pairs; index++)
        {
            Shuffle(order, random);
            foreach (var position in order)
                schedule.Add(new ScheduledPair(comparisons[position].Id, index, index % 2 == 1 ? starters[position] : Other(starters[position])));
        }

        return schedule;
    }

    private static Side Other(Side side) => side == Side.Baseline ? Side.Candidate : Side.Baseline;

    // Fisher and Yates: every order is equally likely.
    private static void Shuffle(int[] order, Random random)
    {
        for (var last = order.Length - 1; last > 0; last--)
        {
            var other = random.Next(last + 1);
            (order[last], order[other]) = (order[other], order[last]);
        }
    }
}
