using AsyncLoad.Tracing.Nettrace;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Nettrace;

public class PayloadReaderTests
{
    [Fact]
    public void Fields_are_read_in_turn()
    {
        var guid = Guid.NewGuid();
        var reader = new PayloadReader(NettraceBuilder.Bytes(told =>
        {
            told.Write((byte)1);
            told.Write(ushort.MaxValue);
            told.Write(int.MinValue);
            told.Write(uint.MaxValue);
            told.Write(long.MinValue);
            told.Write(ulong.MaxValue);
            told.Write(1.5);
            told.Write(new byte[3]);
            NettraceBuilder.Text(told, "Tâche`1[T]");
            NettraceBuilder.Text(told, "");
            told.Write(guid.ToByteArray());
            told.Write(ulong.MaxValue - 1);
        }));

        Assert.Equal((1, ushort.MaxValue, int.MinValue, uint.MaxValue), (reader.Byte(), reader.UInt16(), reader.Int32(), reader.UInt32()));
        Assert.Equal((long.MinValue, ulong.MaxValue, 1.5), (reader.Int64(), reader.UInt64(), reader.Double()));
        reader.Skip(3);
        Assert.Equal(("Tâche`1[T]", "", guid), (reader.Text(), reader.Text(), reader.Guid()));
        Assert.Equal(8, reader.Left);
        Assert.Equal(ulong.MaxValue - 1, reader.Pointer());
        Assert.Equal(0, reader.Left);
    }

    [Fact]
    public void Pointers_are_as_wide_as_those_of_the_process()
    {
        var reader = new PayloadReader([1, 0, 0, 0, 2, 0, 0, 0], pointerBytes: 4);

        Assert.Equal((1UL, 2UL), (reader.Pointer(), reader.Pointer()));
    }

    [Fact]
    public void A_payload_that_ends_too_soon_says_so()
    {
        Assert.Throws<InvalidDataException>(() => new PayloadReader([1, 2, 3]).Int32());
        Assert.Throws<InvalidDataException>(() => new PayloadReader([]).Byte());
        Assert.Throws<InvalidDataException>(() => new PayloadReader(new byte[15]).Guid());
        Assert.Throws<InvalidDataException>(() => new PayloadReader([0x41, 0, 0x42, 0, 0]).Text());
        Assert.Throws<InvalidDataException>(() => new PayloadReader([1]).Skip(2));
        Assert.Throws<InvalidDataException>(() => new PayloadReader([1]).Skip(-1));
    }
}
