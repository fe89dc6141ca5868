using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace AsyncLoad.Tracing.Nettrace;

/// <summary>Reads the fields of a payload one after the other, little-endian.</summary>
/// <param name="pointerBytes">Size of a pointer in the traced process: 4 or 8.</param>
/// <exception cref="InvalidDataException">Thrown by every reading method where the payload ends before its field does.</exception>
internal ref struct PayloadReader(ReadOnlySpan<byte> payload, int pointerBytes = 8)
{
    private ReadOnlySpan<byte> rest = payload;

    public readonly int Left => rest.Length;

    public byte Byte() => Take(sizeof(byte))[0];

    public ushort UInt16() => BinaryPrimitives.ReadUInt16LittleEndian(Take(sizeof(ushort)));

    public int Int32() => BinaryPrimitives.ReadInt32LittleEndian(Take(sizeof(int)));

    public uint UInt32() => BinaryPrimitives.ReadUInt32LittleEndian(Take(sizeof(uint)));

    public long Int64() => BinaryPrimitives.ReadInt64LittleEndian(Take(sizeof(long)));

    public ulong UInt64() => BinaryPrimitives.ReadUInt64LittleEndian(Take(sizeof(ulong)));

    public double Double() => BinaryPrimitives.ReadDoubleLittleEndian(Take(sizeof(double)));

    public Guid Guid() => new(Take(16));

    /// <summary>As many bytes as a pointer of the traced process has.</summary>
    public ulong Pointer() => pointerBytes == sizeof(uint) ? UInt32() : UInt64();

    /// <summary>UTF-16 text up to its zero, which is read too.</summary>
    public string Text() => new(Characters());

    /// <summary>The same without a copy: characters of the payload itself.</summary>
    public ReadOnlySpan<char> Characters()
    {
        var length = MemoryMarshal.Cast<byte, char>(rest).IndexOf('\0');
        if (length < 0) throw new InvalidDataException($"a text of the payload has no end within the {rest.Length} B that are left");
        return MemoryMarshal.Cast<byte, char>(Take((length + 1) * sizeof(char)))[..length];
    }

    /// <summary>So many numbers of the payload itself.</summary>
    public ReadOnlySpan<int> Int32s(int count) => MemoryMarshal.Cast<byte, int>(Take(count * sizeof(int)));

    /// <summary>Skips bytes.</summary>
    /// <param name="bytes">How many, at least 0.</param>
    public void Skip(int bytes) => Take(bytes);

    private ReadOnlySpan<byte> Take(int bytes)
    {
        if (bytes < 0 || bytes > rest.Length) throw new InvalidDataException($"the payload ends: {bytes} B wanted, {rest.Length} B left");
        var taken = rest[..bytes];
        rest = rest[bytes..];
        return taken;
    }
}
