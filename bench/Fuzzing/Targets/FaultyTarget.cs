using AsyncLoad.Fuzzing.Mutation;

namespace AsyncLoad.Fuzzing.Targets;

/// <summary>Fails on purpose in every way there is, to prove that each is seen. Not among the targets.</summary>
internal sealed class FaultyTarget : FuzzTarget
{
    public override string Name => "faulty";

    public override long MostBytes => 1_000_000;

    /// <summary>One byte that says what is to happen.</summary>
    public override byte[] Make(Dice dice) => [(byte)dice.Below(16)];

    public override Outcome Run(byte[] input) => input switch
    {
        [0] => throw new InvalidOperationException("thrown on purpose"),
        [1] => Read(Deep(0).ToString(System.Globalization.CultureInfo.InvariantCulture)),
        [2] => Read(new byte[2 << 20].Length > 0 ? "much" : ""),
        _ => Refused("well"),
    };

    // Not a loop: a stack that overflows ends the process at once.
    private static int Deep(int depth) => depth < 0 ? depth : Deep(depth + 1) + Deep(depth + 2);
}
