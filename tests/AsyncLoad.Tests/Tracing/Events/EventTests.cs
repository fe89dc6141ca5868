using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Events;

public class EventTests
{
    private const ushort Instance = 9;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void A_collection_begins(int version)
    {
        var payload = new Payload().Int(7).Int(2).Int(14).Int(1).Short(Instance);
        // Later versions append.
        if (version >= 2) payload.Long(77);

        var started = CollectionStarted.Read(payload.Event(version));

        Assert.Equal(new CollectionStarted(7, 2, 14, 1), started);
        Assert.True(started.IsBackground);
        Assert.Equal(("BgcTuningSmall", "background"), (CollectionWords.Reason(started.Reason), CollectionWords.Kind(started.Kind)));
    }

    [Fact]
    public void Words_stand_for_the_runtimes_numbers_and_an_unknown_number_for_itself()
    {
        Assert.Equal(["AllocSmall", "LowMemoryHostBlocking", "InducedAggressive", "18"], new[] { 0, 13, 17, 18 }.Select(CollectionWords.Reason));
        Assert.Equal(["blocking", "background", "blocking inside background", "3"], new[] { 0, 1, 2, 3 }.Select(CollectionWords.Kind));
    }

    [Fact]
    public void A_collection_ends() => Assert.Equal(new CollectionEnded(7), CollectionEnded.Read(new Payload().Int(7).Int(2).Short(Instance).Event(1)));

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Code_is_told_with_its_statements(int version)
    {
        var payload = new Payload().Long(77).Long(0).Byte(0).Short(2).Int(unchecked((uint)-2)).Int(5).Int(0).Int(31).Short(Instance);
        if (version >= 1) payload.Long(1);

        var il = MethodIl.Read(payload.Event(version));

        Assert.Equal(77UL, il.Method);
        Assert.Equal([-2, 5], il.Il.ToArray());
        Assert.Equal([0, 31], il.Code.ToArray());
    }

    [Fact]
    public void More_statements_than_there_are_do_not_make_sense() =>
        Assert.Throws<InvalidDataException>(() => MethodIl.Read(new Payload().Long(77).Long(0).Byte(0).Short(ushort.MaxValue).Int(5).Int(0).Event(1)).Method);

    [Theory]
    [InlineData(1u, true)]
    [InlineData(6u, true)]
    [InlineData(0u, false)]
    [InlineData(5u, false)]
    public void Threads_are_stopped_for_a_collection_or_for_something_else(uint reason, bool forCollection) =>
        Assert.Equal(forCollection, SuspensionStarted.Read(new Payload().Int(reason).Int(3).Short(Instance).Event(1)).ForCollection);

    [Fact]
    public void The_heap_is_the_sum_of_its_generations()
    {
        Assert.Equal(new HeapMeasured(16, 20), HeapMeasured.Read(Generations().Event(1)));
        Assert.Equal(new HeapMeasured(16 + 100, 20 + 200), HeapMeasured.Read(Generations().Long(100).Long(200).Event(2)));

        static Payload Generations()
        {
            var payload = new Payload();
            for (var generation = 1u; generation <= 4; generation++) payload.Long((2 * generation) - 1).Long(2 * generation);
            return payload.Long(11).Long(12).Int(13).Int(14).Int(15).Short(Instance);
        }
    }

    [Theory]
    [InlineData(2, 8)]
    [InlineData(3, 8)]
    [InlineData(4, 8)]
    [InlineData(4, 4)]
    [InlineData(5, 8)]
    public void A_stretch_of_allocation_ends_with_an_object(int version, int pointerBytes)
    {
        var payload = new Payload().Int(106_000).Int(0).Short(Instance).Long(106_496);
        Pointer(payload).Text("My.Type[]").Int(0);
        if (version >= 3) Pointer(payload);
        if (version >= 4) payload.Long(72);
        if (version >= 5) payload.Int(1);

        var tick = AllocationTicked.Read(payload.Event(version, pointerBytes));

        Assert.Equal((106_496L, "My.Type[]", version >= 4 ? 72L : null), (tick.Amount, tick.Type.ToString(), tick.ObjectBytes));

        Payload Pointer(Payload to) => pointerBytes == 4 ? to.Int(1) : to.Long(1);
    }

    [Theory]
    [InlineData(8)]
    [InlineData(4)]
    public void An_object_is_drawn(int pointerBytes)
    {
        var payload = new Payload().Int(1).Short(Instance);
        Pointer(Pointer(payload).Text("")).Long(85_024).Long(12);

        var sample = AllocationSampled.Read(payload.Event(0, pointerBytes));

        Assert.Equal(("", 85_024L), (sample.Type.ToString(), sample.ObjectBytes));

        Payload Pointer(Payload to) => pointerBytes == 4 ? to.Int(1) : to.Long(1);
    }

    [Fact]
    public void The_pool_has_threads_and_starves()
    {
        Assert.Equal(12, WorkerThreads.Read(new Payload().Int(12).Int(0).Short(Instance).Event(0)).Threads);
        Assert.True(Adjusted(6).Starved);
        Assert.All(new[] { 0u, 3u, 5u, 7u, 8u }, reason => Assert.False(Adjusted(reason).Starved));

        static WorkerThreadsAdjusted Adjusted(uint reason) => WorkerThreadsAdjusted.Read(new Payload().Double(1.5).Int(12).Int(reason).Short(Instance).Event(0));
    }

    [Fact]
    public void A_wait_for_a_lock_begins_and_ends()
    {
        Assert.True(ContentionStarted.Read(new Payload().Byte(0).Short(Instance).Event(1)).Managed);
        Assert.False(ContentionStarted.Read(new Payload().Byte(1).Short(Instance).Long(1).Long(2).Long(3).Event(2)).Managed);
        Assert.Equal(new ContentionEnded(true, null), ContentionEnded.Read(new Payload().Byte(0).Short(Instance).Event(0)));
        Assert.Equal(new ContentionEnded(false, 2.5), ContentionEnded.Read(new Payload().Byte(1).Short(Instance).Double(2.5e6).Event(1)));
    }

    [Fact]
    public void An_exception_has_a_type() =>
        Assert.Equal("System.FormatException", ExceptionThrown.Read(new Payload().Text("System.FormatException").Text("why").Event(1)).Type.ToString());

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void Code_has_an_address_and_a_name(int version)
    {
        var payload = new Payload().Long(1).Long(2).Long(0x7f00).Int(64).Int(0x06000001).Int(8).Text("My.App.Orders").Text("Price").Text("instance int32  (int32)");
        if (version >= 1) payload.Short(Instance);
        if (version >= 2) payload.Long(0).Long(0);

        var code = MethodCode.Read(payload.Event(version));

        Assert.Equal((1ul, 2ul, 0x7f00ul, 64u, 0x06000001), (code.Method, code.Module, code.Start, code.Size, code.Token));
        Assert.Equal(("My.App.Orders", "Price", "instance int32  (int32)"), (code.Type.ToString(), code.Name.ToString(), code.Signature.ToString()));
    }

    [Fact]
    public void A_module_has_a_path()
    {
        var payload = new Payload().Long(2).Long(3).Int(8).Int(0).Text("/app/My.App.dll").Text("").Short(Instance);

        Assert.Equal(new ModuleLoaded(2, "/app/My.App.dll"), ModuleLoaded.Read(payload.Event(2)));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void A_module_tells_which_build_it_is_since_version_2(int version)
    {
        var payload = new Payload().Long(2).Long(3).Int(8).Int(0).Text("/app/My.App.dll").Text("/app/My.App.ni.dll").Short(Instance).Guid().Int(1).Text("/src/obj/My.App.pdb");
        var told = ModuleLoaded.Read(payload.Event(version));

        Assert.Equal(version < 2 ? default : new Guid(payload.ToArray()[^60..^44]), told.Signature);
        Assert.Equal(version < 2 ? null : "/src/obj/My.App.pdb", told.PdbPath);
    }

    [Theory]
    [InlineData(0x1u, false, true)]
    [InlineData(0x1000u, true, false)]
    [InlineData(0x1001u, true, true)]
    public void A_runtime_tells_of_itself(uint flags, bool server, bool concurrent)
    {
        var payload = new Payload().Short(Instance).Short(2);
        foreach (ushort number in new ushort[] { 10, 0, 0, 0, 10, 0, 1226, 5 }) payload.Short(number);
        payload.Int(flags).Byte(1).Text("app --fast").Guid().Text("/x/libcoreclr.so");

        Assert.Equal(new RuntimeStarted(new Version(10, 0, 1226, 5), server, concurrent, "app --fast", "/x/libcoreclr.so"), RuntimeStarted.Read(payload.Event(0)));
    }

    [Fact]
    public void Settings_are_told()
    {
        Assert.Equal(64, GcConfigured.Read(new Payload().Long(1).Long(2).Long(3).Long(64).Long(5).Int(6).Int(7).Short(Instance).Event(0)).Gen0MinimumBytes);
        Assert.True(TieringConfigured.Read(new Payload().Short(Instance).Int(0x5).Event(0)).Pgo);
        Assert.False(TieringConfigured.Read(new Payload().Short(Instance).Int(0x3).Event(0)).Pgo);
        Assert.Equal("dotnet app.dll", ProcessDescribed.Read(new Payload().Text("dotnet app.dll").Text("Linux").Text("x64").Event(1)).CommandLine);
    }

    [Fact]
    public void Only_managed_code_counts_as_running()
    {
        Assert.True(ThreadSampled.Read(new Payload().Int(2).Event(0)).RunsManaged);
        Assert.All(new[] { 0u, 1u }, state => Assert.False(ThreadSampled.Read(new Payload().Int(state).Event(0)).RunsManaged));
    }

    [Fact]
    public void What_cannot_be_is_refused()
    {
        Assert.Throws<InvalidDataException>(() => CollectionStarted.Read(new Payload().Int(7).Int(3).Int(0).Int(0).Event(1)));
        Assert.Throws<InvalidDataException>(() => CollectionStarted.Read(new Payload().Int(7).Int(0).Event(0)));
        Assert.Throws<InvalidDataException>(() => CollectionEnded.Read(new Payload().Short(1).Event(1)));
        Assert.Throws<InvalidDataException>(() => HeapMeasured.Read(new Payload().Long(ulong.MaxValue).Event(2)));
        Assert.Throws<InvalidDataException>(() => AllocationSampled.Read(new Payload().Int(1).Short(1).Long(1).Text("T").Long(1).Long(1UL << 60).Event(0)));
        Assert.Throws<InvalidDataException>(() => AllocationSampled.Read(new Payload().Int(1).Short(1).Long(1).Short('T').Event(0)).ObjectBytes);
        Assert.Throws<InvalidDataException>(() => WorkerThreads.Read(new Payload().Int(40_000).Event(0)));
        Assert.Throws<InvalidDataException>(() => ContentionEnded.Read(new Payload().Byte(0).Short(1).Double(double.NaN).Event(1)));
        Assert.Throws<InvalidDataException>(() => ContentionEnded.Read(new Payload().Byte(0).Short(1).Double(-1).Event(1)));
        Assert.Throws<InvalidDataException>(() => MethodCode.Read(new Payload().Long(1).Long(2).Long(ulong.MaxValue).Int(2).Event(2)).Size);
    }

    [Fact]
    public void Fields_that_the_trace_names_are_read_by_name()
    {
        EventField[] fields =
        [
            new("name", TypeCode.String), new("operations", TypeCode.Int64), new("timestamp", TypeCode.Int64), new("allocatedBytes", TypeCode.Int64),
            new("pauseNanoseconds", TypeCode.Int64), new("pressureBytes", TypeCode.Int64), new("suspensions", TypeCode.Int64),
        ];
        var payload = new Payload().Text("measured").Long(1).Long(2).Long(3).Long(4).Long(5).Long(6);

        Assert.Equal(new PhaseMarked("measured", new PhaseCounters(1, 3, 4, 5, 6)), PhaseMarked.Read(payload.Event(0, 8, fields)));
        Assert.Equal(new PhaseMarked("measured", new PhaseCounters(1, 3, 4, 5, null)), PhaseMarked.Read(payload.Event(0, 8, fields[..6])));
        Assert.Equal(new PhaseMarked("measured", null), PhaseMarked.Read(payload.Event(0, 8, fields[..5])));
        Assert.Null(PhaseMarked.Read(payload.Event(0, 8)));
        Assert.Throws<InvalidDataException>(() => PhaseMarked.Read(new Payload().Text("measured").Long(1).Event(0, 8, fields)));
    }

    [Fact]
    public void Fields_of_all_plain_types_are_read_up_to_one_that_is_not()
    {
        EventField[] fields =
        [
            new("flag", TypeCode.Boolean), new("letter", TypeCode.Char), new("tiny", TypeCode.SByte), new("byte", TypeCode.Byte), new("short", TypeCode.Int16),
            new("ushort", TypeCode.UInt16), new("int", TypeCode.Int32), new("uint", TypeCode.UInt32), new("ulong", TypeCode.UInt64), new("single", TypeCode.Single),
            new("double", TypeCode.Double), new("guid", (TypeCode)17), new("object", TypeCode.Object), new("behind", TypeCode.Int32),
        ];
        var payload = new Payload().Int(1).Short('x').Byte(0xFF).Byte(7).Short(0xFFFF).Short(0xFFFF).Int(0xFFFFFFFF).Int(0xFFFFFFFF).Long(9)
            .Int(BitConverter.SingleToUInt32Bits(1.5f)).Double(2.5).Guid().Int(1);

        var read = NamedFields.Read(payload.Event(0, 8, fields));

        Assert.Equal([true, 'x', (sbyte)-1, (byte)7, (short)-1, ushort.MaxValue, -1, uint.MaxValue, 9UL, 1.5f, 2.5], read.Values.Take(11));
        Assert.Equal(12, read.Count);
    }
}
