using AsyncLoad.Tracing.Nettrace;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Nettrace;

public class MetadataTests
{
    [Fact]
    public void Events_of_the_runtime_come_without_a_name_and_fields()
    {
        var kind = KindOf(fields: null);

        Assert.Equal(("", 7, 3, NettraceBuilder.Provider), (kind.Name, kind.Id, kind.Version, kind.Provider));
        Assert.Empty(kind.Fields);
    }

    [Fact]
    public void An_event_sources_fields_are_named_with_their_types()
    {
        var kind = KindOf(told =>
        {
            told.Write(2);
            Field(told, 18, "name");
            Field(told, 11, "operations");
        });

        Assert.Equal([new EventField("name", TypeCode.String), new EventField("operations", TypeCode.Int64)], kind.Fields);
    }

    [Fact]
    public void A_structure_is_one_field()
    {
        var kind = KindOf(told =>
        {
            told.Write(2);
            told.Write(1);
            told.Write(1);
            Field(told, 9, "inner");
            NettraceBuilder.Text(told, "outer");
            Field(told, 9, "after");
        });

        Assert.Equal([new EventField("outer", TypeCode.Object), new EventField("after", TypeCode.Int32)], kind.Fields);
    }

    [Fact]
    public void Tags_of_version_5_may_tell_the_fields_and_what_nobody_knows()
    {
        var kind = KindOf(told =>
        {
            told.Write(0);
            Tag(told, 1, opcode => opcode.Write((byte)42));
            Tag(told, 99, unknown => unknown.Write(1234));
            Tag(told, 2, fields =>
            {
                fields.Write(2);
                Sized(fields, "addresses", array =>
                {
                    array.Write(19);
                    array.Write(12);
                    array.Write("padding"u8);
                });
                Sized(fields, "count", field => field.Write(9));
            });
        });

        Assert.Equal([new EventField("addresses", TypeCode.Object), new EventField("count", TypeCode.Int32)], kind.Fields);
    }

    [Fact]
    public void Fields_that_cannot_be_read_leave_the_event()
    {
        Action<BinaryWriter>[] spoilt =
        [
            told => told.Write((short)1),
            told => told.Write(1_000_000_000),
            told =>
            {
                told.Write(0);
                Tag(told, 2, fields =>
                {
                    fields.Write(1);
                    fields.Write(-5);
                });
            },
            told =>
            {
                told.Write(0);
                told.Write(-1);
                told.Write((byte)2);
            },
            told =>
            {
                // Structures in structures without end.
                for (var depth = 0; depth < 100_000; depth++)
                {
                    told.Write(1);
                    told.Write(1);
                }
            },
        ];

        Assert.All(spoilt, fields => Assert.Empty(KindOf(fields).Fields));
    }

    [Fact]
    public void A_kind_that_is_described_twice_is_damage() =>
        Assert.Contains("described twice", Damage(new NettraceBuilder().Kind(1, 7).Kind(1, 8)).Message, StringComparison.Ordinal);

    [Fact]
    public void A_kind_that_is_not_described_is_damage() =>
        Assert.Contains("kind 2, which the trace does not describe", Damage(new NettraceBuilder().Kind(1, 7).Events(new WrittenEvent(1) { Kind = 2 })).Message, StringComparison.Ordinal);

    private static NettraceEnding.Damaged Damage(NettraceBuilder builder) => Assert.IsType<NettraceEnding.Damaged>(ReadTrace.Of(builder.Ended()).Ending);

    private static EventKind KindOf(Action<BinaryWriter>? fields) =>
        Assert.Single(ReadTrace.Of(new NettraceBuilder(version: 5).Kind(1, 7, fields).Events(new WrittenEvent(1)).Ended()).Events).Kind;

    private static void Field(BinaryWriter told, int type, string name)
    {
        told.Write(type);
        NettraceBuilder.Text(told, name);
    }

    private static void Tag(BinaryWriter told, byte kind, Action<BinaryWriter> content)
    {
        var bytes = NettraceBuilder.Bytes(content);
        told.Write(bytes.Length);
        told.Write(kind);
        told.Write(bytes);
    }

    private static void Sized(BinaryWriter told, string name, Action<BinaryWriter> type)
    {
        var bytes = NettraceBuilder.Bytes(field =>
        {
            NettraceBuilder.Text(field, name);
            type(field);
        });
        told.Write(bytes.Length + 4);
        told.Write(bytes);
    }
}
