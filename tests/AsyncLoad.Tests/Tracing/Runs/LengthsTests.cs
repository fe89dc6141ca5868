using AsyncLoad.Tracing.Collections;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Runs;

public class LengthsTests
{
    [Fact]
    public void No_lengths_have_no_quantiles() => Assert.Null(new Lengths().Quantiles());

    [Fact]
    public void Few_lengths_are_exact()
    {
        var lengths = Of([5, 1, 3, 2, 4]);

        Assert.Equal(new PauseQuantiles(5, 15, 3, 4.8, 4.96, 5), lengths.Quantiles());
        Assert.Equal([5, 1, 3, 2, 4], lengths.Kept);
    }

    [Fact]
    public void Many_lengths_keep_their_count_sum_and_largest_and_nearly_their_quantiles()
    {
        const int Many = 10 * Lengths.MostKept;
        var lengths = Of(Enumerable.Range(1, Many).Select(number => (double)number));
        var quantiles = lengths.Quantiles()!;

        Assert.Equal(Lengths.MostKept, lengths.Kept.Count);
        Assert.Equal((Many, Many), (quantiles.Count, quantiles.MaxMs));
        Assert.Equal(Many / 2.0 * (Many + 1), quantiles.SumMs);
        // A sample of 100,000 misses a rank by more than 1 % once in 10^9 traces, and always draws the same.
        Assert.InRange(quantiles.MedianMs / Many, 0.49, 0.51);
        Assert.InRange(quantiles.P95Ms / Many, 0.94, 0.96);
        Assert.InRange(quantiles.P99Ms / Many, 0.98, 1);
        Assert.Equal(quantiles, Of(Enumerable.Range(1, Many).Select(number => (double)number)).Quantiles());
    }

    [Fact]
    public void A_full_list_is_thinned_evenly()
    {
        var list = new EvenlyThinned<int>(4);
        foreach (var number in Enumerable.Range(0, 4)) list.Add(number);
        Assert.Equal([0, 1, 2, 3], list.Kept);

        foreach (var number in Enumerable.Range(4, 3)) list.Add(number);
        Assert.Equal([0, 2, 4, 6], list.Kept);

        foreach (var number in Enumerable.Range(7, 30)) list.Add(number);
        Assert.Equal([0, 16, 32], list.Kept);
    }

    [Fact]
    public void A_list_without_limit_keeps_all()
    {
        var list = new EvenlyThinned<int>(null);
        foreach (var number in Enumerable.Range(0, 10_000)) list.Add(number);

        Assert.Equal(Enumerable.Range(0, 10_000), list.Kept);
    }

    internal static Lengths Of(IEnumerable<double> milliseconds)
    {
        var lengths = new Lengths();
        foreach (var length in milliseconds) lengths.Add(length);
        return lengths;
    }
}
