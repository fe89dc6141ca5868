using System.Collections;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Stacks;

/// <summary>Stacks with the names of their methods, once a trace is read. Those whose frames have the same names are merged.</summary>
internal sealed class NamedStacks(StackPool stacks, CodeMap code)
{
    private readonly StackPool merged = new(stacks.Count);
    private readonly int?[] numbers = new int?[stacks.Count];
    private readonly Dictionary<int, string> names = [];

    /// <summary>The number of a stack after merging; <see cref="StackPool.None"/> for the one without frames.</summary>
    public int Merge(int stack) => numbers[stack] ??= merged.Intern(Named(stack), stacks.FirstSeenMs(stack));

    /// <summary>The place in the IL of the innermost method that is not the framework's, when a stack was taken; null where the trace does not state it.</summary>
    /// <param name="stack">A stack before merging.</param>
    public IlRange? Place(int stack)
    {
        foreach (var address in stacks.Frames(stack))
        {
            // A return address is behind its call.
            if (address == 0) return null;
            if (Framework.Owns(code[code.Find(address - 1, stacks.FirstSeenMs(stack))])) continue;
            return code.FindIl(address - 1, stacks.FirstSeenMs(stack));
        }

        return null;
    }

    /// <summary>Which builds of assemblies the trace names.</summary>
    public TracedBuilds Builds => code.Builds;

    /// <summary>The frames of a merged stack, innermost first.</summary>
    public IReadOnlyList<TracedFrame> Frames(int number) => new FrameList(this, number);

    public IReadOnlyList<string> FrameNames(int number)
    {
        var frames = merged.Frames(number);
        var shown = new string[frames.Length];
        for (var frame = 0; frame < shown.Length; frame++) shown[frame] = Name((int)frames[frame]);
        return shown;
    }

    /// <summary>How many frames a merged stack has.</summary>
    public int Depth(int number) => merged.Frames(number).Length;

    /// <summary>How many of them the trace does not name.</summary>
    public int Unnamed(int number) => merged.Frames(number).Count((ulong)CodeMap.UnnamedFrame);

    private ulong[] Named(int stack)
    {
        var addresses = stacks.Frames(stack);
        var named = new ulong[addresses.Length];
        for (var frame = 0; frame < named.Length; frame++)
        {
            // A return address is behind its call. If the call is the last instruction of a method, that address belongs to the next method.
            var address = frame == 0 || addresses[frame] == 0 ? addresses[frame] : addresses[frame] - 1;
            named[frame] = (ulong)code.Find(address, stacks.FirstSeenMs(stack));
        }

        return named;
    }

    private string Name(int frame)
    {
        if (!names.TryGetValue(frame, out var name)) names.Add(frame, name = CSharpName.OfMethod(code[frame]));
        return name;
    }

    private TracedFrame FrameAt(int number, int index) => code[(int)merged.Frames(number)[index]];

    private sealed class FrameList(NamedStacks owner, int number) : IReadOnlyList<TracedFrame>
    {
        public int Count => owner.Depth(number);

        public TracedFrame this[int index] => owner.FrameAt(number, index);

        public IEnumerator<TracedFrame> GetEnumerator()
        {
            for (var index = 0; index < Count; index++) yield return this[index];
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
