using AsyncLoad.Fuzzing;
using AsyncLoad.Fuzzing.Mutation;
using AsyncLoad.Fuzzing.Targets;
using Xunit;

namespace AsyncLoad.Tests.Fuzzing;

/// <summary>A little of what <c>bench/Fuzzing</c> does at length, and every input that once broke something.</summary>
public sealed class FuzzTests
{
    private const int Seed = DamagedInput.Seed;

    public static TheoryData<string> Targets => [.. FuzzTarget.CreateAll().Select(target => target.Name)];

    public static TheoryData<string> Quick => [.. FuzzTarget.CreateAll().Select(target => target.Name).Except(DamagedInput.Slow)];

    [Theory]
    [MemberData(nameof(Quick))]
    public void Damaged_input_ends_with_a_value_or_a_refusal(string name) => DamagedInput.AssertEndsWell(name);

    [Theory]
    [MemberData(nameof(Targets))]
    public void What_once_broke_something_is_mended(string name)
    {
        var target = FuzzCommand.Find(name)!;
        foreach (var (file, content) in Seeds.Found(name))
        {
            var problem = Record.Exception(() => target.Run(content));
            Assert.True(problem is null, $"{file}: {problem}");
        }
    }

    [Fact]
    public void An_input_is_the_same_whenever_it_is_made() => Assert.All(FuzzTarget.CreateAll(), target =>
    {
        var once = Enumerable.Range(0, 20).Select(index => target.Make(Dice.For(Seed, index))).ToList();
        var again = Enumerable.Range(0, 20).Select(index => target.Make(Dice.For(Seed, index)));
        Assert.Equal(once, again);
        Assert.True(once.Distinct(ByContent).Count() > 15, $"{target.Name} makes inputs that differ");
    });

    [Fact]
    public void A_throw_and_a_waste_of_memory_are_finds()
    {
        var (throws, wastes) = (First(0), First(2));
        Assert.Equal((throws, "InvalidOperationException: thrown on purpose"), Found(throws));
        Assert.Equal((wastes, "allocated more than 1.00 MB"), Found(wastes));

        static (long, string) Found(long index)
        {
            var find = Assert.Single(new Campaign(new FaultyTarget(), Seed, Campaign.Deadline).Run(index, 1).Finds);
            return (find.Index, find.What.Split(" at ")[0].TrimEnd());
        }
    }

    [Fact]
    public void What_does_not_end_is_a_find()
    {
        var find = Assert.Single(new Campaign(new EndlessTarget(), Seed, TimeSpan.FromMilliseconds(1)).Run(5, 10).Finds);
        Assert.Equal(5, find.Index);
        Assert.Contains("did not end", find.What, StringComparison.Ordinal);
    }

    [Fact]
    public void What_was_found_before_an_input_that_does_not_end_is_kept()
    {
        var result = new Campaign(new EndlessTarget(before: 2), Seed, TimeSpan.FromSeconds(1)).Run(5, 3);

        Assert.Equal([5L, 6L, 7L], result.Finds.Select(find => find.Index));
        Assert.Equal(8, result.To);
        Assert.True(result.Hung, "the last input of a block does not end either");
    }

    [Fact]
    public async Task A_death_that_does_not_come_again_is_a_find_and_so_is_one_behind_the_last_input()
    {
        var codes = new Queue<int>([134, 0, 139]);
        var result = await ChildCampaign.RunAsync(0, 5_000, (total, count, _) =>
        {
            var code = codes.Dequeue();
            return Task.FromResult((code == 134 ? total : total.Then(new CampaignResult(total.To, total.To + count, [], [], 0)), code));
        });

        Assert.Equal(5_000, result.To);
        Assert.Equal(
            [(0L, "ended its process with exit code 134 among many inputs, and with none of them alone"), (4_999L, "ended its process with exit code 139 behind its last input")],
            result.Finds.Select(find => (find.Index, find.What)));
    }

    [Fact]
    public async Task What_ends_its_process_is_a_find_and_the_next_process_goes_on()
    {
        var dies = First(1);
        var result = await new ChildCampaign("faulty", Seed).RunAsync(dies, 2);

        Assert.Equal(dies + 2, result.To);
        Assert.Contains(result.Finds, find => find.Index == dies && find.What.Contains("ended its process", StringComparison.Ordinal));
    }

    // The first input that says a certain thing.
    private static long First(byte what) => Enumerable.Range(0, 1_000).First(index => new FaultyTarget().Make(Dice.For(Seed, index)) is [var said] && said == what);

    private static readonly EqualityComparer<byte[]> ByContent = EqualityComparer<byte[]>.Create((left, right) => left.AsSpan().SequenceEqual(right), bytes => bytes.Length);

    private sealed class EndlessTarget(int before = 0) : FuzzTarget
    {
        private int left = before;

        public override string Name => "endless";

        public override byte[] Make(Dice dice) => [];

        public override Outcome Run(byte[] input)
        {
            if (left-- > 0) throw new InvalidOperationException("before one that does not end");
            using var never = new ManualResetEventSlim();
            never.Wait();
            return Read("never");
        }
    }
}
