namespace AsyncLoad.Tests.Analysis.Simulated;

/// <summary>
/// Log ratios of pairs whose true ratio is 1: two sides that take turns (A B, B A, …) on one machine, each pair with two fresh processes.
/// </summary>
/// <param name="Name">What is wrong with the machine, in words for a table.</param>
/// <param name="Spread">Standard deviation of the log ratio of an undisturbed pair.</param>
internal sealed record SimulatedPairs(string Name, double Spread)
{
    private const int Slices = 30;

    /// <summary>What two processes of one pair add to its log ratio; normal unless a case says otherwise.</summary>
    public Func<Noise, double> Processes { get; init; } = noise => noise.Normal();

    /// <summary>Logarithm of the machine's slowness in every slice of a run of so many, both sides counted; null for a machine that does not change.</summary>
    public Func<Noise, int, double[]>? Machine { get; init; }

    /// <summary>The cases of the table: what was seen on shared machines, and worse.</summary>
    public static IReadOnlyList<SimulatedPairs> All { get; } =
    [
        new("ideal, normal, spread 1.5 %", 0.015),
        new("ideal, normal, spread 2.3 %", 0.023),
        new("ideal, normal, spread 3 %", 0.03),
        new("heavy tails: Student t, 3 degrees, scale 1.5 %", 0.015) { Processes = noise => noise.StudentThree() },
        new("heavy tails: 10 % of pairs spread ten times as far", 0.015) { Processes = noise => noise.Normal() * (noise.Chance(0.1) ? 10 : 1) },
        new("heavy tails: either side held up, lognormal, 3 % in the median", 0.015) { Processes = noise => noise.Normal() + (2 * (HeldUp(noise) - HeldUp(noise))) },
        new("drift: the machine slows by 1 % a pair, all run long", 0.015) { Machine = Drift },
        new("drift: random walk, 1 % a slice", 0.015) { Machine = Walk },
        new("steps: the machine is 30 % slower from some slice on", 0.015) { Machine = Step },
        new("steps: on and off by 30 % every forty slices or so", 0.015) { Machine = Telegraph },
        new("bimodal processes: each 4 % slower in half of all starts", 0.015) { Processes = noise => noise.Normal() + (Mode(noise) - Mode(noise)) },
        new("one side 10 % slower in a tenth of all pairs", 0.015) { Processes = noise => noise.Normal() + (noise.Chance(0.1) ? 0.1 / 0.015 : 0) },
        new("one side 10 % slower in a fifth of all pairs", 0.015) { Processes = noise => noise.Normal() + (noise.Chance(0.2) ? 0.1 / 0.015 : 0) },
    ];

    /// <summary>One run.</summary>
    public double[] Draw(Noise noise, int pairs)
    {
        var machine = Machine?.Invoke(noise, pairs * 2 * Slices);
        return [.. Enumerable.Range(0, pairs).Select(pair => (Spread * Processes(noise)) + (machine is null ? 0 : FromMachine(machine, pair)))];
    }

    // Who starts alternates from pair to pair, and the turns are A B, B A within one.
    private static double FromMachine(double[] slowness, int pair)
    {
        var totals = new double[2];
        for (var slice = 0; slice < 2 * Slices; slice++)
        {
            var turn = slice / 2 % 2 == 0 ? slice % 2 : 1 - (slice % 2);
            // Operations done in a slice of a fixed length: the slower the machine, the fewer.
            totals[(turn + pair) % 2] += Math.Exp(-slowness[(pair * 2 * Slices) + slice]);
        }

        return Math.Log(totals[0] / totals[1]);
    }

    private static double HeldUp(Noise noise) => Math.Exp(noise.Normal());

    private static double Mode(Noise noise) => noise.Chance(0.5) ? Math.Log(1.04) / 0.015 : 0;

    private static double[] Drift(Noise noise, int slices) => [.. Enumerable.Range(0, slices).Select(slice => 0.01 * slice / (2 * Slices))];

    private static double[] Walk(Noise noise, int slices)
    {
        var at = 0.0;
        return [.. Enumerable.Range(0, slices).Select(_ => at += 0.01 * noise.Normal())];
    }

    private static double[] Step(Noise noise, int slices)
    {
        // Within the pairs that every run has.
        var from = noise.Below(6 * 2 * Slices);
        return [.. Enumerable.Range(0, slices).Select(slice => slice < from ? 0 : Math.Log(1.3))];
    }

    private static double[] Telegraph(Noise noise, int slices)
    {
        var slow = false;
        return [.. Enumerable.Range(0, slices).Select(_ => (slow ^= noise.Chance(1 / 40.0)) ? Math.Log(1.3) : 0)];
    }
}
