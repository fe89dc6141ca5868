using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Follows what a call left on the stack to where it is used, through one local or one field of the state machine. Reads straight on: what needs branches is unclear.</summary>
internal sealed class ResultTrail(AssemblyFile assembly, MethodDefinitionHandle method)
{
    private const int MostSteps = 300;
    private const int NearAwaiter = 6;

    private readonly IReadOnlyList<IlInstruction> code = assembly.Code(method);
    private int steps;

    public ResultUse Follow(int call)
    {
        steps = 0;
        return After(call);
    }

    // The value is on top of the stack when the instruction is done; what lies above it is counted on the way.
    private ResultUse After(int index)
    {
        var above = 0;
        for (var at = index + 1; at < code.Count && steps < MostSteps; at++, steps++)
        {
            var instruction = code[at];
            if (instruction.Code is ILOpCode.Br or ILOpCode.Br_s)
            {
                if (At(instruction.Operand) is not { } target) return ResultUse.Unclear;
                at = target - 1;
                continue;
            }

            // A delegate that is made once is kept on the stack where it is there already; so is what ?? finds.
            if (above > 0 && instruction.Code is ILOpCode.Brtrue or ILOpCode.Brtrue_s && At(instruction.Operand) is { } there)
            {
                above--;
                at = there - 1;
                continue;
            }

            if (StackEffect.Of(instruction, assembly) is not { } effect) return instruction.Code == ILOpCode.Ret && above == 0 ? ResultUse.Returned : ResultUse.Unclear;
            if (effect.Takes > above) return Taken(at, instruction, above);
            above += effect.Leaves - effect.Takes;
        }

        return ResultUse.Unclear;
    }

    private ResultUse Taken(int at, IlInstruction instruction, int above)
    {
        if (instruction.Stored is { } local) return Kept(at, other => other.Loaded == local, other => other.Stored == local);
        switch (instruction.Code)
        {
            case ILOpCode.Pop:
                return ResultUse.Discarded;
            case ILOpCode.Stfld when IsHoisted(instruction.Operand):
                return Kept(at, other => other.Code is ILOpCode.Ldfld or ILOpCode.Ldflda && other.Operand == instruction.Operand, _ => false);
            case ILOpCode.Stfld or ILOpCode.Stsfld:
                return ResultUse.Stored;
            case ILOpCode.Stelem_ref or ILOpCode.Stelem or ILOpCode.Stobj or ILOpCode.Stind_ref:
                return ResultUse.Collected;
            case ILOpCode.Dup:
                return at + 1 < code.Count && code[at + 1].Code is ILOpCode.Stfld or ILOpCode.Stsfld ? ResultUse.Stored : ResultUse.UsedAgain;
            case ILOpCode.Castclass:
                return After(at);
            default:
                return instruction.Calls || instruction.Code == ILOpCode.Newobj ? Called(at, assembly.Called(instruction.Operand), above) : ResultUse.Unclear;
        }
    }

    // A state machine keeps what it needs after an await in its own fields, as a method does in locals.
    private bool IsHoisted(int field) =>
        assembly.Methods.Describe(method) is { Called: { Name: "MoveNext" } called }
        && GeneratedName.IsMachine(called.Type.Last, called.Name)
        && assembly.OwnerOfField(field)?.Definition == called.Type.Definition;

    private ResultUse Called(int at, CalledMethod? called, int above)
    {
        if (called is null) return ResultUse.Unclear;
        var first = above == called.Takes - 1;
        if (first && called.Name == "GetAwaiter") return Awaiter(at);
        if (called is { Name: "Await", Type.Definition: "System.Runtime.CompilerServices.AsyncHelpers" }) return ResultUse.Awaited;
        if (called.IsOfTask && called.Name is "WhenAll" or "WhenAny" or "WhenEach" or "WaitAll" or "WaitAny") return ResultUse.Combined;
        if (called.IsOfValueTask && called.Name == ".ctor") return ResultUse.Wrapped;
        if (first && (called.IsOfTask || called.IsOfValueTask))
        {
            switch (called.Name)
            {
                case "ConfigureAwait":
                    return After(at);
                case "AsTask":
                    return ResultUse.Converted;
                case "get_Result" or "Wait" or "RunSynchronously":
                    return ResultUse.Blocked;
            }
        }

        return called.Type.Namespace.StartsWith("System.Collections", StringComparison.Ordinal) ? ResultUse.Collected : ResultUse.PassedOn;
    }

    // An await asks the awaiter whether it is complete before it asks for the result.
    private ResultUse Awaiter(int at)
    {
        for (var next = at + 1; next < code.Count && next <= at + NearAwaiter; next++)
        {
            if (!code[next].Calls || assembly.Called(code[next].Operand) is not { } called) continue;
            if (called.Name == "get_IsCompleted") return ResultUse.Awaited;
            if (called.Name == "GetResult") return ResultUse.Blocked;
        }

        return ResultUse.Unclear;
    }

    private ResultUse Kept(int at, Func<IlInstruction, bool> loads, Func<IlInstruction, bool> stores)
    {
        var places = Loads(at, loads, stores);
        var uses = places.Where(place => !Inspects(place)).ToList();
        if (places.Count > uses.Count)
        {
            var after = uses.Select(After).ToList();
            if (after.Count > 0 && after.All(use => use is ResultUse.Blocked or ResultUse.Awaited or ResultUse.PassedOn or ResultUse.Returned or ResultUse.Wrapped)) return ResultUse.Inspected;
        }

        return uses switch
        {
            [] => ResultUse.Discarded,
            [var only] => After(only),
            _ => ResultUse.UsedAgain,
        };
    }

    private List<int> Loads(int at, Func<IlInstruction, bool> loads, Func<IlInstruction, bool> stores)
    {
        // All ways out of a method that is not optimised end at one place, which loads what each of them stored.
        if (Jump(at + 1) is { } target && loads(code[target])) return [target];
        var found = new List<int>();
        for (var next = at + 1; next < code.Count && !stores(code[next]); next++)
        {
            if (loads(code[next])) found.Add(next);
        }

        return found.Count > 0 ? found : [.. Enumerable.Range(0, at).Where(place => loads(code[place]))];
    }

    private bool Inspects(int load) =>
        load + 1 < code.Count
        && code[load + 1].Calls
        && assembly.Called(code[load + 1].Operand) is { Name: "get_IsCompleted" or "get_IsCompletedSuccessfully" or "get_IsFaulted" or "get_IsCanceled" or "get_Status" };

    private int? Jump(int at)
    {
        while (at < code.Count && code[at].Code == ILOpCode.Nop) at++;
        return at < code.Count && code[at].Code is ILOpCode.Br or ILOpCode.Br_s or ILOpCode.Leave or ILOpCode.Leave_s ? At(code[at].Operand) : null;
    }

    private int? At(int offset)
    {
        var low = 0;
        var high = code.Count - 1;
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
