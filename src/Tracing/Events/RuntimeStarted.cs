using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>What the runtime records of itself, when it starts or in the rundown.</summary>
/// <param name="FileVersion">Version of its file.</param>
/// <param name="ServerGc">Whether server GC is on; null before .NET 6, which does not fill in the start-up flags.</param>
/// <param name="ConcurrentGc">Whether background collections are on; null before .NET 6.</param>
/// <param name="CommandLine">Command line of the process; empty where it is not recorded.</param>
/// <param name="Path">Path of its file; empty where it has none.</param>
internal readonly record struct RuntimeStarted(Version FileVersion, bool? ServerGc, bool? ConcurrentGc, string CommandLine, string Path)
{
    public const int Id = 187;

    // .NET Core and .NET 5 write 0 for all settings (fixed in .NET 6). .NET Framework fills them in.
    private const ushort CoreClr = 2;
    private const int FirstWithFlags = 6;

    private const uint Concurrent = 0x1;
    private const uint Server = 0x1000;

    public static RuntimeStarted Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        // The runtime's instance.
        fields.Skip(sizeof(short));
        var kind = fields.UInt16();
        // Four numbers of the class library.
        fields.Skip(4 * sizeof(short));
        var version = new Version(fields.UInt16(), fields.UInt16(), fields.UInt16(), fields.UInt16());
        var flags = fields.UInt32();
        var tells = kind != CoreClr || version.Major >= FirstWithFlags;
        // How it was started.
        fields.Skip(sizeof(byte));
        var commandLine = fields.Text();
        fields.Guid();
        return new RuntimeStarted(version, tells ? (flags & Server) != 0 : null, tells ? (flags & Concurrent) != 0 : null, commandLine, fields.Text());
    }
}
