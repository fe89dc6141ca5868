using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>The address of a method's code, and the names of the method.</summary>
internal readonly ref struct MethodCode
{
    /// <summary>Its code was compiled or loaded (runtime provider), or existed when the session began (rundown provider).</summary>
    public const int LoadId = 143;

    /// <summary>Its code was unloaded (runtime provider), or existed when the session ended (rundown provider).</summary>
    public const int EndId = 144;

    /// <summary>Number of the method: the same for all code of it.</summary>
    public required ulong Method { get; init; }

    public required ulong Module { get; init; }

    /// <summary>First address.</summary>
    public required ulong Start { get; init; }

    /// <summary>Length in bytes.</summary>
    public required uint Size { get; init; }

    /// <summary>Its token in the metadata of its assembly; 0 for code that has none, such as that made at run time.</summary>
    public int Token { get; init; }

    /// <summary>Full name of the declaring type. Valid while the event is, like the two that follow.</summary>
    public required ReadOnlySpan<char> Type { get; init; }

    public required ReadOnlySpan<char> Name { get; init; }

    /// <summary>Its signature, such as <c>instance void  ()</c>.</summary>
    public required ReadOnlySpan<char> Signature { get; init; }

    public static MethodCode Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        var (method, module, start, size) = (fields.UInt64(), fields.UInt64(), fields.UInt64(), fields.UInt32());
        if (start > ulong.MaxValue - size) throw new InvalidDataException($"code of {size} B at address {start:x} exceeds the address space");
        var token = fields.Int32();
        // Its flags.
        fields.Skip(sizeof(int));
        return new MethodCode
        {
            Method = method,
            Module = module,
            Start = start,
            Size = size,
            Token = token,
            Type = fields.Characters(),
            Name = fields.Characters(),
            Signature = fields.Characters(),
        };
    }
}

/// <summary>Which IL the code of a method was compiled from. Only JIT-compiled code has this event.</summary>
internal readonly ref struct MethodIl
{
    /// <summary>In the rundown at the end of a session, just before the event with the address of the code.</summary>
    public const int EndId = 150;

    /// <summary>Number of the method: the same for all code of it.</summary>
    public required ulong Method { get; init; }

    /// <summary>Offsets into its IL; negative for code without IL. Valid while the event is.</summary>
    public required ReadOnlySpan<int> Il { get; init; }

    /// <summary>Where the code of each begins, in bytes from the first address.</summary>
    public required ReadOnlySpan<int> Code { get; init; }

    public static MethodIl Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        var method = fields.UInt64();
        // Its version, and which part of it.
        fields.Skip(sizeof(long) + sizeof(byte));
        var count = fields.UInt16();
        return new MethodIl { Method = method, Il = fields.Int32s(count), Code = fields.Int32s(count) };
    }
}
