using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace AsyncLoad.Tracing.Nettrace;

/// <summary>Reads the fields of a payload one after the other, little-endian.</summary>
/// <param name="payload">The payload.</param>
/// <param name="pointerBytes">Size of a pointer in the traced process: 4 or 8.</param>
/// <exception cref="InvalidDataException">Thrown by every reading method where the payload ends before its field does.</exception>
internal ref struct PayloadReader(ReadOnlySpan<byte> payload, int pointerBytes = 8)
{
    private ReadOnlySpan<byte> rest = payload;

    /// <summary>Bytes not yet read.</summary>
    public readonly int Left => rest.Length;

    /// <summary>One byte.</summary>
    public byte Byte() => Take(sizeof(byte))[0];

    /// <summary>Two bytes, unsigned.</summary>
    public ushort UInt16() => BinaryPrimitives.ReadUInt16LittleEndian(Take(sizeof(ushort)));

    /// <summary>Four bytes, signed.</summary>
    public int Int32() => BinaryPrimitives.ReadInt32LittleEndian(Take(sizeof(int)));

    /// <summary>Four bytes, unsigned.</summary>
    public uint UInt32() => BinaryPrimitives.ReadUInt32LittleEndian(Take(sizeof(uint)));

    /// <summary>Eight bytes, signed.</summary>
    public long Int64() => BinaryPrimitives.ReadInt64LittleEndian(Take(sizeof(long)));

    /// <summary>Eight bytes, unsigned.</summary>
    public ulong UInt64() => BinaryPrimitives.ReadUInt64LittleEndian(Take(sizeof(ulong)));

    /// <summary>Eight bytes, floating point.</summary>
    public double Double() => BinaryPrimitives.ReadDoubleLittleEndian(Take(sizeof(double)));

    /// <summary>Sixteen bytes.</summary>
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

    /// <summary>Passes over bytes.</summary>
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
