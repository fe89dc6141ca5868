using System.Text;
using System.Text.Json;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public class ResolvedProfileTests
{
    [Fact]
    public void A_resolved_profile_reads_back_as_itself()
    {
        var seeds = Gen.Choose(0, int.MaxValue).ToArbitrary();
        var property = Prop.ForAll(seeds, seed =>
        {
            var profile = Some(new Random(seed));
            var line = Line(profile);
            var reading = ProfileReader.Read("resolved", Encoding.UTF8.GetBytes(line), TestCatalogue.Own);
            Assert.Empty(reading.Errors.Select(error => error.ToString()));
            Assert.Equal(line, Line(reading.Profile!));
        });
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(300).WithReplay(7, 13), property);
    }

    [Fact]
    public void A_profile_of_a_person_resolves_once_and_stays()
    {
        var resolved = Line(Profiles.Good(Profiles.Matrix));
        Assert.Equal(resolved, Line(Profiles.Good(resolved)));
        Assert.Contains("\"server-gen0Size-64MB\"", resolved, StringComparison.Ordinal);
    }

    private static string Line(Profile profile) => JsonSerializer.Serialize(profile, ModelJson.Line.Profile);

    // Drawn from a seed, so that a counterexample is one number.
    private static Profile Some(Random random) => new(
        1,
        $"profile-{random.Next(100)}",
        random.Next(),
        new MeasureSettings(
            random.Next(4, 10_001),
            new Duration(random.NextInt64(1_000_000, 60_000_000_000)),
            new Duration(random.NextInt64(100_000_000, 600_000_000_000)),
            [.. Enumerable.Range(0, random.Next(1, 5)).Select(index => 8 + (10 * index) + random.Next(10))],
            0.001 + (random.NextDouble() * 0.9),
            0.001 + (random.NextDouble() * 0.9),
            Either(random) ? VerdictMetric.Wall : VerdictMetric.Cpu,
            Either(random),
            Either(random),
            Either(random)),
        (TraceSelection)random.Next(3),
        [.. Enumerable.Range(0, random.Next(1, 4)).Select(index => SomeExperiment(random, index))],
        Either(random) ? [] : ["LANG"],
        Either(random));

    private static Experiment SomeExperiment(Random random, int index) => new(
        $"experiment-{index}",
        "call-chain",
        new Dictionary<string, IReadOnlyList<string>> { ["deep"] = Either(random) ? ["true"] : ["false", "true"], ["result"] = ["decimal"] },
        "direct-task",
        Either(random) ? ["direct-value-task"] : ["await-task", "direct-call"],
        Either(random) ? [new LoadSettings.Sequential()] : [new LoadSettings.ParallelFor(), new LoadSettings.ParallelFor(random.Next(1, 1_025))],
        Either(random) ? [PressureSettings.Calm, PressureSettings.OldHeap] : [SomePressure(random, index)],
        Either(random) ? [GcSettings.Default] : [SomeGc(random, index), GcSettings.Default],
        [.. Enumerable.Range(0, random.Next(3)).Select(_ => SomeGate(random))]);

    private static PressureSettings SomePressure(Random random, int index) =>
        new($"pressure-{index}", new ByteSize(random.NextInt64(1, 1L << 40)), random.Next(100_001), Either(random) ? null : SomeGen0(random));

    private static GcSettings SomeGc(Random random, int index) => new(
        $"gc-{index}",
        Perhaps(random),
        Perhaps(random),
        Either(random) ? null : SomeGen0(random),
        Either(random) ? null : SomeGen0(random),
        Either(random) ? null : ByteSize.FromMegabytes(random.Next(16, 10_000)),
        Either(random) ? null : random.Next(10),
        Perhaps(random),
        Either(random) ? null : random.Next(1, 1_025),
        Perhaps(random),
        Perhaps(random),
        Perhaps(random),
        Perhaps(random));

    private static GateSettings SomeGate(Random random) => new(
        Either(random) ? "bytesPerOperation" : "eventsLost",
        Either(random) ? null : "direct-task",
        random.NextDouble() * 1e6,
        Either(random) ? InconclusivePolicy.Fail : InconclusivePolicy.Warn);

    private static ByteSize SomeGen0(Random random) => new(random.NextInt64(256 << 10, 16L << 30));

    private static bool Either(Random random) => random.Next(2) == 0;

    private static bool? Perhaps(Random random) => random.Next(3) switch { 0 => true, 1 => false, _ => null };
}
