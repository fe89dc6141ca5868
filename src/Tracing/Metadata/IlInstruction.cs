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

    public bool Calls => Code is ILOpCode.Call or ILOpCode.Callvirt;

    /// <summary>Whether it takes the address of a method, for a delegate.</summary>
    public bool TakesMethod => Code is ILOpCode.Ldftn or ILOpCode.Ldvirtftn;
}
