using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Takes the body of a method apart.</summary>
internal static class IlReader
{
    private const int LongestBody = 1 << 20;

    /// <summary>All instructions, in order.</summary>
    /// <exception cref="BadImageFormatException">The body is damaged.</exception>
    public static IReadOnlyList<IlInstruction> Read(BlobReader body)
    {
        if (body.Length > LongestBody) throw new BadImageFormatException($"a method of {body.Length} B");
        var instructions = new List<IlInstruction>(body.Length / 3);
        while (body.RemainingBytes > 0)
        {
            var offset = body.Offset;
            int first = body.ReadByte();
            var code = (ILOpCode)(first == 0xFE ? (first << 8) | body.ReadByte() : first);
            instructions.Add(code == ILOpCode.Switch ? new IlInstruction(offset, code, 0, Targets(ref body)) : new IlInstruction(offset, code, Operand(ref body, code)));
        }

        return instructions;
    }

    private static int Operand(ref BlobReader body, ILOpCode code)
    {
        if (code.IsBranch()) return Target(ref body, code);
        switch (Bytes(code))
        {
            case 1:
                return body.ReadByte();
            case 2:
                return body.ReadUInt16();
            case 4:
                return body.ReadInt32();
            case 8:
                // Only constants have 8 bytes, and their values are not used.
                body.ReadInt64();
                return 0;
            default:
                return 0;
        }
    }

    private static int Target(ref BlobReader body, ILOpCode code)
    {
        var distance = code.GetBranchOperandSize() == 1 ? body.ReadSByte() : body.ReadInt32();
        return unchecked(body.Offset + distance);
    }

    private static int[] Targets(ref BlobReader body)
    {
        var count = body.ReadUInt32();
        if (count * 4L > body.RemainingBytes) throw new BadImageFormatException("a switch goes beyond its method");
        var distances = new int[count];
        foreach (ref var distance in distances.AsSpan()) distance = body.ReadInt32();
        var from = body.Offset;
        return Array.ConvertAll(distances, distance => unchecked(from + distance));
    }

    private static int Bytes(ILOpCode code) => code switch
    {
        ILOpCode.Ldarg_s or ILOpCode.Ldarga_s or ILOpCode.Starg_s or ILOpCode.Ldloc_s or ILOpCode.Ldloca_s or ILOpCode.Stloc_s or ILOpCode.Ldc_i4_s or ILOpCode.Unaligned => 1,
        ILOpCode.Ldarg or ILOpCode.Ldarga or ILOpCode.Starg or ILOpCode.Ldloc or ILOpCode.Ldloca or ILOpCode.Stloc => 2,
        ILOpCode.Ldc_i8 or ILOpCode.Ldc_r8 => 8,
        ILOpCode.Ldc_i4 or ILOpCode.Ldc_r4 or ILOpCode.Jmp or ILOpCode.Call or ILOpCode.Calli or ILOpCode.Callvirt or ILOpCode.Cpobj or ILOpCode.Ldobj or ILOpCode.Ldstr or ILOpCode.Newobj
            or ILOpCode.Castclass or ILOpCode.Isinst or ILOpCode.Unbox or ILOpCode.Ldfld or ILOpCode.Ldflda or ILOpCode.Stfld or ILOpCode.Ldsfld or ILOpCode.Ldsflda or ILOpCode.Stsfld
            or ILOpCode.Stobj or ILOpCode.Box or ILOpCode.Newarr or ILOpCode.Ldelema or ILOpCode.Ldelem or ILOpCode.Stelem or ILOpCode.Unbox_any or ILOpCode.Refanyval or ILOpCode.Mkrefany
            or ILOpCode.Ldtoken or ILOpCode.Ldftn or ILOpCode.Ldvirtftn or ILOpCode.Initobj or ILOpCode.Constrained or ILOpCode.Sizeof => 4,
        _ => 0,
    };
}
