using System.Text;
using AsyncLoad.Fuzzing.Mutation;

namespace AsyncLoad.Fuzzing.Targets;

/// <summary>Traces in formats that only the TraceEvent library reads: .etlx, .netperf, and universal ones.</summary>
internal sealed class LibraryTarget : DigestTarget
{
    // Names and tags of both serializers, and what their numbers should not be.
    private static readonly byte[][] Words =
    [
        "!FastSerialization.1"u8.ToArray(), "Nettrace"u8.ToArray(), [4, 4, 1], [5, 5, 1], [6], [1], "Microsoft.Diagnostics.Tracing.Etlx.TraceLog"u8.ToArray(), "EventBlob"u8.ToArray(),
        [0xff, 0xff, 0xff, 0x7f], [0xff, 0xff, 0xff, 0xff], [0xff, 0xff, 0xff, 0xff, 0x0f], [0, 0, 0, 0], [0, 0xd8], Encoding.Unicode.GetBytes("Microsoft-Windows-DotNETRuntime\0"),
    ];

    private readonly IReadOnlyList<byte[]> seeds = Seeds.Of("library");
    private readonly ByteMutator bytes;

    public LibraryTarget() => bytes = new ByteMutator(seeds, Words);

    public override string Name => "library";

    // Most are converted into a file first.
    public override int Divisor => 100;

    public override byte[] Make(Dice dice) => dice.OneIn(4) ? bytes.Mutate(dice.Of(seeds), dice) : bytes.MutateInPlace(dice.Of(seeds), dice);

    public override Outcome Run(byte[] input)
    {
        try
        {
            var state = Digest(input).State;
            return state.Damage is { } damage ? Refused($"in part: {damage}") : Read(state.Truncated ? "cut" : "whole");
        }
        catch (InvalidDataException refused)
        {
            return Refused(refused.Message);
        }
        catch (OutOfMemoryException)
        {
            // The library trusts the sizes in a file; "analyze" tells of it as of any other trace that does not fit.
            return Refused("no memory left");
        }
    }
}
