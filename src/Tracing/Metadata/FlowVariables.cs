using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>A variable of a method: a local, or a field of the state machine that its code belongs to.</summary>
/// <param name="Number">The number of the local, or the token of the field.</param>
internal readonly record struct FlowVariable(bool IsField, int Number);

/// <summary>Which variables the instructions of a method use.</summary>
internal sealed class FlowVariables
{
    private readonly AssemblyFile assembly;
    private readonly CodeBody body;
    private readonly NamedType? machine;
    private readonly Dictionary<int, bool> hoisted = [];
    private readonly Dictionary<FlowVariable, List<int>> loads = [];

    /// <param name="machine">The state machine that the code belongs to; null for none.</param>
    public FlowVariables(AssemblyFile assembly, CodeBody body, NamedType? machine)
    {
        (this.assembly, this.body, this.machine) = (assembly, body, machine);
        for (var at = 0; at < body.Instructions.Count; at++)
        {
            if (Loaded(at) is not { } variable) continue;
            if (!loads.TryGetValue(variable, out var places)) loads.Add(variable, places = []);
            places.Add(at);
        }
    }

    /// <summary>Whether it reads or writes a field of the state machine, which keeps there what it needs after an await, as a method does in locals.</summary>
    public bool IsHoisted(int at)
    {
        var instruction = body.Instructions[at];
        if (machine is null || instruction.Code is not (ILOpCode.Ldfld or ILOpCode.Ldflda or ILOpCode.Stfld)) return false;
        if (!hoisted.TryGetValue(instruction.Operand, out var known)) hoisted.Add(instruction.Operand, known = assembly.OwnerOfField(instruction.Operand)?.Definition == machine.Definition);
        return known;
    }

    /// <summary>The variable that an instruction reads, or takes the address of; null for none.</summary>
    public FlowVariable? Loaded(int at) => Clears(at + 1) ? null : Read(at);

    /// <summary>The variable that an instruction gives a value; null for none.</summary>
    public FlowVariable? Stored(int at) =>
        body.Instructions[at].Stored is { } local ? new FlowVariable(IsField: false, local)
        : body.Instructions[at].Code == ILOpCode.Stfld && IsHoisted(at) ? new FlowVariable(IsField: true, body.Instructions[at].Operand)
        : null;

    /// <summary>The variable that an instruction clears by its address, as the compiler does with an awaiter that it has read; null for none.</summary>
    public FlowVariable? Cleared(int at) => Clears(at) ? Read(at - 1) : null;

    /// <summary>All that are read.</summary>
    public IEnumerable<FlowVariable> All => loads.Keys;

    /// <summary>Where a variable is read.</summary>
    public IReadOnlyList<int> LoadsOf(FlowVariable variable) => loads.TryGetValue(variable, out var places) ? places : [];

    /// <summary>Whether a variable is of a type.</summary>
    public bool IsOf(FlowVariable variable, NamedType type)
    {
        var found = variable.IsField ? assembly.TypeOfField(variable.Number) : variable.Number < body.Locals.Count ? body.Locals[variable.Number] : null;
        return found?.Definition == type.Definition;
    }

    /// <summary>Whether a variable has a value from the start: fields of parameters have the names of these.</summary>
    public bool IsParameter(FlowVariable variable) => variable.IsField && assembly.FieldOf(variable.Number) is { } name && !name.StartsWith('<');

    private bool Clears(int at) => at > 0 && at < body.Instructions.Count && body.Instructions[at].Code == ILOpCode.Initobj;

    private FlowVariable? Read(int at) =>
        body.Instructions[at].Loaded is { } local ? new FlowVariable(IsField: false, local)
        : body.Instructions[at].Code != ILOpCode.Stfld && IsHoisted(at) ? new FlowVariable(IsField: true, body.Instructions[at].Operand)
        : null;
}
