using System.Buffers.Binary;
using System.Text;

namespace AsyncLoad.Tracing.Nettrace;

/// <summary>Recognises by its first bytes whether a file is a trace that can be read here, or one that the TraceEvent library reads.</summary>
internal static class FileStart
{
    /// <summary>Name of the format of PerfView's converted traces.</summary>
    public const string Etlx = "etlx";

    private const int Universal = 6;
    private const int NetPerf = 3;
    private const int LongestName = 64;
    private const int TypeHead = 3 + (3 * sizeof(int));

    private static ReadOnlySpan<byte> Magic => "Nettrace"u8;

    private static ReadOnlySpan<byte> Serialization => "!FastSerialization.1"u8;

    /// <summary>Reads past the first bytes.</summary>
    /// <exception cref="UnreadableTraceException">They are not those of a readable trace.</exception>
    public static void Check(ByteSource bytes)
    {
        bytes.TryTake(Magic.Length, out var start);
        if (start is [20, 0, 0, 0, (byte)'!', (byte)'F', ..]) throw Serialized(bytes);
        if (!start.SequenceEqual(Magic)) throw UnreadableTraceException.Foreign(Describe(start));
        var offset = bytes.Offset;
        var length = Int32(bytes);
        if (length == 0) throw Versioned(Int32(bytes));
        if (length != Serialization.Length || !bytes.Take(length).SequenceEqual(Serialization))
            throw UnreadableTraceException.Damaged(offset, "expected '!FastSerialization.1' with its length");
    }

    private static UnreadableTraceException Versioned(int version) => version == Universal
        ? UnreadableTraceException.Foreign("it is version 6 of the format, a universal trace as 'dotnet-trace collect-linux' writes it: 'asyncload analyze' reads it, and so does PerfView", "nettrace 6")
        : UnreadableTraceException.Foreign($"it is version {version} of the format, and {Universal} is the newest that can be read: install a newer asyncload, or open it in PerfView");

    // What the serializer wrote begins with the type of its first object: three tags, its version, its oldest reader, the length of its name, its name.
    private static UnreadableTraceException Serialized(ByteSource bytes)
    {
        if (!bytes.TryTake(TypeHead + sizeof(int) + Serialization.Length - Magic.Length, out var head))
            return UnreadableTraceException.Foreign("it begins like a .netperf or .etlx file and ends too early to be read: copy the file again");
        var version = BinaryPrimitives.ReadInt32LittleEndian(head[^(TypeHead - 3)..]);
        var length = BinaryPrimitives.ReadInt32LittleEndian(head[^sizeof(int)..]);
        bytes.TryTake(Math.Clamp(length, 0, LongestName), out var text);
        var name = Encoding.ASCII.GetString(text);
        return (name, version) switch
        {
            ("Microsoft.Diagnostics.Tracing.Etlx.TraceLog", _) => UnreadableTraceException.Foreign("it is an .etlx file of PerfView: 'asyncload analyze' reads it", Etlx),
            ("Trace", NetPerf) => UnreadableTraceException.Foreign("it is a .netperf file, as .NET Core 2.1 wrote it: 'asyncload analyze' reads it", $"nettrace {NetPerf}"),
            ("Microsoft.DotNet.Runtime.EventPipeFile", _) => UnreadableTraceException.Foreign(
                $"it is a .netperf file of version {version}, as .NET Core 2.0 wrote it: open it in PerfView 2, or record again on .NET Core 2.1 or later"),
            _ => UnreadableTraceException.Foreign($"it holds '{name}', which is not a trace"),
        };
    }

    private static string Describe(ReadOnlySpan<byte> start) => start switch
    {
        [] => "it is empty",
        [0x1f, 0x8b, ..] => "it is compressed with gzip: decompress it first",
        [(byte)'P', (byte)'K', 3, 4, ..] => "it is a zip archive: extract the .nettrace file first",
        [0x7f, (byte)'E', (byte)'L', (byte)'F', ..] or [(byte)'M', (byte)'D', (byte)'M', (byte)'P', ..] => "it is a dump of memory, which holds no events: 'asyncload analyze --process-id ID' records a trace",
        [(byte)'{' or (byte)'[', ..] => "it is JSON, such as a converted trace, and does not begin with 'Nettrace': give the .nettrace file that it was made from",
        _ => "it does not begin with 'Nettrace' like an EventPipe trace: 'asyncload analyze --process-id ID' or dotnet-trace records one",
    };

    private static int Int32(ByteSource bytes) => BinaryPrimitives.ReadInt32LittleEndian(bytes.Take(sizeof(int)));
}
