using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Stacks;

/// <summary>Which IL the code of one method was compiled from. Code of inlined methods belongs to the statement that calls them.</summary>
internal sealed class IlMap
{
    private const int NoIl = -1;

    private readonly int[] il;
    private readonly int[] code;

    /// <param name="il">Offsets into the IL; negative for code without IL.</param>
    /// <param name="code">Where the code of each begins.</param>
    public IlMap(ReadOnlySpan<int> il, ReadOnlySpan<int> code)
    {
        this.il = il.ToArray();
        this.code = code.ToArray();
        Array.Sort(this.code, this.il);
    }

    /// <summary>The statement that the code at this distance from its beginning was made from; null where none is recorded.</summary>
    public IlRange? At(ulong distance)
    {
        var place = Array.FindLastIndex(code, start => start >= 0 && (ulong)start <= distance);
        if (place < 0) return null;
        if (il[place] >= 0) return new IlRange(il[place], EndOf(il[place]));
        if (il[place] != NoIl) return null;
        // Code that the JIT compiler added, such as for a static field of an inlined method, belongs to the statements around it.
        var before = Array.FindLastIndex(il, place, offset => offset != NoIl);
        var behind = Array.FindIndex(il, place, offset => offset != NoIl);
        return before >= 0 && behind >= 0 && il[before] >= 0 && il[behind] >= il[before] ? new IlRange(il[before], EndOf(il[behind])) : null;
    }

    private int EndOf(int statement) => il.Where(offset => offset > statement).DefaultIfEmpty(int.MaxValue).Min();
}
