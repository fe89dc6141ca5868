using System.Collections.Frozen;
using System.Reflection;
using System.Reflection.Emit;
using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>How many values an instruction takes from the stack, and how many it leaves.</summary>
internal readonly record struct StackEffect(int Takes, int Leaves)
{
    private static readonly FrozenDictionary<ILOpCode, StackEffect> Fixed = typeof(OpCodes).GetFields(BindingFlags.Public | BindingFlags.Static)
        .Select(field => field.GetValue(null))
        .OfType<OpCode>()
        .Where(code => code.StackBehaviourPop != StackBehaviour.Varpop)
        .ToFrozenDictionary(code => (ILOpCode)unchecked((ushort)code.Value), code => new StackEffect(Count(code.StackBehaviourPop), Count(code.StackBehaviourPush)));

    /// <summary>The effect of an instruction; null where that is not known.</summary>
    public static StackEffect? Of(IlInstruction instruction, AssemblyFile assembly)
    {
        if (instruction.Calls || instruction.Code == ILOpCode.Newobj) return Call(instruction, assembly);
        // What a method returns is looked at where it does.
        if (instruction.Code == ILOpCode.Ret) return new(0, 0);
        return Fixed.TryGetValue(instruction.Code, out var effect) ? effect : null;
    }

    private static StackEffect? Call(IlInstruction instruction, AssemblyFile assembly)
    {
        if (assembly.Called(instruction.Operand) is not { } called) return null;
        return instruction.Calls ? new(called.Takes, called.Returns ? 1 : 0) : new(called.Signature.ParameterTypes.Length, 1);
    }

    // Their names list the values: Popref_popi_popi takes three, Pop0 none.
    private static int Count(StackBehaviour behaviour) => behaviour.ToString() is [.., '0'] ? 0 : 1 + behaviour.ToString().Count(letter => letter == '_');
}
