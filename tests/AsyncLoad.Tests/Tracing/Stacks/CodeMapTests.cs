using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Naming;
using AsyncLoad.Tracing.Nettrace;
using AsyncLoad.Tracing.Stacks;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Stacks;

public class CodeMapTests
{
    private readonly StackPool pool = new();
    private readonly CodeMap map;

    public CodeMapTests() => map = new CodeMap(new NettraceReader(), pool);

    [Fact]
    public void An_address_belongs_to_the_code_around_it()
    {
        Add(100, 10, "A");
        Add(50, 20, "B");
        Add(110, 5, "C");

        Assert.Equal(["", "B", "B", "", "", "A", "A", "C", "C", ""], new ulong[] { 49, 50, 69, 70, 99, 100, 109, 110, 114, 115 }.Select(address => At(address, 0)));
    }

    [Fact]
    public void Code_of_one_method_has_one_number_however_often_it_was_compiled()
    {
        Add(100, 10, "A", method: 1);
        Add(200, 30, "A", method: 1);
        Add(300, 30, "B", method: 2);

        Assert.Equal(map.Find(100, 0), map.Find(229, 0));
        Assert.NotEqual(map.Find(100, 0), map.Find(300, 0));
        Assert.Equal(new TracedFrame(null, "Type", "A", "void  ()") { Token = 1 }, map[map.Find(200, 0)]);
    }

    [Fact]
    public void Of_code_that_followed_other_code_that_is_meant_which_stood_there_then()
    {
        Add(100, 50, "Early", method: 1, at: 10);
        Remove(100, 50, "Early", method: 1, at: 20);
        Add(100, 30, "Late", method: 2, at: 30);
        Add(120, 30, "Inside", method: 3, at: 40);

        Assert.Equal(["Early", "Late"], new[] { At(105, 15), At(105, 35) });
        Assert.Equal(["Early", "Inside"], new[] { At(135, 15), At(135, 45) });
        // Nobody stood there: the last that did, or will, is more likely than nobody.
        Assert.Equal("Late", At(105, 25));
    }

    [Fact]
    public void Code_that_only_left_was_there_from_the_beginning()
    {
        Remove(100, 50, "Before", method: 1, at: 20);
        Add(100, 50, "After", method: 2, at: 30);

        Assert.Equal(["Before", "After"], new[] { At(110, 1), At(110, 31) });
    }

    [Fact]
    public void Code_of_which_only_the_end_is_told_was_there_up_to_its_end()
    {
        Remove(100, 50, "First", method: 1, at: 20);
        Remove(100, 50, "Second", method: 2, at: 40);
        Remove(120, 50, "Third", method: 3, at: 60);
        Add(100, 50, "Last", method: 4);

        Assert.Equal(["First", "Second", "Third", "Last"], new[] { 10.0, 30, 50, 70 }.Select(atMs => At(130, atMs)));
    }

    [Fact]
    public void Equal_addresses_before_and_after_code_is_gone_are_two_stacks()
    {
        var before = pool.Intern([110, 900], 10);
        var apart = pool.Intern([500, 900], 10);
        Remove(100, 50, "Early", method: 1, at: 20);
        Add(100, 50, "Late", method: 2, at: 30);
        var after = pool.Intern([110, 900], 40);

        Assert.NotEqual(before, after);
        Assert.Equal(after, pool.Intern([110, 900], 50));
        Assert.Equal(apart, pool.Intern([500, 900], 50));
        var named = new NamedStacks(pool, map);
        Assert.Equal(["Early", "Late"], new[] { before, after }.Select(stack => named.Frames(named.Merge(stack))[0].Method));
    }

    [Fact]
    public void Code_that_is_named_again_at_the_end_is_the_same_code()
    {
        Add(100, 50, "A", method: 1, at: 10);
        Add(100, 50, "A", method: 1, at: 90);

        Assert.Equal("A", At(110, 50));
    }

    [Fact]
    public void A_damaged_length_hides_nothing_nearby()
    {
        Add(0, uint.MaxValue, "Huge", method: 1);
        Add(100, 10, "A", method: 2);

        Assert.Equal("A", At(105, 0));
        Assert.Equal("Huge", At(115, 0));
    }

    [Fact]
    public void Callers_are_looked_up_just_before_they_go_on()
    {
        // The call was the last thing that A did, so the address to which it would return is B's.
        Add(100, 10, "A", method: 1);
        Add(110, 10, "B", method: 2);
        var stack = pool.Intern([110, 110], 0);
        var named = new NamedStacks(pool, map);

        Assert.Equal(["B", "A"], named.Frames(named.Merge(stack)).Select(frame => frame.Method));
    }

    [Fact]
    public void Stacks_with_the_same_names_are_one()
    {
        Add(100, 10, "A", method: 1);
        Add(200, 10, "B", method: 2);
        int[] stacks = [pool.Intern([101, 202], 0), pool.Intern([105, 207], 0), pool.Intern([105], 0), pool.Intern([105, 999], 0), StackPool.None];
        var named = new NamedStacks(pool, map);
        var merged = stacks.Select(named.Merge).ToArray();

        Assert.Equal(merged[0], merged[1]);
        Assert.Equal(4, merged.Distinct().Count());
        Assert.Equal(StackPool.None, merged[4]);
        Assert.Equal([(2, 0), (1, 0), (2, 1), (0, 0)], merged.Skip(1).Select(number => (named.Depth(number), named.Unnamed(number))));
    }

    [Fact]
    public void An_address_belongs_to_a_statement_up_to_the_next()
    {
        // Statements 0, 5 and 9 in another order than their code, the second of them twice; a beginning and a part that no statement stands behind.
        map.Add(Code(100, 60, "A", 1), 0, new IlMap([-2, 0, 5, 5, 9, -1], [0, 10, 20, 40, 30, 50]));

        IlRange?[] expected = [null, new(0, 5), new(5, 9), new(9, int.MaxValue), new(5, 9), null];
        Assert.Equal(expected, new ulong[] { 105, 110, 129, 130, 149, 155 }.Select(address => map.FindIl(address, 0)));
        Assert.Null(map.FindIl(500, 0));
    }

    [Theory]
    [InlineData(3, 5, true)]
    [InlineData(5, 5, true)]
    [InlineData(5, 3, false)]
    [InlineData(-2, 5, false)]
    [InlineData(3, -3, false)]
    public void A_part_without_a_statement_belongs_to_those_around_it(int before, int behind, bool known)
    {
        map.Add(Code(100, 50, "A", 1), 0, new IlMap([before, -1, behind, 9], [0, 10, 20, 30]));

        Assert.Equal(known ? new IlRange(before, 9) : null, map.FindIl(115, 0));
    }

    [Fact]
    public void Code_that_is_named_again_with_its_statements_has_them()
    {
        Add(100, 50, "A", method: 1, at: 10);
        map.Add(Code(100, 50, "A", 1), 0, new IlMap([3], [0]));

        Assert.Equal(new IlRange(3, int.MaxValue), map.FindIl(110, 50));
    }

    [Fact]
    public void A_stack_stands_in_the_statement_of_its_first_method_that_is_not_the_frameworks()
    {
        map.Add(new MethodCode { Method = 1, Module = 1, Start = 100, Size = 50, Type = "System.Threading.Tasks.Task", Name = "FromResult", Signature = "" }, 0, new IlMap([1], [0]));
        map.Add(Code(200, 50, "A", 2), 0, new IlMap([4, 8], [0, 20]));
        map.Add(Code(300, 50, "B", 3), 0, new IlMap([6], [0]));
        var named = new NamedStacks(pool, map);

        // A call ends where the next statement begins.
        Assert.Equal(new IlRange(4, 8), named.Place(pool.Intern([120, 220, 320], 0)));
        Assert.Equal(new IlRange(8, int.MaxValue), named.Place(pool.Intern([221], 0)));
        Assert.Null(named.Place(pool.Intern([120], 0)));
        Assert.Null(named.Place(StackPool.None));
    }

    private string At(ulong address, double atMs) => map[map.Find(address, atMs)].Method;

    private void Add(ulong start, uint size, string name, ulong method = 0, double at = 0) => map.Add(Code(start, size, name, method), at);

    private void Remove(ulong start, uint size, string name, ulong method, double at) => map.Remove(Code(start, size, name, method), at);

    private static MethodCode Code(ulong start, uint size, string name, ulong method) =>
        new() { Method = method, Module = 1, Start = start, Size = size, Token = (int)method, Type = "Type", Name = name, Signature = "void  ()" };
}
