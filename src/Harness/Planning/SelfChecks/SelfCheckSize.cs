using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.SelfChecks;

/// <summary>How much a selfcheck measures.</summary>
/// <param name="Calm">Variants against themselves without pressure.</param>
/// <param name="Pressed">Variants against themselves under pressure, in turn under each of <see cref="SelfCheckDraw.Pressures"/>.</param>
/// <param name="Injected">Variants against themselves with a slowdown injected in the candidate.</param>
/// <param name="Measure">How each is measured and judged.</param>
internal sealed record SelfCheckSize(int Calm, int Pressed, int Injected, MeasureSettings Measure)
{
    // Measured on a shared machine, ten to sixteen slices leave 1.4 to 1.9 % to a pair, as much as two processes of the same code differ by; beyond two dozen,
    // time is worth more in pairs.
    // Half the usual width: a comparison must not end narrow and undecided, one step beside the margin, while there are looks left.
    private static readonly MeasureSettings Thorough = MeasureSettings.Default with { Slices = 24, HalfWidth = 0.01 };

    /// <summary>The whole proof: a hundred against themselves, sixty injected.</summary>
    public static SelfCheckSize Full { get; } = new(Calm: 88, Pressed: 12, Injected: 60, Thorough);

    /// <summary>What fits into three minutes, with room for a slower machine: a single look at eight pairs, which gives ±1.8 % where pairs spread by 2 %.</summary>
    public static SelfCheckSize Quick { get; } = new(Calm: 4, Pressed: 0, Injected: 3, Thorough with { Slices = 10, Looks = [8] });
}
