namespace AsyncLoad.Workloads.IoSimulator;

/// <summary>Accesses linked through themselves, first in, first out. Enumerating allows each access to be linked elsewhere.</summary>
internal struct AccessChain
{
    private DeviceAccess? first;
    private DeviceAccess? last;

    /// <summary>Whether nothing is in it.</summary>
    public readonly bool IsEmpty => first is null;

    /// <summary>The chain that begins with an access.</summary>
    public static AccessChain Of(DeviceAccess? first)
    {
        var chain = default(AccessChain);
        while (first is not null)
        {
            var next = first.Next;
            chain.Append(first);
            first = next;
        }

        return chain;
    }

    public void Append(DeviceAccess access)
    {
        access.Next = null;
        if (last is null) first = access;
        else last.Next = access;
        last = access;
    }

    /// <summary>Empties the chain and returns what was in it.</summary>
    public AccessChain TakeAll()
    {
        var all = this;
        this = default;
        return all;
    }

    public readonly Enumerator GetEnumerator() => new(first);

    internal struct Enumerator(DeviceAccess? first)
    {
        private DeviceAccess? next = first;

        public DeviceAccess Current { get; private set; } = null!;

        // Unlinks before handing out: the caller may link it again, or complete it and never see it again.
        public bool MoveNext()
        {
            if (next is null) return false;
            Current = next;
            next = Current.Next;
            Current.Next = null;
            return true;
        }
    }
}
