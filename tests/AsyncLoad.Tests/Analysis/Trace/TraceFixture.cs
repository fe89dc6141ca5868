using System.Buffers.Binary;
using System.Text;
using AsyncLoad.Analysis.Trace;

namespace AsyncLoad.Tests.Analysis.Trace;

/// <summary>Small real traces, and ways to spoil them.</summary>
internal static class TraceFixture
{
    /// <summary>Allocating tasks on two threads beside an old heap; a background collection falls into the window.</summary>
    public const string BackgroundCollection = "background-collection.nettrace";

    /// <summary>Completed value tasks: a window without allocation or collection.</summary>
    public const string ValueTasks = "value-tasks.nettrace";

    /// <summary>A whole trace of a process that marked no phase.</summary>
    public const string WithoutPhases = "without-phases.nettrace";

    /// <summary>The process was killed, so the stream just stops.</summary>
    public const string Killed = "killed.nettrace";

    public static string Folder { get; } = Path.Combine(AppContext.BaseDirectory, "Fixtures");

    public static string PathOf(string file) => Path.Combine(Folder, file);

    public static byte[] Bytes(string file) => File.ReadAllBytes(PathOf(file));

    public static TraceAnalysis Read(string file) => TraceReader.Read(Folder, file, "cell");

    public static TraceAnalysis Read(byte[] bytes)
    {
        using var stream = new MemoryStream(bytes);
        return TraceReader.Read(stream, "spoilt.nettrace", "cell");
    }

    /// <summary>Turns the last block of events but one into a block that holds one stack: a gap, as a full buffer leaves it.</summary>
    public static byte[] WithGap(string file)
    {
        var bytes = Bytes(file);
        var last = bytes.AsSpan().LastIndexOf("EventBlock"u8);
        var name = bytes.AsSpan(0, last).LastIndexOf("EventBlock"u8);
        "StackBlock"u8.CopyTo(bytes.AsSpan(name));
        // After the name: one tag, the length of the content, padding to four bytes. A block of stacks holds a first id, a count, and
        // each stack with its length before it.
        var length = name + "EventBlock".Length + 1;
        var content = (length + sizeof(int) + 3) / 4 * 4;
        var stack = BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(length)) - 3 * sizeof(int);
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(content + sizeof(int)), 1);
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(content + 2 * sizeof(int)), stack);
        return bytes;
    }

    /// <summary>Replaces the allocation counter in the payload of the start marker.</summary>
    public static byte[] WithStartingAllocation(string file, long allocatedBytes)
    {
        var bytes = Bytes(file);
        // The payload: a name that ends in a zero, then operations, timestamp, allocated bytes.
        var name = Encoding.Unicode.GetBytes("measured\0");
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(bytes.AsSpan().IndexOf(name) + name.Length + 2 * sizeof(long)), allocatedBytes);
        return bytes;
    }
}
