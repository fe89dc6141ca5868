using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>What each instruction does with a result that it takes, and what the compiler would say of it if the result were a ValueTask.</summary>
internal sealed class ResultSinks(AssemblyFile assembly, MethodDefinitionHandle method, CodeBody body, CalledMethod followed)
{
    /// <summary>What the compiler says of an element of an array or a list, which may also be an argument.</summary>
    public const string Element = "CS0029, CS1503 or CS0411";

    private const string JoinedInVariable = "CS0029 or CS8506";
    private const string JoinedOnStack = "CS0173 or CS0029";
    private const string OfNull = "CS0037, CS0019 or CS0023";
    private const string Yielded = "<>2__current";

    private readonly NamedType result = followed.Signature.ReturnType;
    private readonly bool isTask = ReturnShapes.Of(followed.Signature.ReturnType).IsTask();
    private readonly CallSinks calls = new(assembly, followed);

    /// <summary>What an instruction does.</summary>
    /// <param name="state">What is known before it.</param>
    /// <param name="isHoisted">Whether it reads or writes a field of its own state machine.</param>
    public IEnumerable<FoundUse> At(int at, FlowState state, bool isHoisted)
    {
        var instruction = body.Instructions[at];
        if (isTask && instruction.Code is ILOpCode.Ldloca or ILOpCode.Ldloca_s && state.Get(new FlowVariable(IsField: false, instruction.Operand)).HasFlag(Origin.Result)) yield return OfAddress(at) with { Offset = instruction.Offset };
        var taken = instruction.Code == ILOpCode.Ret ? state.Peek(1) : state.Peek(StackEffect.Of(instruction, assembly)?.Takes ?? 0);
        for (var place = 0; place < taken.Count; place++)
        {
            var origin = taken[place];
            if ((origin & ~(Origin.Sibling | Origin.Other)) == 0) continue;
            if (Moves(instruction, isHoisted))
            {
                if (place == taken.Count - 1 && origin.HasFlag(Origin.Result) && Moved(instruction, isHoisted) is { } moved) yield return moved with { Offset = instruction.Offset };
                continue;
            }

            if (origin.HasFlag(Origin.Array))
            {
                if (OfArray(instruction, taken) is { } put) yield return put with { Offset = instruction.Offset };
                break;
            }

            if (origin.HasFlag(Origin.Result | Origin.Other)) yield return Found(ResultUse.Joined, JoinedInVariable);
            if (Used(instruction, place, origin, state) is { } used) yield return used with { Offset = instruction.Offset };
        }

        FoundUse Found(ResultUse use, string code, string with = "") => new(use, code, with, instruction.Offset);
    }

    /// <summary>Whether a use puts it into an array or a list that is not followed.</summary>
    public static bool IsElement(FoundUse use) => use is { Use: ResultUse.Collected, Code: Element };

    /// <summary>Whether an instruction reads an element of the array that is followed.</summary>
    public static bool TakesElement(IlInstruction instruction, IReadOnlyList<Origin> taken) =>
        instruction.Code is ILOpCode.Ldelem or ILOpCode.Ldelem_ref && taken[0] == Origin.Array;

    /// <summary>All uses together, with what only the whole method shows.</summary>
    /// <param name="joinsOnStack">Whether a result and another value come together on the stack, as those of a conditional expression do.</param>
    /// <param name="returnsOther">Whether the method also returns something else.</param>
    public IReadOnlyList<FoundUse> Together(IReadOnlyList<FoundUse> uses, bool joinsOnStack, bool returnsOther)
    {
        if (!isTask) return [.. uses.Select(use => use with { Code = null })];
        var joined = joinsOnStack ? uses.Select(use => use.Use == ResultUse.Joined ? use with { Code = JoinedOnStack } : use) : uses;
        return returnsOther && uses.FirstOrDefault(use => use is { Use: ResultUse.Returned, Code: null }) is { } returned
            ? [.. joined, returned with { Use = ResultUse.Joined, Code = "CS0029" }]
            : [.. joined];
    }

    // Null for what matters to no element: to ask for the length, and to put results of the method alone into it.
    private static FoundUse? OfArray(IlInstruction instruction, IReadOnlyList<Origin> taken) =>
        TakesElement(instruction, taken) ? new FoundUse(ResultUse.Inferred, null, FoundUse.InferredArray, 0)
        : instruction.Code == ILOpCode.Ldlen && taken[0] == Origin.Array ? null
        : instruction.Code is ILOpCode.Stelem or ILOpCode.Stelem_ref && taken[0] == Origin.Array && CallSinks.IsOfMethod(taken[2]) ? null
        : Use(ResultUse.Collected, Element);

    // A span of one element is made of its address.
    private FoundUse OfAddress(int at)
    {
        if (CalledAt(at + 1) is not { Name: ".ctor", Type.Definition: "System.Span`1" or "System.ReadOnlySpan`1" }) return new(ResultUse.PassedOn, "CS1503", "a ref, in or out parameter", 0);
        return CalledAt(at + 2) is { } taker && CallSinks.Combines(taker) ? new(ResultUse.Combined, "CS1503 or CS0029", taker.Name, 0) : Use(ResultUse.Collected, Element);
    }

    private CalledMethod? CalledAt(int at) =>
        at < body.Instructions.Count && body.Instructions[at] is var instruction && (instruction.Calls || instruction.Code == ILOpCode.Newobj) ? assembly.Called(instruction.Operand) : null;

    // It goes on to be there.
    private static bool Moves(IlInstruction instruction, bool isHoisted) =>
        isHoisted || instruction.Stored is not null || instruction.Code is ILOpCode.Dup or ILOpCode.Pop or ILOpCode.Initobj or ILOpCode.Ldfld or ILOpCode.Ldflda;

    private FoundUse? Moved(IlInstruction instruction, bool isHoisted)
    {
        if (instruction.Stored is { } local) return local < body.Locals.Count ? CallSinks.Assigned(result, body.Locals[local]) : null;
        if (isHoisted && instruction.Code == ILOpCode.Stfld && assembly.FieldOf(instruction.Operand) == Yielded) return Use(ResultUse.Stored, "CS0029");
        return isHoisted && instruction.Code == ILOpCode.Stfld && assembly.TypeOfField(instruction.Operand) is { } type ? CallSinks.Assigned(result, type) : null;
    }

    private FoundUse? Used(IlInstruction instruction, int place, Origin origin, FlowState state)
    {
        if (instruction.Calls || instruction.Code == ILOpCode.Newobj) return calls.Of(instruction, place, origin, state);
        if (!origin.HasFlag(Origin.Result)) return instruction.Code is ILOpCode.Ret or ILOpCode.Stfld or ILOpCode.Stsfld ? Use(ResultUse.AwaiterKept, "CS0029") : Use(ResultUse.Unclear);
        return instruction.Code switch
        {
            ILOpCode.Ret => Returned(),
            ILOpCode.Stfld or ILOpCode.Stsfld => Stored(instruction.Operand),
            ILOpCode.Stelem_ref or ILOpCode.Stelem or ILOpCode.Stobj or ILOpCode.Stind_ref => Use(ResultUse.Collected, Element),
            ILOpCode.Starg or ILOpCode.Starg_s => Use(ResultUse.Declared, "CS0029"),
            ILOpCode.Castclass => Use(ResultUse.Compared, "CS0030"),
            ILOpCode.Isinst => Use(ResultUse.Compared, "CS8121 or CS0039"),
            ILOpCode.Brfalse_s or ILOpCode.Brtrue_s or ILOpCode.Brfalse or ILOpCode.Brtrue => Use(ResultUse.Compared, OfNull),
            > ILOpCode.Brtrue_s and <= ILOpCode.Bne_un_s or > ILOpCode.Brtrue and <= ILOpCode.Bne_un or ILOpCode.Ceq or ILOpCode.Cgt_un => ComparedWith(state.Peek(2)[1 - place], body.Instructions.At(instruction.Offset) is > 0 and var at ? body.Instructions[at - 1].Code : ILOpCode.Nop),
            _ => Use(ResultUse.Unclear),
        };
    }

    // The compiler lets null stand to the right. Only in C# does the operator work for objects and for a ValueTask.
    private FoundUse ComparedWith(Origin other, ILOpCode before) =>
        before == ILOpCode.Ldnull ? Use(ResultUse.Compared, OfNull)
        : CallSinks.IsOfMethod(other) && assembly.Language == SourceLanguage.CSharp ? Use(ResultUse.ByResult)
        : Use(ResultUse.Compared, "CS0019") with { With = FoundUse.OtherTask };

    private FoundUse Returned()
    {
        var returned = assembly.Methods.Describe(method)?.Called.Signature.ReturnType;
        return returned is not null && CallSinks.Assigned(result, returned) is { } other ? other : Use(ResultUse.Returned);
    }

    private FoundUse Stored(int field)
    {
        if (assembly.OwnerOfField(field) is { } owner && GeneratedName.Parse(owner.Last) is GeneratedName.Closure) return Use(ResultUse.Captured, "CS1061, CS1503 or CS0029");
        return assembly.TypeOfField(field)?.Full == "System.Object" ? Use(ResultUse.Boxed) : Use(ResultUse.Stored, "CS0029");
    }

    private static FoundUse Use(ResultUse use, string? code = null) => new(use, code, "", 0);
}
