namespace AsyncLoad.Tracing.Metadata;

/// <summary>The paths that code can take, without exceptions.</summary>
internal sealed class CodeFlow(IReadOnlyList<IlInstruction> code)
{
    /// <summary>Whether a path leads from one instruction to a goal without passing certain instructions.</summary>
    /// <param name="from">Where it begins; that instruction is tested too.</param>
    public bool Reaches(int from, Func<int, bool> isGoal, Func<int, bool> isMet)
    {
        var seen = new HashSet<int>();
        var waiting = new Stack<int>([from]);
        while (waiting.TryPop(out var at))
        {
            if (at >= code.Count || !seen.Add(at) || isMet(at)) continue;
            if (isGoal(at)) return true;
            foreach (var next in Next(at)) waiting.Push(next);
        }

        return false;
    }

    private IEnumerable<int> Next(int at)
    {
        foreach (var target in code[at].Branches)
        {
            if (code.At(target) is { } there) yield return there;
        }

        if (code[at].FallsThrough) yield return at + 1;
    }
}
