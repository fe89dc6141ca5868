using System.Globalization;
using System.Text.RegularExpressions;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>The cost model of <c>docs/evidence/scale.md</c> starts from the run that the README shows.</summary>
public partial class ScalePageTests
{
    private const int Comparisons = 10_000;
    private const double SecondsAnHour = 3_600;
    private const double PriceAnHour = 0.10;
    private const double HoursOfANight = 8;

    private static readonly double Seconds = Took().Match(Documents.Of("README.md").Text) is { Success: true } took
        ? (took.Groups[1].Success ? 60 * Whole(took.Groups[1]) : 0) + Whole(took.Groups[2])
        : throw new FormatException("the README's run does not say what it took");

    private static readonly int Pairs = PublishedRun.Results("smoke").Comparisons.Sum(comparison => comparison.Ratio!.Pairs);

    [Fact]
    public void What_a_pair_takes_is_what_it_took_there() =>
        Assert.Contains($"{Pairs} pairs took {Seconds} s with their traces, {PublishedRun.Number(Seconds / Pairs, "0.0")} s each", Documents.Of("docs/evidence/scale.md").Text, StringComparison.Ordinal);

    [Theory]
    [InlineData("8 pairs of {0} s", 8)]
    [InlineData("8 to 24 pairs, 12 on average", 12)]
    public void The_table_follows_from_it(string label, int pairs)
    {
        var hours = Comparisons * pairs * (Seconds / Pairs) / SecondsAnHour;
        PublishedRun.HasRows("docs/evidence/scale.md",
        [
            [
                string.Format(CultureInfo.InvariantCulture, label, PublishedRun.Number(Seconds / Pairs, "0.0")),
                PublishedRun.Number(hours, "0"),
                $"{PublishedRun.Number(Math.Ceiling(hours), "0")} machines",
                $"{PublishedRun.Number(Math.Ceiling(hours / HoursOfANight), "0")} machines",
                PublishedRun.Number(hours * PriceAnHour, "0.00"),
            ],
        ]);
    }

    private static int Whole(Group digits) => int.Parse(digits.Value, CultureInfo.InvariantCulture);

    // took     53 s, forecast 49 to 78 s
    [GeneratedRegex(@"^took +(?:(\d+) min )?(\d+) s", RegexOptions.Multiline)]
    private static partial Regex Took();
}
