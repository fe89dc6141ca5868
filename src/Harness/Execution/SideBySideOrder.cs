using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Execution;

/// <summary>Pairs that are measured together, because they share a process or because there is only one.</summary>
/// <param name="Pairs">The pairs, one at least; all have the same number.</param>
/// <param name="Attempt">1, or 2 after a failed first attempt.</param>
internal sealed record PairTurn(IReadOnlyList<ScheduledPair> Pairs, int Attempt);

/// <summary>A turn that is under way.</summary>
/// <param name="Turn">What is measured.</param>
/// <param name="Place">Which place of the plan it has; null when it has the whole machine.</param>
internal sealed record PlacedTurn(PairTurn Turn, int? Place);

/// <summary>
/// Decides which due turn begins next, and where. Within as many rounds as there are places, turns that run beside others come before those that run alone. So
/// the machine rarely waits, and a disturbance still affects all comparisons. A comparison's first pair is waited for, since it shows how operations are timed. Pure.
/// </summary>
internal static class SideBySideOrder
{
    /// <summary>The turn to begin now; null when one that is under way has to end first.</summary>
    /// <param name="places">Where turns go side by side, and which comparisons do; null for one after the other.</param>
    /// <param name="due">What is still to begin, in its order.</param>
    /// <param name="running">What is under way.</param>
    /// <param name="known">Whether it is known how the operations of a comparison are timed.</param>
    public static PlacedTurn? Next(BesidePlaces? places, IReadOnlyList<PairTurn> due, IReadOnlyCollection<PlacedTurn> running, Func<string, bool> known)
    {
        if (due.Count == 0 || running.Any(other => other.Place is null)) return null;
        if (places is null) return new PlacedTurn(due[0], null);
        var measuring = running.SelectMany(other => other.Turn.Pairs).Select(pair => pair.Comparison).ToHashSet(StringComparer.Ordinal);
        foreach (var turn in InOrder(places, due))
        {
            if (!places.Has(turn)) return running.Count == 0 ? new PlacedTurn(turn, null) : null;
            if (turn.Pairs.Any(pair => measuring.Contains(pair.Comparison) && !known(pair.Comparison))) continue;
            var free = Enumerable.Range(0, places.Count).Except(running.Select(other => other.Place).OfType<int>()).ToList();
            return free.Count == 0 ? null : new PlacedTurn(turn, free[0]);
        }

        return null;
    }

    // As many rounds at a time as there are places, so that one comparison can fill them all.
    private static IEnumerable<PairTurn> InOrder(BesidePlaces places, IReadOnlyList<PairTurn> due)
    {
        for (var begin = 0; begin < due.Count;)
        {
            var rounds = RoundsOf(due[begin]);
            var together = due.Skip(begin).TakeWhile(turn => RoundsOf(turn) == rounds).ToList();
            foreach (var turn in together.Where(places.Has)) yield return turn;
            foreach (var turn in together.Where(turn => !places.Has(turn))) yield return turn;
            begin += together.Count;
        }

        int RoundsOf(PairTurn turn) => (turn.Pairs[0].Index - 1) / places.Count;
    }
}

/// <summary>The places of a plan.</summary>
internal sealed class BesidePlaces(SideBySide beside)
{
    private readonly HashSet<string> comparisons = [.. beside.Comparisons];

    /// <summary>How many there are.</summary>
    public int Count => beside.Places.Count;

    /// <summary>Whether a comparison is measured in one.</summary>
    public bool Has(string comparison) => comparisons.Contains(comparison);

    /// <summary>Whether all of a turn is.</summary>
    public bool Has(PairTurn turn) => turn.Pairs.All(pair => Has(pair.Comparison));
}
