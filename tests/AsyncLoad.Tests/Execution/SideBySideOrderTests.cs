using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Plans;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Platform;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>Which pairs are under way together, where no time passes: pairs end in an order drawn by chance.</summary>
public sealed class SideBySideOrderTests
{
    [Theory]
    [InlineData("four-cores-eight-threads", 2)]
    [InlineData("hybrid-laptop", 2)]
    [InlineData("arm-big-little", 4)]
    [InlineData("two-sockets-siblings-apart", 8)]
    public void All_pairs_are_measured_once_each_with_processors_for_itself_or_alone(string machine, int places)
    {
        var plan = PlanOf(machine, places, ["a", "b", "c", "d"], alone: ["e", "f"]);
        var steps = Simulate(plan, new Random(7));

        Assert.Equal(plan.Schedule.ToHashSet(), steps.Select(step => step[^1].Turn.Pairs[0]).ToHashSet());
        Assert.Equal(plan.Schedule.Count, steps.Count);
        Assert.All(steps, under =>
        {
            Assert.Equal(under.Count, under.DistinctBy(turn => turn.Place).Count());
            Assert.True(under.Count == 1 || under.TrueForAll(turn => turn.Place is not null && plan.GoesBeside(turn.Turn.Pairs[0].Comparison)));
            var cores = under.Where(turn => turn.Place is not null).SelectMany(turn => plan.SideBySide!.Places[turn.Place!.Value]).ToList();
            Assert.Equal(cores.Distinct(), cores);
        });
        Assert.Equal(places, steps.Max(under => under.Count));
    }

    [Fact]
    public void The_first_pair_of_a_comparison_is_waited_for_and_then_its_pairs_fill_all_places()
    {
        var plan = PlanOf("two-sockets-siblings-apart", 8, ["a"], alone: []);
        var steps = Simulate(plan, new Random(7));
        Assert.Equal([1, 1, 2, 3, 4, 5, 6, 7], steps.Take(8).Select(under => under.Count));
    }

    [Fact]
    public void Of_as_many_rounds_as_places_those_alone_come_last_and_no_later_round_goes_before_them()
    {
        var plan = PlanOf("four-cores-eight-threads", 2, ["a", "b"], alone: ["c"]);
        var order = Simulate(plan, new Random(7)).Select(under => under[^1].Turn.Pairs[0]).ToList();
        Assert.All(order.Chunk(6), (rounds, number) =>
        {
            Assert.Equal([("c", (2 * number) + 1), ("c", (2 * number) + 2)], rounds[4..].Select(pair => (pair.Comparison, pair.Index)));
            Assert.All(rounds, pair => Assert.Equal(number, (pair.Index - 1) / 2));
        });
    }

    [Fact]
    public void Without_places_pairs_go_one_after_the_other_as_they_are_due()
    {
        var plan = PlanOf("two-cores", 0, [], alone: ["a", "b"]) with { SideBySide = null };
        var steps = Simulate(plan, new Random(7));
        Assert.All(steps, under => Assert.Null(Assert.Single(under).Place));
        Assert.Equal(plan.Schedule, steps.Select(under => under[0].Turn.Pairs[0]));
    }

    private static Plan PlanOf(string machine, int places, string[] beside, string[] alone) =>
        SyntheticRun.PlanOf([8], [.. alone.Concat(beside).Select(id => SyntheticRun.ComparisonOf(id))]) with
        {
            SideBySide = new SideBySide([.. Places.Of(RecordedMachine.Read(machine)).Take(places)], beside),
        };

    // What is under way after each turn began, the new one last.
    private static List<List<PlacedTurn>> Simulate(Plan plan, Random chance)
    {
        var places = plan.SideBySide is { } beside ? new BesidePlaces(beside) : null;
        var due = plan.Schedule.Select(pair => new PairTurn([pair], 1)).ToList();
        var (running, known, steps) = (new List<PlacedTurn>(), new HashSet<string>(), new List<List<PlacedTurn>>());
        while (due.Count + running.Count > 0)
        {
            while (SideBySideOrder.Next(places, due, running, known.Contains) is { } next)
            {
                due.Remove(next.Turn);
                running.Add(next);
                steps.Add([.. running]);
            }

            var ended = chance.Next(running.Count);
            known.Add(running[ended].Turn.Pairs[0].Comparison);
            running.RemoveAt(ended);
        }

        return steps;
    }
}
