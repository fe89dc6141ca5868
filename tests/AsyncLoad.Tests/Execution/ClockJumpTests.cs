using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Planning;
using AsyncLoad.Tests.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>A wall clock that is set back and forth by hours while a pair is measured.</summary>
[Fault(18)]
[Collection(nameof(WholeProcess))]
public sealed class ClockJumpTests
{
    private const string Profile = """
        {
          "schemaVersion": 1, "name": "jumps",
          "measure": { "looks": [1], "verdicts": false, "slices": 4, "slice": "5ms", "warmUpCap": "100ms" }, "traces": "none",
          "experiments": [{ "name": "one", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"] }]
        }
        """;

    [Fact]
    public async Task A_clock_that_jumps_changes_the_moment_of_a_pair_and_no_length()
    {
        using var sockets = PrivateDirectory.Create();
        var plan = Profiles.Plan(Profile);
        var scope = new ChildScope(sockets, TestContext.Current.CancellationToken);
        var clock = new JumpingClock();
        var terms = RunTerms.Usual with { Time = clock };

        var pairs = new List<JournalEntry.Pair>();
        foreach (var scheduled in plan.Schedule.Concat(plan.Schedule))
            pairs.AddRange(await terms.WatchAsync(() => new InterleavedGroup([plan.Comparisons[0]], plan, scope, clock).RunAsync([scheduled], 1, null, TestContext.Current.CancellationToken)));

        // The second pair began a day before the first, by that clock.
        Assert.True(pairs[1].Started < pairs[0].Started);
        Assert.All(pairs, pair =>
        {
            AssertNoJump(pair.Took);
            if (OperatingSystem.IsLinux()) Assert.True(pair.Environment!.Over >= pair.Took);
            Assert.All(new[] { pair.Baseline, pair.Candidate }, outcome => Assert.All(
                Assert.IsType<CellOutcome.Completed>(outcome).Measurement.Slices,
                slice => AssertNoJump(slice.Elapsed)));
        });
    }

    // The clock is a day ahead, or a day behind.
    private static void AssertNoJump(Nanoseconds length) => Assert.InRange(length.Value, 1, TimeSpan.NanosecondsPerTick * TimeSpan.TicksPerDay / 2);

    private sealed class JumpingClock : TimeProvider
    {
        private int readings;

        public override DateTimeOffset GetUtcNow() => new DateTimeOffset(2026, 3, 29, 1, 59, 59, TimeSpan.Zero).AddDays(readings++ % 2 == 0 ? 1 : -1);
    }
}
