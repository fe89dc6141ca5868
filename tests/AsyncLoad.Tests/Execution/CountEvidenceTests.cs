using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.Tests.Execution;

public sealed class CountEvidenceTests
{
    private const long Operations = 150_000;

    [Fact]
    public void Slices_that_agree_are_enough()
    {
        var counts = Counted(0, 100, 0);

        Assert.True(counts.IsEnough);
        Assert.Equal(3, counts.Newest.Count);
    }

    [Fact]
    public void What_the_runtime_allocated_once_is_counted_away()
    {
        var counts = Counted(0, 11_700, 0);
        Assert.False(counts.IsEnough);

        counts.Add(Slice(0));
        Assert.False(counts.IsEnough);
        counts.Add(Slice(0));

        Assert.True(counts.IsEnough);
        Assert.Equal([0, 0, 0], counts.Newest.Select(slice => slice.Bytes));
    }

    [Fact]
    public void Operations_that_differ_each_time_are_left_as_they_are()
    {
        var counts = Counted(0, 11_700, 0, 11_700, 0, 11_700);

        Assert.True(counts.IsEnough);
        Assert.Equal([11_700, 0, 11_700], counts.Newest.Select(slice => slice.Bytes));
    }

    [Fact]
    public void What_the_runtime_allocated_beside_slow_calls_is_counted_away_once()
    {
        var counts = new CountEvidence(2, again: 1);
        foreach (var bytes in new[] { 624.0, 264 })
        {
            Assert.False(counts.IsEnough);
            counts.Add(Suspending(3, bytes));
        }

        Assert.False(counts.IsEnough);
        counts.Add(Suspending(3, 264));

        Assert.True(counts.IsEnough);
        Assert.Equal(264, CountEvidence.Settled(counts.Newest));
    }

    [Theory]
    [InlineData(150_000, 0, 6.7)]
    [InlineData(150_000, 84, 90)]
    [InlineData(1_000, 84, 85)]
    [InlineData(50_000, 0, 0.4)]
    public void Operations_that_suspend_may_differ(long operations, double one, double other)
    {
        var counts = new CountEvidence(3);
        foreach (var bytes in new[] { one, other, one }) counts.Add(Suspending(operations, bytes));

        Assert.True(counts.IsEnough);
    }

    [Fact]
    public void What_the_runtime_allocated_beside_few_operations_that_suspend_is_counted_away()
    {
        var counts = new CountEvidence(3);
        foreach (var bytes in new[] { 93.9, 83.9, 83.8 }) counts.Add(Suspending(964, bytes));
        Assert.False(counts.IsEnough);

        counts.Add(Suspending(964, 84.1));

        Assert.True(counts.IsEnough);
        Assert.DoesNotContain(counts.Newest, slice => slice.BytesPerOperation > 85);
    }

    [Fact]
    public void Few_operations_that_suspend_are_not_counted_for_ever()
    {
        var counts = new CountEvidence(3);
        for (var taken = 0; !counts.IsEnough; taken++) counts.Add(Suspending(100, taken % 2 == 0 ? 84 : 100));

        Assert.Equal([100, 84, 100], counts.Newest.Select(slice => slice.BytesPerOperation));
    }

    [Theory]
    [InlineData(72, true)]
    [InlineData(72.04, true)]
    [InlineData(72.1, false)]
    [InlineData(0, false)]
    public void A_process_that_allocates_as_the_one_before_needs_one_slice(double expected, bool enough)
    {
        var counts = new CountEvidence(3, expected);
        counts.Add(Slice(72 * Operations));
        Assert.Equal(enough, counts.IsEnough);

        if (enough) return;
        counts.Add(Slice(72 * Operations));
        Assert.False(counts.IsEnough);
        counts.Add(Slice(72 * Operations));
        Assert.True(counts.IsEnough);
    }

    [Theory]
    [InlineData(72, 0, true)]
    [InlineData(72.004, 0, true)]
    [InlineData(72.006, 0, false)]
    [InlineData(71.99, 0, false)]
    [InlineData(72, 1, false)]
    public void A_few_operations_confirm_what_an_earlier_process_settled_unless_they_suspend(double bytes, long suspensions, bool confirmed) =>
        Assert.Equal(confirmed, CountEvidence.Confirms(Suspending(10_000, bytes) with { Suspensions = suspensions }, expected: 72));

    [Theory]
    [InlineData(84, true)]
    [InlineData(85.6, true)]
    [InlineData(85.9, false)]
    [InlineData(96, false)]
    public void Operations_that_suspend_need_one_slice_where_a_reader_would_ignore_the_difference(double bytes, bool enough)
    {
        var counts = new CountEvidence(3, expected: 84);
        counts.Add(Suspending(1_000, bytes));
        Assert.Equal(enough, counts.IsEnough);
    }

    [Fact]
    public void Slices_that_agree_settle_what_the_next_process_has_to_confirm()
    {
        Assert.Equal(72, CountEvidence.Settled([Slice((72 * Operations) + 100), Slice(72 * Operations)]));
        Assert.Null(CountEvidence.Settled([Slice(72 * Operations), Slice(71 * Operations)]));
        Assert.Equal(85, CountEvidence.Settled([Suspending(1_000, 84), Suspending(1_000, 85)]));
        Assert.Null(CountEvidence.Settled([Suspending(1_000, 84), Suspending(1_000, 96)]));
        Assert.Null(CountEvidence.Settled([]));
    }

    private static CountEvidence Counted(params long[] bytes)
    {
        var counts = new CountEvidence(3);
        foreach (var slice in bytes)
        {
            Assert.False(counts.IsEnough);
            counts.Add(Slice(slice));
        }

        return counts;
    }

    private static CountSlice Slice(long bytes) => new(Operations, bytes, DriverBytes: 0, Suspensions: 0);

    private static CountSlice Suspending(long operations, double bytes) => new(operations, (long)Math.Round(bytes * operations), DriverBytes: 0, Suspensions: 1);
}
