using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>What the code of a method creates and calls.</summary>
internal sealed record CodeScan(IReadOnlyList<CalledMethod> Calls, IReadOnlyList<CalledMethod> Creates)
{
    /// <summary>Scans a method that a developer wrote; that of its state machine if it is async.</summary>
    /// <param name="part">The part that is looked at; null for all of it.</param>
    public static CodeScan Of(MethodFacts method, IlRange? part = null) => method.Assembly.Scan(method.Assembly.Methods.CodeOf(method.Handle), part);

    /// <summary>Scans the method itself, which does no more than start its state machine if it is async.</summary>
    public static CodeScan OfItself(MethodFacts method) => method.Assembly.Scan(method.Handle);

    public static CodeScan Of(AssemblyFile assembly, IReadOnlyList<IlInstruction> code) => new(
        Methods(assembly, code.Where(instruction => instruction.Calls)),
        Methods(assembly, code.Where(instruction => instruction.Code == ILOpCode.Newobj)));

    /// <summary>Whether it calls a method, or a constructor.</summary>
    public bool Uses(Func<CalledMethod, bool> isIt) => Calls.Concat(Creates).Any(isIt);

    private static List<CalledMethod> Methods(AssemblyFile assembly, IEnumerable<IlInstruction> code) =>
        [.. code.Select(instruction => assembly.Called(instruction.Operand)).OfType<CalledMethod>()];
}
