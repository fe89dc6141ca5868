using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Where code can go, exceptions aside.</summary>
internal sealed class CodeFlow(IReadOnlyList<IlInstruction> code)
{
    /// <summary>Whether there is a way from one instruction to another that meets none of certain ones; null when a switch hides ways and none was found.</summary>
    /// <param name="from">Where it begins: that instruction may be one to be met.</param>
    public bool? Reaches(int from, Func<int, bool> isGoal, Func<int, bool> isMet)
    {
        var seen = new HashSet<int>();
        var waiting = new Stack<int>([from]);
        var hidden = false;
        while (waiting.TryPop(out var at))
        {
            if (at >= code.Count || !seen.Add(at) || isMet(at)) continue;
            if (isGoal(at)) return true;
            hidden |= code[at].Code == ILOpCode.Switch;
            foreach (var next in Next(at)) waiting.Push(next);
        }

        return hidden ? null : false;
    }

    private IEnumerable<int> Next(int at)
    {
        if (code[at].Code.IsBranch() && code.At(code[at].Operand) is { } target) yield return target;
        if (code[at].FallsThrough) yield return at + 1;
    }
}
