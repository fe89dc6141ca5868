using System.Text;
using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tests.Tracing.Events;

/// <summary>Writes the payload of an event, field by field.</summary>
internal sealed class Payload
{
    private readonly List<byte> bytes = [];

    public Payload Byte(byte value) => Write([value]);

    public Payload Short(ushort value) => Write(BitConverter.GetBytes(value));

    public Payload Int(uint value) => Write(BitConverter.GetBytes(value));

    public Payload Long(ulong value) => Write(BitConverter.GetBytes(value));

    public Payload Double(double value) => Write(BitConverter.GetBytes(value));

    public Payload Text(string value) => Write(Encoding.Unicode.GetBytes(value + '\0'));

    public Payload Guid() => Write(System.Guid.NewGuid().ToByteArray());

    public byte[] ToArray() => [.. bytes];

    /// <summary>The event with this payload.</summary>
    public NettraceEvent Event(int version, int pointerBytes = 8, params EventField[] fields) => new()
    {
        Kind = new EventKind("Provider", 1, version, "", fields),
        AtMs = 0,
        ThreadId = 1,
        Payload = bytes.ToArray(),
        PointerBytes = pointerBytes,
        Stack = [],
    };

    private Payload Write(byte[] field)
    {
        bytes.AddRange(field);
        return this;
    }
}
