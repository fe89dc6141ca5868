using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>How large a <c>ValueTask</c> is where a caller keeps it over an await, in the box of its state machine (x64).</summary>
internal static class ValueTaskSize
{
    private const int Pointer = 8;
    private const int TokenAndFlag = 3;

    /// <summary>Bytes that it takes more than a reference to a task.</summary>
    /// <param name="result">The T of its result; null for none.</param>
    /// <param name="assembly">The assembly whose method returns it; null where it cannot be read.</param>
    public static int OverTask(NamedType? result, AssemblyFile? assembly = null) =>
        ValueSize.Padded(Pointer + (result is null ? 0 : new ValueSize(assembly).Of(result)) + TokenAndFlag) - Pointer;
}
