using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>The body of a method.</summary>
/// <param name="Locals">Types of its locals.</param>
/// <param name="Regions">What try, catch and finally cover.</param>
internal sealed record CodeBody(IReadOnlyList<IlInstruction> Instructions, IReadOnlyList<NamedType> Locals, IReadOnlyList<ExceptionRegion> Regions)
{
    public static CodeBody None { get; } = new([], [], []);

    /// <summary>The instruction at an offset; null when none begins there.</summary>
    public int? At(int offset)
    {
        var low = 0;
        var high = Instructions.Count - 1;
        while (low <= high)
        {
            var middle = (low + high) / 2;
            if (Instructions[middle].Offset == offset) return middle;
            if (Instructions[middle].Offset < offset) low = middle + 1;
            else high = middle - 1;
        }

        return null;
    }
}
