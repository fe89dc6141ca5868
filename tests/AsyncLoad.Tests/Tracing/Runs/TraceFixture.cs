using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Tests.Tracing.Runs;

/// <summary>Small real traces, and ways to spoil them. README.md beside them says how each was made.</summary>
internal static class TraceFixture
{
    /// <summary>Operations that suspend, beside an old heap; a background collection falls into the window.</summary>
    public const string BackgroundCollection = "background-collection.nettrace.gz";

    /// <summary>Completed tasks: each operation allocates one.</summary>
    public const string Tasks = "tasks.nettrace.gz";

    /// <summary>Completed value tasks: a window without allocation or collection.</summary>
    public const string ValueTasks = "value-tasks.nettrace.gz";

    /// <summary>The process was killed in its warm-up, so the stream just stops.</summary>
    public const string Killed = "killed.nettrace.gz";

    /// <summary>Markers of an older version, and no rundown: small enough to be read thousands of times.</summary>
    public const string WithoutSuspensions = "without-suspensions.nettrace";

    /// <summary>A whole trace of a process that marked no phase.</summary>
    public const string WithoutPhases = "without-phases.nettrace";

    /// <summary>A session whose buffer was far too small.</summary>
    public const string Lossy = "lossy.nettrace.gz";

    /// <summary>Collections and nothing else, as <c>dotnet-trace collect --profile gc-collect</c> records them.</summary>
    public const string GcCollect = "gc-collect.nettrace.gz";

    /// <summary>Allocation by AllocationTick, with stacks, as <c>--profile gc-verbose</c> records it.</summary>
    public const string GcVerbose = "gc-verbose.nettrace.gz";

    /// <summary>Processor samples, exceptions, waits for locks and the thread pool, as <c>dotnet-trace collect</c> records them when nothing is asked for.</summary>
    public const string CpuSampling = "cpu-sampling.nettrace.gz";

    /// <summary>Allocation by randomised samples, with stacks, and code that is made and collected at run time.</summary>
    public const string Sampled = "sampled.nettrace.gz";

    // What the payload of a marker begins with; then come numbers of 8 B.
    private static readonly byte[] MarkerName = Encoding.Unicode.GetBytes("measured\0");

    private static ReadOnlySpan<byte> EventBlock => "EventBlock"u8;

    public static string Folder { get; } = Path.Combine(AppContext.BaseDirectory, "Fixtures");

    public static string PathOf(string file) => Path.Combine(Folder, file);

    /// <summary>The trace itself, whether or not it is compressed in the repository.</summary>
    public static byte[] Bytes(string file)
    {
        if (!file.EndsWith(".gz", StringComparison.Ordinal)) return File.ReadAllBytes(PathOf(file));
        using var compressed = new GZipStream(File.OpenRead(PathOf(file)), CompressionMode.Decompress);
        using var trace = new MemoryStream();
        compressed.CopyTo(trace);
        return trace.ToArray();
    }

    public static TraceAnalysis Read(string file)
    {
        using var stream = new MemoryStream(Bytes(file));
        return TraceReader.Read(stream, file, "cell");
    }

    public static TraceAnalysis Read(byte[] bytes)
    {
        using var stream = new MemoryStream(bytes);
        return TraceReader.Read(stream, "spoilt.nettrace", "cell");
    }

    /// <summary>The numbers of both markers as they stand in the file, read without any library: the n-th is that of the payload.</summary>
    public static (long[] Start, long[] Stop) Markers(string file, int numbers)
    {
        var bytes = Bytes(file);
        var start = bytes.AsSpan().IndexOf(MarkerName) + MarkerName.Length;
        var stop = start + bytes.AsSpan(start).IndexOf(MarkerName) + MarkerName.Length;
        return (Numbers(start), Numbers(stop));

        long[] Numbers(int at) =>
            [.. Enumerable.Range(0, numbers).Select(number => BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(at + (number * sizeof(long)))))];
    }

    /// <summary>Turns the block of events that holds the start marker into a block that holds one stack: a gap, as a full buffer leaves it.</summary>
    public static byte[] WithoutStartMarker(string file)
    {
        var bytes = Bytes(file);
        Drop(bytes, bytes.AsSpan(0, bytes.AsSpan().IndexOf(MarkerName)).LastIndexOf(EventBlock));
        return bytes;
    }

    /// <summary>The same with the last block of events but one, far behind both markers.</summary>
    public static byte[] WithLateGap(string file)
    {
        var bytes = Bytes(file);
        Drop(bytes, bytes.AsSpan(0, bytes.AsSpan().LastIndexOf(EventBlock)).LastIndexOf(EventBlock));
        return bytes;
    }

    /// <summary>Replaces the allocation counter in the payload of the start marker.</summary>
    public static byte[] WithStartingAllocation(string file, long allocatedBytes)
    {
        var bytes = Bytes(file);
        // Operations and a timestamp stand before it.
        var counter = bytes.AsSpan().IndexOf(MarkerName) + MarkerName.Length + (2 * sizeof(long));
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(counter), allocatedBytes);
        return bytes;
    }

    private static void Drop(byte[] bytes, int name)
    {
        "StackBlock"u8.CopyTo(bytes.AsSpan(name));
        // After the name: one tag, the length of the content, padding to four bytes. A block of stacks holds a first id, a count, and
        // each stack with its length before it.
        var length = name + EventBlock.Length + 1;
        var content = (length + sizeof(int) + 3) / 4 * 4;
        var stack = BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(length)) - 3 * sizeof(int);
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(content + sizeof(int)), 1);
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(content + 2 * sizeof(int)), stack);
    }
}
