using System.Runtime.InteropServices;

namespace AsyncLoad.Host.Loads;

/// <summary>Where results go: padded, so that no two workers' sinks share a cache line. The runtime lays the value out first.</summary>
internal sealed class Sink<T>
{
    public T? Value;

    public SinkPadding After { get; }
}

/// <summary>Two lines of 64 bytes: the prefetcher fetches them in pairs.</summary>
[StructLayout(LayoutKind.Sequential, Size = 128)]
internal struct SinkPadding;
