using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>What the runtime tells of itself, when it starts or in the rundown.</summary>
/// <param name="FileVersion">Version of its file.</param>
/// <param name="CommandLine">Command line of the process; empty where it does not tell.</param>
/// <param name="Path">Path of its file; empty where it has none.</param>
internal readonly record struct RuntimeStarted(Version FileVersion, bool ServerGc, bool ConcurrentGc, string CommandLine, string Path)
{
    public const int Id = 187;

    private const uint Concurrent = 0x1;
    private const uint Server = 0x1000;

    public static RuntimeStarted Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        // The runtime's instance, its kind, and four numbers of the class library.
        fields.Skip(6 * sizeof(short));
        var version = new Version(fields.UInt16(), fields.UInt16(), fields.UInt16(), fields.UInt16());
        var flags = fields.UInt32();
        // How it was started.
        fields.Skip(sizeof(byte));
        var commandLine = fields.Text();
        fields.Guid();
        return new RuntimeStarted(version, (flags & Server) != 0, (flags & Concurrent) != 0, commandLine, fields.Text());
    }
}
