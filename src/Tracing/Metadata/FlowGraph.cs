using System.Collections;
using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>The paths through the code of a method, read once for all calls in it.</summary>
internal sealed class FlowGraph
{
    private const int Unreached = -1;

    private readonly CodeBody body;
    private readonly FlowVariables variables;
    private readonly IReadOnlyList<int>[] next;
    private readonly List<int>[] before;
    private readonly int[] depth;
    private readonly Dictionary<int, List<ExceptionRegion>> handlers = [];
    private readonly Dictionary<FlowVariable, BitArray> live = [];

    public FlowGraph(AssemblyFile assembly, CodeBody body, FlowVariables variables, SuspendedCode suspended)
    {
        (this.body, this.variables) = (body, variables);
        next = [.. Enumerable.Range(0, Code.Count).Select(at => Successors(at, suspended))];
        before = [.. Enumerable.Range(0, Code.Count).Select(_ => new List<int>())];
        for (var at = 0; at < Code.Count; at++)
        {
            foreach (var target in next[at]) before[target].Add(at);
        }

        depth = new int[Code.Count];
        Array.Fill(depth, Unreached);
        foreach (var region in body.Regions)
        {
            Note(region.HandlerOffset, region);
            if (region.Kind == ExceptionRegionKind.Filter) Note(region.FilterOffset, region);
        }

        IsKnown = Measure(assembly);
    }

    /// <summary>Whether it is known what each instruction that is reached does to the stack.</summary>
    public bool IsKnown { get; }

    private IReadOnlyList<IlInstruction> Code => body.Instructions;

    /// <summary>Where code may go on behind an instruction, exceptions aside.</summary>
    public IReadOnlyList<int> Next(int at) => next[at];

    /// <summary>How many values lie on the stack before an instruction.</summary>
    public int Depth(int at) => Math.Max(0, depth[at]);

    /// <summary>Whether a handler or a filter begins here.</summary>
    public bool Handles(int at) => handlers.ContainsKey(at);

    /// <summary>The instructions that may run before one: those that lead there, and for a handler all that it guards.</summary>
    public IEnumerable<int> Before(int at) => handlers.TryGetValue(at, out var regions) ? before[at].Concat(regions.SelectMany(Guarded)).Where(IsReached) : before[at].Where(IsReached);

    /// <summary>The handlers and filters that guard an instruction.</summary>
    public IEnumerable<int> HandlersOf(int at)
    {
        foreach (var (handler, regions) in handlers)
        {
            if (regions.Exists(region => Holds(region, Code[at].Offset))) yield return handler;
        }
    }

    /// <summary>Whether what a variable holds before an instruction may still be read.</summary>
    public bool IsLive(FlowVariable variable, int at)
    {
        if (!live.TryGetValue(variable, out var places)) live.Add(variable, places = LiveAt(variable));
        return places[at];
    }

    /// <summary>Whether a region guards an offset.</summary>
    public static bool Holds(ExceptionRegion region, int offset) => offset >= region.TryOffset && offset - (long)region.TryOffset < region.TryLength;

    private bool IsReached(int at) => depth[at] != Unreached;

    private void Note(int offset, ExceptionRegion region)
    {
        if (Code.At(offset) is not { } at) return;
        if (!handlers.TryGetValue(at, out var regions)) handlers.Add(at, regions = []);
        regions.Add(region);
    }

    private IEnumerable<int> Guarded(ExceptionRegion region)
    {
        for (var at = Code.At(region.TryOffset) ?? Code.Count; at < Code.Count && Holds(region, Code[at].Offset); at++) yield return at;
    }

    private List<int> Successors(int at, SuspendedCode suspended)
    {
        var found = new List<int>();
        foreach (var target in Code[at].Branches)
        {
            if (Code.At(target) is { } there && !suspended.IsAfterAwait(there)) found.Add(there);
        }

        if (at + 1 < Code.Count && (Code[at].FallsThrough || suspended.GoesOnBehind(at))) found.Add(at + 1);
        return found;
    }

    // Handlers are reached as well: nothing here has to be exact about when.
    private bool Measure(AssemblyFile assembly)
    {
        var waiting = new Stack<(int At, int Depth)>([(0, 0)]);
        foreach (var (handler, regions) in handlers) waiting.Push((handler, regions.Exists(region => region.Kind is ExceptionRegionKind.Catch or ExceptionRegionKind.Filter) ? 1 : 0));
        while (waiting.TryPop(out var place))
        {
            if (place.At >= Code.Count || IsReached(place.At)) continue;
            depth[place.At] = place.Depth;
            if (StackEffect.Of(Code[place.At], assembly) is not { } effect) return false;
            var after = Code[place.At].Code is ILOpCode.Leave or ILOpCode.Leave_s or ILOpCode.Ret ? 0 : Math.Max(0, place.Depth - effect.Takes) + effect.Leaves;
            foreach (var target in next[place.At]) waiting.Push((target, after));
        }

        return true;
    }

    // Backwards from where it is read to where it is given a value. A handler may see the value from before.
    private BitArray LiveAt(FlowVariable variable)
    {
        var found = new BitArray(Code.Count);
        var waiting = new Stack<int>(variables.LoadsOf(variable));
        while (waiting.TryPop(out var at))
        {
            if (found[at]) continue;
            found[at] = true;
            foreach (var earlier in before[at])
            {
                if (variables.Stored(earlier) != variable && variables.Cleared(earlier) != variable) waiting.Push(earlier);
            }

            if (!handlers.TryGetValue(at, out var regions)) continue;
            foreach (var earlier in regions.SelectMany(Guarded)) waiting.Push(earlier);
        }

        return found;
    }
}

/// <summary>The body of a method.</summary>
/// <param name="Locals">Types of its locals.</param>
/// <param name="Regions">What try, catch and finally cover.</param>
internal sealed record CodeBody(IReadOnlyList<IlInstruction> Instructions, IReadOnlyList<NamedType> Locals, IReadOnlyList<ExceptionRegion> Regions)
{
    public static CodeBody None { get; } = new([], [], []);
}
