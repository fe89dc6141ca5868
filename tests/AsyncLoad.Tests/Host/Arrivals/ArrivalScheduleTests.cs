using AsyncLoad.Host.Loads.Arrivals;
using AsyncLoad.Host.Loads.Stages;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Host.Arrivals;

/// <summary>Rows of due times: how many by when, and how far apart.</summary>
public sealed class ArrivalScheduleTests
{
    private const long Second = 1_000_000_000;

    [Fact]
    public void Even_arrivals_begin_at_once_and_keep_their_distance()
    {
        var due = Row(ArrivalSchedule.Even(1_000 / 1e9), Second);
        Assert.Equal(Enumerable.Range(0, 1_000).Select(number => number * 1_000_000L), due);
    }

    [Fact]
    public void Poisson_arrivals_come_at_their_rate_with_exponential_gaps()
    {
        var due = Row(ArrivalSchedule.Poisson(10_000 / 1e9), 10 * Second);
        // 100,000 expected; five standard deviations are 1,581.
        Assert.InRange(due.Count, 98_400, 101_600);
        double[] gaps = [.. due.Zip(due.Skip(1), (before, after) => (double)(after - before))];
        var mean = gaps.Average();
        var deviation = Math.Sqrt(gaps.Average(gap => Math.Pow(gap - mean, 2)));
        // An exponential distribution's deviation is its mean, and e⁻¹ of it lies beyond.
        Assert.InRange(deviation / mean, 0.97, 1.03);
        Assert.InRange(gaps.Count(gap => gap > mean) / (double)gaps.Length, 0.36, 0.376);
    }

    [Fact]
    public void Poisson_arrivals_are_the_same_in_both_sides() =>
        Assert.Equal(Row(ArrivalSchedule.Poisson(1e-6), Second), Row(ArrivalSchedule.Poisson(1e-6), Second));

    [Theory]
    [InlineData(0, 1_000, 500)]
    [InlineData(1_000, 0, 500)]
    [InlineData(200, 400, 300)]
    [InlineData(300, 300, 300)]
    public void A_ramp_brings_the_mean_of_its_ends(int from, int to, int expected)
    {
        var due = Row(ArrivalSchedule.Ramp(from / 1e9, to / 1e9, Second), Second);
        Assert.InRange(due.Count, expected - 1, expected + 1);
        var firstHalf = due.Count(at => at < Second / 2);
        var expectedHalf = ((0.75 * from) + (0.25 * to)) / 2;
        Assert.InRange(firstHalf, expectedHalf - 2, expectedHalf + 2);
    }

    [Fact]
    public void A_ramp_stays_at_its_end()
    {
        var due = Row(ArrivalSchedule.Ramp(0, 1_000 / 1e9, Second), 3 * Second);
        Assert.InRange(due.Count(at => at >= Second), 1_998, 2_002);
        Assert.All(due.Zip(due.Skip(1)).Where(gap => gap.First > Second), gap => Assert.InRange(gap.Second - gap.First, 999_000, 1_001_000));
    }

    [Fact]
    public void Random_rates_stay_within_their_bounds_in_every_interval()
    {
        var due = Row(ArrivalSchedule.Random(3, 9, Second), 200 * Second);
        var counts = due.GroupBy(at => at / Second).Select(interval => interval.Count()).ToList();
        Assert.Equal(200, counts.Count);
        Assert.All(counts, count => Assert.InRange(count, 3, 9));
        Assert.Equal(7, counts.Distinct().Count());
    }

    [Fact]
    public void Every_row_ascends() => Prop
        .ForAll<PositiveInt, PositiveInt, PositiveInt>((from, to, milliseconds) =>
        {
            ArrivalSchedule[] schedules =
            [
                ArrivalSchedule.Even(from.Get / 1e9),
                ArrivalSchedule.Poisson(from.Get / 1e9),
                ArrivalSchedule.Ramp(from.Get / 1e9, to.Get / 1e9, milliseconds.Get * 1_000_000L),
                ArrivalSchedule.Random(from.Get, from.Get + to.Get, milliseconds.Get * 1_000_000L),
            ];
            return schedules.All(schedule =>
            {
                var due = new List<long>();
                for (var number = 0; number < 200; number++, schedule.Advance()) due.Add(schedule.Due);
                return due.Zip(due.Skip(1)).All(gap => gap.First <= gap.Second) && due[0] >= 0;
            });
        })
        .QuickCheckThrowOnFailure();

    [Fact]
    public void A_ramp_begins_where_the_stage_before_it_ended()
    {
        var during = Duration.FromSeconds(2);
        var stages = Stage.Of(
        [
            new Simulation.KeepConstant(4, during), new Simulation.RampingConstant(10, during), new Simulation.RampingConstant(0, during),
            new Simulation.Inject(100, Duration.FromSeconds(1), during), new Simulation.RampingInject(300, Duration.FromSeconds(1), during),
        ]);
        Assert.Equal(new Stage.Copying(4, 10, during.Nanoseconds), stages[1]);
        Assert.Equal(new Stage.Copying(10, 0, during.Nanoseconds), stages[2]);
        Assert.Equal(7, ((Stage.Copying)stages[1]).CopiesAt(Second));
        var ramp = Assert.IsType<Stage.Arriving>(stages[4]);
        Assert.InRange(Row(ramp.Schedule(), 2 * Second).Count, 399, 401);
    }

    [Fact]
    public void A_ramp_begins_at_the_number_before_whatever_that_counted()
    {
        var during = Duration.FromSeconds(1);
        var stages = Stage.Of(
        [
            new Simulation.Inject(6, during, during), new Simulation.RampingConstant(2, during), new Simulation.InjectRandom(1, 9, during, during),
            new Simulation.RampingInject(3, during, during), new Simulation.Pause(during), new Simulation.RampingConstant(4, during),
        ]);
        Assert.Equal(new Stage.Copying(6, 2, during.Nanoseconds), stages[1]);
        Assert.Equal(9 / 1e9, Assert.IsType<Stage.Arriving>(stages[3]).Busiest);
        Assert.Equal(new Stage.Copying(0, 4, during.Nanoseconds), stages[5]);
    }

    private static List<long> Row(ArrivalSchedule schedule, long until)
    {
        var due = new List<long>();
        for (; schedule.Due < until; schedule.Advance()) due.Add(schedule.Due);
        return due;
    }
}
