using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>How many values an instruction takes from the stack, and how many it leaves.</summary>
internal readonly record struct StackEffect(int Takes, int Leaves)
{
    /// <summary>The effect of an instruction; null where the code does not run straight on, or that is not known.</summary>
    public static StackEffect? Of(IlInstruction instruction, AssemblyFile assembly)
    {
        if (instruction.Loaded is not null) return new(0, 1);
        if (instruction.Stored is not null) return new(1, 0);
        if (instruction.Calls || instruction.Code == ILOpCode.Newobj) return Call(instruction, assembly);
        return instruction.Code switch
        {
            ILOpCode.Nop or ILOpCode.Constrained or ILOpCode.Volatile or ILOpCode.Readonly or ILOpCode.Tail => new(0, 0),
            >= ILOpCode.Ldarg_0 and <= ILOpCode.Ldarg_3 => new(0, 1),
            >= ILOpCode.Ldnull and <= ILOpCode.Ldc_r8 => new(0, 1),
            ILOpCode.Ldarg or ILOpCode.Ldarg_s or ILOpCode.Ldarga or ILOpCode.Ldarga_s => new(0, 1),
            ILOpCode.Ldstr or ILOpCode.Ldtoken or ILOpCode.Ldsfld or ILOpCode.Ldsflda or ILOpCode.Ldftn or ILOpCode.Sizeof => new(0, 1),
            ILOpCode.Ldfld or ILOpCode.Ldflda or ILOpCode.Newarr or ILOpCode.Ldlen or ILOpCode.Castclass or ILOpCode.Isinst or ILOpCode.Box or ILOpCode.Unbox_any or ILOpCode.Ldobj => new(1, 1),
            ILOpCode.Conv_i or ILOpCode.Conv_i4 or ILOpCode.Conv_i8 or ILOpCode.Conv_u or ILOpCode.Conv_u8 or ILOpCode.Conv_r8 or ILOpCode.Neg or ILOpCode.Not => new(1, 1),
            ILOpCode.Pop or ILOpCode.Stsfld or ILOpCode.Initobj or ILOpCode.Starg or ILOpCode.Starg_s => new(1, 0),
            ILOpCode.Dup => new(1, 2),
            ILOpCode.Add or ILOpCode.Sub or ILOpCode.Mul or ILOpCode.And or ILOpCode.Or or ILOpCode.Xor or ILOpCode.Ceq or ILOpCode.Cgt or ILOpCode.Clt => new(2, 1),
            ILOpCode.Ldelem or ILOpCode.Ldelem_ref or ILOpCode.Ldelem_i4 or ILOpCode.Ldelema => new(2, 1),
            ILOpCode.Stfld or ILOpCode.Stobj or ILOpCode.Stind_ref => new(2, 0),
            ILOpCode.Stelem or ILOpCode.Stelem_ref or ILOpCode.Stelem_i4 => new(3, 0),
            _ => null,
        };
    }

    private static StackEffect? Call(IlInstruction instruction, AssemblyFile assembly)
    {
        if (assembly.Called(instruction.Operand) is not { } called) return null;
        return instruction.Calls ? new(called.Takes, called.Returns ? 1 : 0) : new(called.Signature.ParameterTypes.Length, 1);
    }
}
