using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>What the code of a method creates and calls.</summary>
internal sealed record CodeScan(IReadOnlyList<CalledMethod> Calls, IReadOnlyList<CalledMethod> Creates, IReadOnlyList<CalledMethod> Delegates)
{
    /// <summary>Scans a method that a developer wrote; that of its state machine if it is async.</summary>
    public static CodeScan Of(MethodFacts method) => method.Assembly.Scan(method.Assembly.Methods.CodeOf(method.Handle));

    /// <summary>Scans the method itself, which does no more than start its state machine if it is async.</summary>
    public static CodeScan OfItself(MethodFacts method) => method.Assembly.Scan(method.Handle);

    public static CodeScan Of(AssemblyFile assembly, IReadOnlyList<IlInstruction> code) => new(
        Methods(assembly, code.Where(instruction => instruction.Calls)),
        Methods(assembly, code.Where(instruction => instruction.Code == ILOpCode.Newobj)),
        Methods(assembly, code.Where(instruction => instruction.TakesMethod)));

    private static List<CalledMethod> Methods(AssemblyFile assembly, IEnumerable<IlInstruction> code) =>
        [.. code.Select(instruction => assembly.Called(instruction.Operand)).OfType<CalledMethod>()];
}
