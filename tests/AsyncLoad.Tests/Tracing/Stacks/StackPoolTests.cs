using AsyncLoad.Tracing.Stacks;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Stacks;

public class StackPoolTests
{
    [Fact]
    public void Equal_stacks_have_one_number_and_give_their_frames_back() =>
        Prop.ForAll<byte[][]>(stacks =>
        {
            var pool = new StackPool();
            var numbers = stacks.Select(stack => pool.Intern(Frames(stack), 0)).ToArray();
            for (var one = 0; one < stacks.Length; one++)
            {
                if (!pool.Frames(numbers[one]).SequenceEqual(Frames(stacks[one]))) return false;
                for (var other = 0; other < stacks.Length; other++)
                {
                    if (stacks[one].SequenceEqual(stacks[other]) != (numbers[one] == numbers[other])) return false;
                }
            }

            return pool.Shortened == 0;
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_stack_without_frames_is_none() => Assert.Equal(StackPool.None, new StackPool().Intern([], 0));

    [Fact]
    public void A_stack_keeps_the_time_at_which_it_was_first_seen()
    {
        var pool = new StackPool();
        var stack = pool.Intern([1, 2], 5);

        Assert.Equal(stack, pool.Intern([1, 2], 9));
        Assert.Equal(5, pool.FirstSeenMs(stack));
    }

    [Fact]
    public void Many_stacks_are_told_apart_across_all_growth()
    {
        const int Many = 50_000;
        var pool = new StackPool();
        var numbers = Enumerable.Range(1, Many).Select(number => pool.Intern(Deep(number), 0)).ToArray();

        Assert.Equal(Enumerable.Range(1, Many), numbers);
        Assert.All(new[] { 1, 7, 1024, Many }, number => Assert.Equal(Deep(number), pool.Frames(number).ToArray()));
        Assert.Equal(77, pool.Intern(Deep(77), 0));
    }

    [Fact]
    public void Beyond_the_limit_stacks_are_cut_and_beyond_as_many_again_they_count_as_none()
    {
        const int Limit = 100;
        var pool = new StackPool(Limit);
        for (var number = 1; number <= Limit; number++) pool.Intern(Deep(number), 0);

        var cut = pool.Intern(Deep(Limit + 1), 0);
        Assert.Equal(Deep(Limit + 1)[..StackPool.FramesBeyond], pool.Frames(cut).ToArray());
        // Another caller of the same innermost frames.
        Assert.Equal(cut, pool.Intern([.. Deep(Limit + 1)[..StackPool.FramesBeyond], 42], 0));
        Assert.Equal(2, pool.Shortened);
        // What was whole stays whole.
        Assert.Equal(1, pool.Intern(Deep(1), 0));

        for (var number = Limit + 2; number <= 3 * Limit; number++) pool.Intern(Deep(number), 0);
        Assert.Equal(StackPool.None, pool.Intern(Deep(4 * Limit), 0));
        Assert.Equal((2 * Limit) + 1, pool.Count);
    }

    [Fact]
    public void Names_beyond_the_limit_share_one()
    {
        var names = new NameTable(2, "(other)");

        Assert.Equal([0, 1, 0, 2, 2], new[] { "a", "b", "a", "c", "d" }.Select(name => names.Intern(name)));
        Assert.Equal(["a", "b", "(other)"], new[] { 0, 1, 2 }.Select(number => names[number]));
    }

    private static ulong[] Frames(byte[] stack) => Array.ConvertAll(stack, frame => (ulong)frame);

    /// <summary>A stack of 50 frames, another for each number.</summary>
    internal static ulong[] Deep(int number) => [.. Enumerable.Range(0, 50).Select(frame => ((ulong)number << 20) + (ulong)frame)];
}
