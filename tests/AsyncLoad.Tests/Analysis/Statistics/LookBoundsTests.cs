using System.Globalization;
using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class LookBoundsTests(ITestOutputHelper output)
{
    private const int Runs = 100_000;

    [Theory]
    [InlineData("8 12 16 24", "1 10 25 72", "3 13 30 81")]
    [InlineData("8 12 16 24 36 48", "1 8 22 66 180 357", "2 11 27 75 197 385")]
    [InlineData("6", "1", "3")]
    [InlineData("24", "82", "92")]
    public void Bounds_of_looks_that_are_used(string looks, string twoSided, string oneSided)
    {
        Assert.Equal(twoSided, string.Join(' ', Of(looks, twoSided: true).Ranks));
        Assert.Equal(oneSided, string.Join(' ', Of(looks, twoSided: false).Ranks));
    }

    // Signs and ranks are drawn here, and nothing is normal: the level that the recursion states is held against the true one.
    [Theory]
    [InlineData("8 12 16 24")]
    [InlineData("8 12 16 24 36 48")]
    [InlineData("10 20 40")]
    [InlineData("7 30")]
    [InlineData("10 11 12 13 14 15 16 17 18 19 20")]
    [InlineData("9 12 15 18 21 24 27 30")]
    [InlineData("20 40 60 80 100")]
    public void All_looks_together_are_wrong_as_often_as_stated(string looks)
    {
        var (two, one) = (Of(looks, twoSided: true), Of(looks, twoSided: false));
        var (missedByTwo, missedByOne) = Simulated([.. looks.Split(' ').Select(look => int.Parse(look, CultureInfo.InvariantCulture))], two.Ranks, one.Ranks);
        output.WriteLine($"{looks}: {missedByTwo:P2} of {two.Error:P2}, {missedByOne:P2} of {one.Error:P2}");
        Assert.All([two.Error, one.Error], error => Assert.InRange(error, 0.045, 0.05));
        // Two standard errors of so many runs are 0.14 %.
        Assert.InRange(missedByTwo, 0.045, 0.0514);
        Assert.InRange(missedByOne, 0.045, 0.0514);
    }

    [Fact]
    public void What_so_few_pairs_cannot_give_is_none()
    {
        Assert.Equal([null], LookBounds.Of([5], 1, twoSided: true).Ranks);
        Assert.Equal(0, LookBounds.Of([5], 1, twoSided: true).Error);
    }

    private static SpentError Of(string looks, bool twoSided)
    {
        int[] pairs = [.. looks.Split(' ').Select(look => int.Parse(look, CultureInfo.InvariantCulture))];
        return LookBounds.Of(pairs, pairs.Length, twoSided);
    }

    private static (double Two, double One) Simulated(int[] looks, IReadOnlyList<int?> two, IReadOnlyList<int?> one)
    {
        var random = new Random(20_261_126);
        var values = new double[looks[^1]];
        var (missedByTwo, missedByOne) = (0, 0);
        for (var run = 0; run < Runs; run++)
        {
            for (var i = 0; i < values.Length; i++) values[i] = (2 * random.NextDouble()) - 1;
            var (byTwo, byOne) = (false, false);
            for (var look = 0; look < looks.Length; look++)
            {
                var statistic = SumOfPositiveRanks(values.AsSpan(0, looks[look]));
                var most = looks[look] * (looks[look] + 1) / 2;
                byTwo |= statistic <= two[look] - 1 || statistic >= most - two[look] + 1;
                byOne |= statistic <= one[look] - 1;
            }

            if (byTwo) missedByTwo++;
            if (byOne) missedByOne++;
        }

        return (missedByTwo / (double)Runs, missedByOne / (double)Runs);
    }

    private static int SumOfPositiveRanks(ReadOnlySpan<double> values)
    {
        var (sizes, signs) = (new double[values.Length], new bool[values.Length]);
        for (var i = 0; i < values.Length; i++) (sizes[i], signs[i]) = (Math.Abs(values[i]), values[i] > 0);
        Array.Sort(sizes, signs);
        var sum = 0;
        for (var rank = 1; rank <= signs.Length; rank++)
        {
            if (signs[rank - 1]) sum += rank;
        }

        return sum;
    }
}
