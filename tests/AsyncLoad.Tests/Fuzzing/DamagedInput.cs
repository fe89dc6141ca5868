using AsyncLoad.Fuzzing;
using Xunit;

namespace AsyncLoad.Tests.Fuzzing;

/// <summary>Some thousand inputs of a target.</summary>
internal static class DamagedInput
{
    public const int Seed = 20_261_122;

    private const int Inputs = 10_000;

    /// <summary>Targets that take half a minute; each has a class of its own, since tests of one class run one after another.</summary>
    public static readonly IReadOnlyList<string> Slow = [DamagedResultsTests.Target, DamagedJournalTests.Target, DamagedManifestTests.Target];

    public static void AssertEndsWell(string name)
    {
        var target = FuzzCommand.Find(name)!;
        var result = new Campaign(target, Seed, Campaign.Deadline).Run(0, Inputs / target.Divisor);

        Assert.Equal([], result.Finds.Select(find => $"{name} --seed {Seed} --from {find.Index}: {find.What}"));
        // Neither bounces all of it off the first byte, nor is all of it harmless.
        Assert.InRange(result.Outcomes.Count, 12, Inputs);
        Assert.InRange(result.Read, (result.To - result.From) / 50, result.To - result.From - 1);
    }
}
