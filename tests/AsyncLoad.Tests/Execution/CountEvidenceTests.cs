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
    public void Operations_that_suspend_may_differ()
    {
        var counts = new CountEvidence(3);
        foreach (var bytes in new[] { 0, 1_000_000, 0 }) counts.Add(Slice(bytes) with { Suspensions = 1 });

        Assert.True(counts.IsEnough);
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
}
