using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>Names of the providers whose events are decoded here.</summary>
public static class Providers
{
    /// <summary>The runtime, while it runs.</summary>
    public const string Runtime = "Microsoft-Windows-DotNETRuntime";

    /// <summary>The runtime at the end of a session: what was loaded and compiled.</summary>
    public const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";

    /// <summary>Stacks of all managed threads, about one per millisecond.</summary>
    public const string SampleProfiler = "Microsoft-DotNETCore-SampleProfiler";

    public const string Session = "Microsoft-DotNETCore-EventPipe";

    /// <summary>Names of methods and modules that the TraceEvent library found by itself: events of the runtime's layout.</summary>
    public const string Library = "TraceEvent";

    /// <summary>The measured process of a run.</summary>
    public const string Phases = "AsyncLoad-Phases";
}

/// <summary>What all decoders share. Newer versions of an event only append fields, so each decoder reads the fields that it knows.</summary>
internal static class EventPayload
{
    // No platform of .NET addresses more than 57 bits.
    private const ulong AddressableBytes = 1UL << 57;

    /// <summary>The fields of an event.</summary>
    /// <param name="oldest">The first version that has the fields that are wanted.</param>
    /// <exception cref="InvalidDataException">The event has an older version, which no runtime since .NET Core 3.1 writes.</exception>
    public static PayloadReader Fields(this in NettraceEvent traced, int oldest = 0) =>
        traced.Kind.Version >= oldest
            ? new PayloadReader(traced.Payload, traced.PointerBytes)
            : throw new InvalidDataException($"its version is {traced.Kind.Version}; {oldest} or later was expected");

    /// <summary>The next eight bytes as a number of bytes.</summary>
    /// <exception cref="InvalidDataException">No process has so many.</exception>
    public static long ByteCount(this ref PayloadReader fields)
    {
        var bytes = fields.UInt64();
        return bytes <= AddressableBytes ? (long)bytes : throw new InvalidDataException($"it states {bytes} B, more than a process can have");
    }

    /// <summary>The next four bytes as a number.</summary>
    /// <param name="most">The largest that can be.</param>
    /// <exception cref="InvalidDataException">It is larger.</exception>
    public static int Number(this ref PayloadReader fields, int most)
    {
        var number = fields.UInt32();
        return number <= (uint)most ? (int)number : throw new InvalidDataException($"it holds {number}, and at most {most} is possible");
    }
}
