using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>An instruction of a method's body.</summary>
/// <param name="Operand">A token, the number of a local, or the offset that it branches to; 0 for none.</param>
/// <param name="Targets">The offsets that a switch branches to; null for other instructions.</param>
internal readonly record struct IlInstruction(int Offset, ILOpCode Code, int Operand, IReadOnlyList<int>? Targets = null)
{
    /// <summary>The local that it reads; null for none.</summary>
    public int? Loaded => Code switch
    {
        ILOpCode.Ldloc_0 => 0,
        ILOpCode.Ldloc_1 => 1,
        ILOpCode.Ldloc_2 => 2,
        ILOpCode.Ldloc_3 => 3,
        ILOpCode.Ldloc or ILOpCode.Ldloc_s or ILOpCode.Ldloca or ILOpCode.Ldloca_s => Operand,
        _ => null,
    };

    /// <summary>The local that it writes; null for none.</summary>
    public int? Stored => Code switch
    {
        ILOpCode.Stloc_0 => 0,
        ILOpCode.Stloc_1 => 1,
        ILOpCode.Stloc_2 => 2,
        ILOpCode.Stloc_3 => 3,
        ILOpCode.Stloc or ILOpCode.Stloc_s => Operand,
        _ => null,
    };

    /// <summary>The offsets that it may branch to; empty for none.</summary>
    public IReadOnlyList<int> Branches => Targets ?? (Code.IsBranch() ? [Operand] : []);

    /// <summary>Whether the next instruction may run after it.</summary>
    public bool FallsThrough => Code is not (ILOpCode.Br or ILOpCode.Br_s or ILOpCode.Leave or ILOpCode.Leave_s or ILOpCode.Ret or ILOpCode.Throw
        or ILOpCode.Rethrow or ILOpCode.Endfinally or ILOpCode.Endfilter or ILOpCode.Jmp);

    public bool Calls => Code is ILOpCode.Call or ILOpCode.Callvirt;

    /// <summary>Whether it takes the address of a method, for a delegate.</summary>
    public bool TakesMethod => Code is ILOpCode.Ldftn or ILOpCode.Ldvirtftn;
}

/// <summary>Looks into the instructions of a method, which stand in the order of their offsets.</summary>
internal static class InstructionList
{
    /// <summary>The place of the instruction at an offset; null when none begins there.</summary>
    public static int? At(this IReadOnlyList<IlInstruction> code, int offset)
    {
        var (low, high) = (0, code.Count - 1);
        while (low <= high)
        {
            var middle = (low + high) / 2;
            if (code[middle].Offset == offset) return middle;
            if (code[middle].Offset < offset) low = middle + 1;
            else high = middle - 1;
        }

        return null;
    }
}
