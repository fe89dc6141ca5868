using System.Buffers.Binary;

namespace AsyncLoad.Tracing.Nettrace;

/// <summary>Tells by its first bytes whether a file is a trace of a version that can be read.</summary>
internal static class FileStart
{
    private static ReadOnlySpan<byte> Magic => "Nettrace"u8;

    private static ReadOnlySpan<byte> Serialization => "!FastSerialization.1"u8;

    /// <summary>Reads past the first bytes.</summary>
    /// <exception cref="UnreadableTraceException">They are another file's.</exception>
    public static void Check(ByteSource bytes)
    {
        bytes.TryTake(Magic.Length, out var start);
        if (!start.SequenceEqual(Magic)) throw UnreadableTraceException.Foreign(Describe(start));
        var offset = bytes.Offset;
        var length = BinaryPrimitives.ReadInt32LittleEndian(bytes.Take(sizeof(int)));
        if (length == 0) throw UnreadableTraceException.Foreign(DescribeVersion(BinaryPrimitives.ReadInt32LittleEndian(bytes.Take(sizeof(int)))));
        if (length != Serialization.Length || !bytes.Take(length).SequenceEqual(Serialization))
            throw UnreadableTraceException.Damaged(offset, "'!FastSerialization.1' with its length must stand here");
    }

    private static string DescribeVersion(int version) =>
        $"it is version {version} of the format, a universal trace as 'dotnet-trace collect-linux' writes it: open it in PerfView, or record with 'dotnet-trace collect'";

    private static string Describe(ReadOnlySpan<byte> start) => start switch
    {
        [] => "it is empty",
        [0x1f, 0x8b, ..] => "it is compressed with gzip: decompress it first",
        [(byte)'P', (byte)'K', 3, 4, ..] => "it is a zip archive: extract the .nettrace file first",
        [20, 0, 0, 0, (byte)'!', (byte)'F', ..] => "it is a .netperf file, as .NET Core 2 wrote it: open it in PerfView",
        _ => "an EventPipe stream begins with 'Nettrace', this file does not",
    };
}
