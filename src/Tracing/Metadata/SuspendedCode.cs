using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Where a state machine goes on after it has returned to suspend.</summary>
/// <param name="isMachine">Whether the code is that of one.</param>
internal sealed class SuspendedCode(AssemblyFile assembly, IReadOnlyList<IlInstruction> code, bool isMachine)
{
    /// <summary>Whether it goes on behind an instruction that ends a path: after an await, or where it sets its state to running.</summary>
    public bool GoesOnBehind(int at)
    {
        if (!isMachine) return false;
        if (Suspends(at)) return true;
        var behind = at + 1;
        while (behind < code.Count && code[behind].Code == ILOpCode.Nop) behind++;
        return behind + 1 < code.Count && code[behind].Code == ILOpCode.Ldarg_0 && code[behind + 1].Code == ILOpCode.Ldc_i4_m1;
    }

    /// <summary>
    /// Whether code goes on here after an await. It comes here from that await only: the jump by the state at the start is no way of the user's,
    /// and would make the awaiter of each await look like that of all others.
    /// </summary>
    public bool IsAfterAwait(int at)
    {
        var before = at - 1;
        while (before > 0 && code[before].Code == ILOpCode.Nop) before--;
        return isMachine && before > 0 && !code[before].FallsThrough && Suspends(before);
    }

    private bool Suspends(int at)
    {
        var before = at - 1;
        while (before >= 0 && code[before].Code == ILOpCode.Nop) before--;
        return before >= 0 && code[before].Calls && assembly.Called(code[before].Operand) is { Name: "AwaitOnCompleted" or "AwaitUnsafeOnCompleted" };
    }
}
