using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>A call that takes a result.</summary>
/// <param name="Values">How many values it takes, counting the elements of a list that is built for it; null where the length of the list is not known.</param>
internal sealed record ResultTaker(CalledMethod Called, int? Values);

/// <summary>Follows what a call left on the stack to every call that takes it, through locals, fields and elements of an array. Does not follow conditional branches.</summary>
internal sealed class ResultTakers(AssemblyFile assembly, IReadOnlyList<IlInstruction> code)
{
    private const int MostSteps = 2_000;

    private readonly HashSet<int> seen = [];
    private readonly List<ResultTaker> takers = [];
    private int steps;

    /// <summary>The calls that take the result of one; empty when none was found.</summary>
    /// <param name="call">Which instruction makes the call.</param>
    public IReadOnlyList<ResultTaker> Of(int call)
    {
        seen.Clear();
        takers.Clear();
        steps = 0;
        Follow(call);
        return [.. takers];
    }

    // The value is on top of the stack when the instruction is done; what lies above it is counted on the way.
    private void Follow(int index)
    {
        if (!seen.Add(index)) return;
        var above = 0;
        for (var at = index + 1; at < code.Count && steps < MostSteps; at++, steps++)
        {
            var instruction = code[at];
            if (instruction.Code is ILOpCode.Br or ILOpCode.Br_s)
            {
                if (code.At(instruction.Operand) is not { } target) return;
                at = target - 1;
                continue;
            }

            if (instruction.Code == ILOpCode.Dup && above == 0) Follow(at);
            if (StackEffect.Of(instruction, assembly) is not { } effect) return;
            // A copy leaves the value where it was.
            if (effect.Takes > above && instruction.Code != ILOpCode.Dup)
            {
                Take(at, instruction);
                return;
            }

            above += effect.Leaves - effect.Takes;
        }
    }

    private void Take(int at, IlInstruction instruction)
    {
        if (instruction.Stored is { } local) FollowAll(at, other => other.Loaded == local, other => other.Stored == local);
        else if (instruction.Code is ILOpCode.Stfld or ILOpCode.Stsfld) FollowAll(at, other => other.Code is ILOpCode.Ldfld or ILOpCode.Ldsfld && other.Operand == instruction.Operand, _ => false);
        else if (instruction.Code is ILOpCode.Stelem_ref or ILOpCode.Stelem) TakeFromList(at, LengthOfArray(at));
        else if (instruction.Code is ILOpCode.Stobj or ILOpCode.Stind_ref) TakeFromList(at, values: null);
        else if (instruction.Code == ILOpCode.Castclass) Follow(at);
        else if ((instruction.Calls || instruction.Code == ILOpCode.Newobj) && assembly.Called(instruction.Operand) is { } called) takers.Add(new ResultTaker(called, called.Takes));
    }

    // One local serves several variables: what is stored ends where something else is.
    private void FollowAll(int at, Func<IlInstruction, bool> loads, Func<IlInstruction, bool> stores)
    {
        foreach (var (index, _) in code.Index().Skip(at + 1).TakeWhile(place => !stores(place.Item)).Where(place => loads(place.Item)).ToList()) Follow(index);
    }

    // A list of tasks is made for the next call that takes one.
    private void TakeFromList(int at, int? values)
    {
        var next = code.Skip(at).Where(instruction => instruction.Calls).Select(instruction => assembly.Called(instruction.Operand));
        if (next.FirstOrDefault(called => called is { IsOfTask: true, Signature.ParameterTypes.Length: 1 } && called.Name.StartsWith("When", StringComparison.Ordinal)) is { } taker)
            takers.Add(new ResultTaker(taker, values));
    }

    // The compiler writes how long an array is just before it makes it.
    private int? LengthOfArray(int at)
    {
        var made = at;
        while (made > 0 && code[made].Code != ILOpCode.Newarr) made--;
        return made > 0 && code[made - 1].Code is >= ILOpCode.Ldc_i4_0 and <= ILOpCode.Ldc_i4_8 and var length ? length - ILOpCode.Ldc_i4_0 : null;
    }
}
