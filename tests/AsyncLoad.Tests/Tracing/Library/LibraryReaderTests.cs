using System.Buffers.Binary;
using AsyncLoad.Tests.Tracing.Nettrace;
using AsyncLoad.Tests.Tracing.Runs;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Digests;
using AsyncLoad.Tracing.Library;
using Microsoft.Diagnostics.Tracing.Etlx;
using Xunit;
using LibraryLog = Microsoft.Diagnostics.Tracing.Etlx.TraceLog;

namespace AsyncLoad.Tests.Tracing.Library;

/// <summary>What only the library reads, and how it ends where even that does not.</summary>
public sealed class LibraryReaderTests : IDisposable
{
    private static readonly DateTimeOffset Started = new(2026, 5, 17, 8, 9, 10, TimeSpan.Zero);

    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory("asyncload-library-");

    public void Dispose() => folder.Delete(recursive: true);

    [Theory]
    [InlineData(TraceFixture.Tasks)]
    [InlineData(TraceFixture.CpuSampling)]
    public void A_converted_trace_has_the_names_that_its_conversion_took_out_of_it(string file)
    {
        var own = TraceDigester.Digest(new MemoryStream(TraceFixture.Bytes(file)), file, AdviceOptions.Default, cancellation: TestContext.Current.CancellationToken);
        var (all, usual) = (Digest(Etlx(file, keepAll: true)), Digest(Etlx(file, keepAll: false)));

        Assert.Equal(("etlx", own.Gc?.Pauses, own.Allocation?.Total, own.Cpu?.Samples), (all.Format, all.Gc?.Pauses, all.Allocation?.Total, all.Cpu?.Samples));
        Assert.Equal(own.Allocation?.Stacks.Select(stack => string.Join('\n', stack.Frames)), all.Allocation?.Stacks.Select(stack => string.Join('\n', stack.Frames)));
        Assert.True(usual.State.Events < all.State.Events);
        Assert.Equal(all.Allocation?.Total, usual.Allocation?.Total);
        Assert.Equal(all.Allocation?.Stacks.Select(Names), usual.Allocation?.Stacks.Select(Names));
        Assert.Equal(all.Cpu?.Methods, usual.Cpu?.Methods);

        // Type parameters of a method stand in the events alone.
        static string Names(AsyncLoad.Tracing.Allocations.StackAllocation stack) => string.Join('\n', stack.Frames.Select(frame => frame.Split('<', '(')[0]));
    }

    [Fact]
    public void Of_several_processes_the_one_with_most_events_of_the_runtime_is_read_and_the_others_are_told_of()
    {
        var trace = Universal()
            .Events(new WrittenEvent(1) { Kind = 1, Thread = 1, Payload = [1] }, Exception(2, thread: 1), Exception(3, thread: 2), Exception(4, thread: 2))
            .Ended();

        var digest = Digest(trace);

        Assert.Equal((22, 2L), (digest.Process.ProcessId, digest.State.Events));
        Assert.Equal([new ExceptionCount("E", 2)], digest.Exceptions);
        Assert.Contains("No other processes: the trace holds 2 .NET processes, and only the one with the most events was read.", digest.Missing);
    }

    [Fact]
    public void Samples_of_the_system_count_as_processor_samples_and_have_the_names_that_it_told()
    {
        var trace = Universal()
            .Stacks([[0x1010, 0x2020]])
            .Events(
                new WrittenEvent(1) { Kind = 3, Thread = 1, Payload = Bytes(1, 0x1000, 0x3000, 0, "/memfd:doublemapper", 0) },
                new WrittenEvent(2) { Kind = 4, Thread = 1, Payload = Bytes(1, 1, 0x1000, 0x1fff, "void [App] App.Program::Work()[Tier1]") },
                new WrittenEvent(3) { Kind = 1, Thread = 1, Stack = 1, Payload = [1] })
            .Ended();

        var digest = Digest(trace);

        Assert.Equal(1, digest.Cpu!.Samples);
        Assert.Contains("Work", digest.Cpu.Methods[0].Method, StringComparison.Ordinal);
    }

    [Fact]
    public void What_stands_before_the_end_or_the_damage_is_told()
    {
        var rewritten = new RewrittenTrace(TraceFixture.Tasks).AsNetPerf();
        var first = Universal().Events(Exception(1, thread: 2));
        byte[] damaged = [.. first.Events(Exception(2, thread: 2)).Unended(), 3, 0, 0, 3, 0xff, 0xff, 0xff, .. new byte[100]];

        Assert.Equal((true, null), State(Digest(first.Unended())));
        Assert.Equal(2, Digest(damaged).Exceptions!.Single().Count);
        Assert.StartsWith("at byte ", Digest(damaged).State.Damage, StringComparison.Ordinal);
        Assert.Contains("is not a trace that can be read: ", Refusal(rewritten[..60]), StringComparison.Ordinal);

        static (bool, string?) State(TraceDigest digest) => (digest.State.Truncated, digest.State.Damage);
    }

    [Fact]
    public void No_prefix_of_a_trace_throws_anything_but_a_refusal()
    {
        foreach (var whole in new[] { Etlx(TraceFixture.WithoutSuspensions, keepAll: true), new RewrittenTrace(TraceFixture.WithoutSuspensions).AsUniversal(), new RewrittenTrace(TraceFixture.WithoutSuspensions).AsNetPerf() })
        {
            for (var length = 0; length < whole.Length; length += 1 + (whole.Length / 25))
            {
                if (Record.Exception(() => Digest(whole[..length])) is { } problem) Assert.IsType<InvalidDataException>(problem);
            }
        }
    }

    [Fact]
    public void A_stack_that_contains_itself_is_damage()
    {
        var etlx = Etlx(TraceFixture.Sampled, keepAll: true);
        var codes = CodesOfStacks(etlx);
        // The table has two numbers for each frame: its code, and its caller.
        var table = Enumerable.Range(0, etlx.Length - (codes.Count * 2 * sizeof(int)))
            .Single(at => codes.Index().All(code => BinaryPrimitives.ReadInt32LittleEndian(etlx.AsSpan(at + (code.Index * 2 * sizeof(int)))) == code.Item));
        for (var frame = 0; frame < codes.Count; frame++)
            BinaryPrimitives.WriteInt32LittleEndian(etlx.AsSpan(table + (((frame * 2) + 1) * sizeof(int))), frame);

        Assert.EndsWith(": a stack contains itself", Digest(etlx).State.Damage, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Microsoft.DotNet.Runtime.EventPipeFile", 2, ".netperf file of version 2, as .NET Core 2.0 wrote it: open it in PerfView 2, or record again on .NET Core 2.1 or later")]
    [InlineData("Something.Else", 1, "it holds 'Something.Else', which is not a trace")]
    public void What_the_library_does_not_read_either_is_refused_with_what_to_do(string type, int version, string told)
    {
        byte[] file = [20, 0, 0, 0, .. "!FastSerialization.1"u8, 4, 4, 1, (byte)version, 0, 0, 0, 0, 0, 0, 0, (byte)type.Length, 0, 0, 0, .. type.Select(letter => (byte)letter), 6];

        Assert.Contains(told, Refusal(file), StringComparison.Ordinal);
    }

    [Fact]
    public void A_version_to_come_is_refused_by_its_number() => Assert.Contains(
        "it is version 7 of the format, and 6 is the newest that can be read: install a newer asyncload, or open it in PerfView",
        Refusal([.. "Nettrace"u8, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0]),
        StringComparison.Ordinal);

    [Theory]
    [InlineData("App.Orders.PriceAsync(class System.String)", "App.Orders", "PriceAsync", "(class System.String)")]
    [InlineData("App.Orders..ctor()", "App.Orders", ".ctor", "()")]
    [InlineData("System.List`1[System.Int32].Add(!0)", "System.List`1[System.Int32]", "Add", "(!0)")]
    [InlineData("System.List`1[System.__Canon].System.IEnumerable<T>.GetEnumerator()", "System.List`1[System.__Canon]", "System.IEnumerable<T>.GetEnumerator", "()")]
    [InlineData("App.Cache.Get[System.Int32]()", "App.Cache", "Get[System.Int32]", "()")]
    [InlineData("memcpy", "", "memcpy", "")]
    public void A_full_name_is_taken_apart(string name, string type, string method, string signature) =>
        Assert.Equal((type, method, signature), LibraryNames.Split(name));

    // A process of threads 1 and another of thread 2; kinds: a sample, an exception, a mapping, a symbol.
    private static UniversalBuilder Universal() => new UniversalBuilder(1000, Started)
        .Thread(1, process: 11, thread: 111)
        .Thread(2, process: 22, thread: 222)
        .Kind(1, "Universal.Events", 1, "cpu", 0)
        .Kind(2, "Microsoft-Windows-DotNETRuntime", 80, "", 1)
        .Kind(3, "Universal.System", 3, "ProcessMapping", 0)
        .Kind(4, "Universal.System", 4, "ProcessSymbol", 0);

    private static WrittenEvent Exception(long at, long thread) => new(at)
    {
        Kind = 2,
        Thread = thread,
        Sorted = true,
        Payload = NettraceBuilder.Bytes(told =>
        {
            NettraceBuilder.Text(told, "E");
            NettraceBuilder.Text(told, "");
            told.Write(new byte[18]);
        }),
    };

    private static byte[] Bytes(params object[] fields) => NettraceBuilder.Bytes(told =>
    {
        foreach (var field in fields)
        {
            if (field is not string text)
            {
                NettraceBuilder.VarInt(told, (ulong)(int)field);
                continue;
            }

            told.Write((ushort)text.Length);
            told.Write(text.Select(letter => (byte)letter).ToArray());
        }
    });

    private static TraceDigest Digest(byte[] trace) => TraceDigester.Digest(new MemoryStream(trace), "t", AdviceOptions.Default);

    private static string Refusal(byte[] trace) => Assert.Throws<InvalidDataException>(() => Digest(trace)).Message;

    private List<int> CodesOfStacks(byte[] etlx)
    {
        var path = Path.Combine(folder.FullName, "stacks.etlx");
        File.WriteAllBytes(path, etlx);
        using var log = new LibraryLog(path);
        return [.. Enumerable.Range(0, log.CallStacks.Count).Select(frame => (int)log.CallStacks.CodeAddressIndex((CallStackIndex)frame))];
    }

    private byte[] Etlx(string file, bool keepAll)
    {
        var path = Path.Combine(folder.FullName, "t.nettrace");
        File.WriteAllBytes(path, TraceFixture.Bytes(file));
        return File.ReadAllBytes(LibraryLog.CreateFromEventPipeDataFile(path, Path.Combine(folder.FullName, "t.etlx"), new TraceLogOptions { KeepAllEvents = keepAll }));
    }
}
