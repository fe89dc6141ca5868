using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>Where the code of a method stands, and what the method is called.</summary>
internal readonly ref struct MethodCode
{
    /// <summary>Its code was made or loaded (of the runtime), or was there when the session began (of the rundown).</summary>
    public const int LoadId = 143;

    /// <summary>Its code is gone (of the runtime), or was there when the session ended (of the rundown).</summary>
    public const int EndId = 144;

    /// <summary>Number of the method: the same for all code of it.</summary>
    public required ulong Method { get; init; }

    public required ulong Module { get; init; }

    /// <summary>First address.</summary>
    public required ulong Start { get; init; }

    /// <summary>Length in bytes.</summary>
    public required uint Size { get; init; }

    /// <summary>Full name of the declaring type. Valid while the event is, as the two that follow.</summary>
    public required ReadOnlySpan<char> Type { get; init; }

    public required ReadOnlySpan<char> Name { get; init; }

    /// <summary>Its signature, such as <c>instance void  ()</c>.</summary>
    public required ReadOnlySpan<char> Signature { get; init; }

    public static MethodCode Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        var (method, module, start, size) = (fields.UInt64(), fields.UInt64(), fields.UInt64(), fields.UInt32());
        if (start > ulong.MaxValue - size) throw new InvalidDataException($"code of {size} B stands at {start:x}");
        // Its token and its flags.
        fields.Skip(sizeof(int) + sizeof(int));
        return new MethodCode
        {
            Method = method,
            Module = module,
            Start = start,
            Size = size,
            Type = fields.Characters(),
            Name = fields.Characters(),
            Signature = fields.Characters(),
        };
    }
}

/// <summary>Which IL the code of a method was made from. Only code that was compiled at run time is told of.</summary>
internal readonly ref struct MethodIl
{
    /// <summary>In the rundown that ends a session: just before the event that tells where the code stands.</summary>
    public const int EndId = 150;

    /// <summary>Number of the method: the same for all code of it.</summary>
    public required ulong Method { get; init; }

    /// <summary>Offsets into its IL; negative for code that no IL stands behind. Valid while the event is.</summary>
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
