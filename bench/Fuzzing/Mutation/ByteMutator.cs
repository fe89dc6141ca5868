using System.Buffers.Binary;
using System.Text;

namespace AsyncLoad.Fuzzing.Mutation;

/// <summary>Damages bytes without knowing what they mean: flipped, cut, repeated, joined with another seed, words and extreme numbers put in.</summary>
/// <param name="seeds">What inputs are spliced with.</param>
/// <param name="words">What stands in inputs of this kind, and what should not.</param>
internal sealed class ByteMutator(IReadOnlyList<byte[]> seeds, IReadOnlyList<byte[]> words)
{
    private const int LongestRange = 64;

    // Of the kinds of damage below.
    private static readonly (int From, int Count) AllKinds = (0, 10);
    private static readonly (int From, int Count) InPlace = (1, 4);

    private static readonly byte[] OddBytes = [0, 1, 0x1f, 0x22, 0x5c, 0x7f, 0x80, 0xbf, 0xc0, 0xfe, 0xff];

    private static readonly long[] Extremes =
        [0, 1, -1, sbyte.MaxValue, short.MaxValue, ushort.MaxValue, int.MaxValue, int.MinValue, uint.MaxValue, long.MaxValue, long.MinValue, 100_000_000];

    private static readonly byte[][] Numbers =
    [
        .. new[] { "0", "-1", "-0", "1e999", "-1e999", "1e-400", "2147483648", "-2147483649", "9223372036854775807", "9223372036854775808", "0.1", "1.", "99999999999999999999999999999" }
            .Select(Encoding.ASCII.GetBytes),
    ];

    /// <summary>The input with a few faults, one at least.</summary>
    public byte[] Mutate(byte[] input, Dice dice) => Mutate(input, dice, AllKinds);

    /// <summary>The same, with every byte that is left where it was: what is read by lengths is read on behind the fault.</summary>
    public byte[] MutateInPlace(byte[] input, Dice dice) => Mutate(input, dice, InPlace);

    private byte[] Mutate(byte[] input, Dice dice, (int From, int Count) kinds)
    {
        var bytes = new List<byte>(input);
        for (var faults = 1 + dice.Below(5); faults > 0; faults--) Damage(bytes, bytes.Count == 0 ? 0 : kinds.From + dice.Below(kinds.Count), dice);
        return [.. bytes];
    }

    private void Damage(List<byte> bytes, int kind, Dice dice)
    {
        var at = dice.Below(bytes.Count + 1);
        switch (kind)
        {
            case 0: bytes.InsertRange(at, dice.Of(words)); break;
            case 1: Overwrite(bytes, at, dice.Of(words)); break;
            case 2: bytes[at % bytes.Count] ^= (byte)(1 << dice.Below(8)); break;
            case 3: bytes[at % bytes.Count] = dice.Of(OddBytes); break;
            case 4: Overwrite(bytes, at, Binary(dice)); break;
            case 5: bytes.RemoveRange(at, Math.Min(dice.Below(LongestRange), bytes.Count - at)); break;
            case 6: bytes.InsertRange(at, bytes.GetRange(at, Math.Min(dice.Below(LongestRange), bytes.Count - at))); break;
            case 7: ReplaceNumber(bytes, at, dice.Of(Numbers)); break;
            case 8: Splice(bytes, at, dice); break;
            default: Cut(bytes, at, dice); break;
        }
    }

    private static void Overwrite(List<byte> bytes, int at, byte[] by)
    {
        for (var i = 0; i < by.Length && at + i < bytes.Count; i++) bytes[at + i] = by[i];
    }

    private static byte[] Binary(Dice dice)
    {
        var bytes = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, dice.Of(Extremes));
        return bytes[..(1 << dice.Below(4))];
    }

    // The next number that is written in digits.
    private static void ReplaceNumber(List<byte> bytes, int at, byte[] by)
    {
        var start = bytes.FindIndex(at, value => char.IsAsciiDigit((char)value));
        if (start < 0) return;
        var end = start;
        while (end < bytes.Count && char.IsAsciiDigit((char)bytes[end])) end++;
        bytes.RemoveRange(start, end - start);
        bytes.InsertRange(start, by);
    }

    private void Splice(List<byte> bytes, int at, Dice dice)
    {
        var other = dice.Of(seeds);
        bytes.RemoveRange(at, bytes.Count - at);
        bytes.AddRange(other.AsSpan(Math.Min(at, other.Length)));
    }

    // Rarely: what is cut short leaves little to find.
    private static void Cut(List<byte> bytes, int at, Dice dice)
    {
        if (dice.OneIn(3)) bytes.RemoveRange(at, bytes.Count - at);
        else bytes[at % bytes.Count]++;
    }
}
