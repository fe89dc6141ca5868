using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Where code can go, exceptions aside.</summary>
internal sealed class CodeFlow
{
    private readonly IReadOnlyList<IlInstruction> code;
    private readonly Dictionary<int, int> places;

    public CodeFlow(IReadOnlyList<IlInstruction> code)
    {
        this.code = code;
        places = code.Index().ToDictionary(place => place.Item.Offset, place => place.Index);
    }

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

    /// <summary>The place of an instruction; null when none begins there.</summary>
    public int? At(int offset) => places.TryGetValue(offset, out var place) ? place : null;

    private IEnumerable<int> Next(int at)
    {
        var instruction = code[at];
        if (instruction.Code.IsBranch() && At(instruction.Operand) is { } target) yield return target;
        if (instruction.Code is not (ILOpCode.Br or ILOpCode.Br_s or ILOpCode.Leave or ILOpCode.Leave_s or ILOpCode.Ret or ILOpCode.Throw or ILOpCode.Rethrow or ILOpCode.Endfinally or ILOpCode.Endfilter or ILOpCode.Jmp))
            yield return at + 1;
    }
}
