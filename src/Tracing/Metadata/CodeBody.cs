using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>The body of a method.</summary>
/// <param name="Locals">Types of its locals.</param>
/// <param name="Regions">What try, catch and finally cover.</param>
internal sealed record CodeBody(IReadOnlyList<IlInstruction> Instructions, IReadOnlyList<NamedType> Locals, IReadOnlyList<ExceptionRegion> Regions)
{
    public static CodeBody None { get; } = new([], [], []);
}
