using System.Text;
using AsyncLoad.Fuzzing.Mutation;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Fuzzing.Targets;

/// <summary>Traces: read as those of a run are, and digested, passed on and reported as <c>analyze</c> does.</summary>
internal sealed class TraceTarget : DigestTarget
{
    // What stands in streams: their beginning, tags, names of objects, and field types.
    private static readonly byte[][] Words =
    [
        "Nettrace"u8.ToArray(), "!FastSerialization.1"u8.ToArray(), [5, 5, 1], [6], [1], "EventBlock"u8.ToArray(), "MetadataBlock"u8.ToArray(), "StackBlock"u8.ToArray(), "SPBlock"u8.ToArray(),
        [0xff, 0xff, 0xff, 0x7f], [0xff, 0xff, 0xff, 0xff, 0x0f], [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01], [0, 0, 0, 0], [0, 0xd8], Encoding.Unicode.GetBytes("AsyncLoad-Phases\0"),
        Encoding.Unicode.GetBytes("Microsoft-Windows-DotNETRuntime\0"), [13, 0, 0, 0], [18, 0, 0, 0],
    ];

    private readonly IReadOnlyList<byte[]> seeds = Seeds.Of("trace");
    private readonly IReadOnlyList<byte[]> small;
    private readonly ByteMutator bytes;

    public TraceTarget()
    {
        small = [.. seeds.Where(seed => seed.Length < 50_000)];
        bytes = new ByteMutator(seeds, Words);
    }

    public override string Name => "trace";

    public override int Divisor => 20;

    // Large ones seldom: a small one holds the same kinds of blocks and is read a hundred times as fast.
    public override byte[] Make(Dice dice)
    {
        var seed = dice.Of(dice.OneIn(12) ? seeds : small);
        return dice.OneIn(4) ? bytes.Mutate(seed, dice) : bytes.MutateInPlace(seed, dice);
    }

    public override Outcome Run(byte[] input)
    {
        var trace = TraceReader.Read(new MemoryStream(input), "t.nettrace", "cell");
        RequireNoLackOfMemory(trace.Problem);
        try
        {
            _ = Digest(input);
            return trace.Window is null ? Refused(trace.Problem ?? "no window") : Read(trace.Problem ?? "whole");
        }
        catch (InvalidDataException refused)
        {
            return Refused(refused.Message);
        }
    }
}
