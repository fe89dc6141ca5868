using System.Globalization;
using System.Text;
using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Simulated;

public sealed class RatioCoverageTests(ITestOutputHelper output)
{
    private static readonly IReadOnlyList<int> Many = MeasureSettings.Default.Looks;
    private static readonly int[] Single = [6];

    private static readonly Lazy<IReadOnlyList<(SimulatedPairs Machine, RatioCoverage Single, RatioCoverage Many)>> Table = new(() =>
        [.. SimulatedPairs.All.Select((machine, index) => (machine, RatioCoverage.Of(machine, Single, 100 + index), RatioCoverage.Of(machine, Many, 200 + index)))]);

    [Fact]
    public void The_published_table_is_what_the_simulation_gives()
    {
        var table = Markdown();
        output.WriteLine(table);
        Approval.Matches(table, "coverage.ratios.md");
    }

    [Fact]
    public void In_the_ideal_case_the_interval_covers_at_least_its_95_percent()
    {
        // Exact and discrete: 96.9 % with six pairs, 95 % over six looks; 94.5 % leaves one standard error of 2,000 runs.
        Assert.All(Rows("ideal"), row => Assert.True(row.Single.Covered >= 0.945 && row.Many.Covered >= 0.945, $"{row}"));
    }

    [Theory]
    [InlineData("drift")]
    [InlineData("steps")]
    public void What_happens_to_the_machine_happens_to_both_sides_so_false_verdicts_stay_rare(string kind) =>
        Assert.All(Rows(kind), row =>
        {
            Assert.InRange(row.Single.False, 0, 0.05);
            Assert.InRange(row.Many.False, 0, 0.05);
            Assert.InRange(row.Many.Covered, 0.945, 1);
        });

    [Theory]
    [InlineData("heavy tails")]
    [InlineData("bimodal")]
    public void Noise_that_is_symmetric_costs_pairs_and_not_coverage(string kind) =>
        Assert.All(Rows(kind), row => Assert.True(row.Single.Covered >= 0.945 && row.Many.Covered >= 0.945 && row.Many.False <= 0.05, $"{row}"));

    [Fact]
    public void One_side_disturbed_in_some_pairs_is_what_the_interval_cannot_absorb_and_the_margin_mostly_does()
    {
        var (few, many) = (Rows("one side 10 % slower in a tenth").Single(), Rows("one side 10 % slower in a fifth").Single());
        Assert.True(many.Many.Covered < few.Many.Covered);
        Assert.InRange(many.Many.Covered, 0.5, 0.95);
        Assert.InRange(many.Many.False, 0, 0.1);
    }

    [Fact]
    public void A_slowdown_of_5_percent_is_found_where_pairs_spread_little()
    {
        var ideal = Rows("ideal");
        Assert.True(ideal[0].Single.Found >= 0.95 && ideal[0].Many.Found >= 0.95, $"{ideal[0]}");
        // Simulated elsewhere for the design: 99.7, 88 and 71 % with six pairs.
        Assert.True(ideal[0].Single.Found > ideal[1].Single.Found && ideal[1].Single.Found > ideal[2].Single.Found);
    }

    private static List<(SimulatedPairs Machine, RatioCoverage Single, RatioCoverage Many)> Rows(string kind)
    {
        List<(SimulatedPairs Machine, RatioCoverage Single, RatioCoverage Many)> rows = [.. Table.Value.Where(row => row.Machine.Name.StartsWith(kind, StringComparison.Ordinal))];
        Assert.NotEmpty(rows);
        return rows;
    }

    private static string Markdown()
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"Simulated: {RatioCoverage.Runs:N0} runs a figure, margin 3 %, half-width 2 %. Six pairs at one look / the default looks at {string.Join(", ", Many)} pairs, stopped where steering stops.\n\n");
        text.Append("| case | interval covers | false verdicts A/A | equivalent A/A | 5 % slowdown found | pairs A/A |\n| --- | --: | --: | --: | --: | --: |\n");
        foreach (var (machine, single, many) in Table.Value)
        {
            text.Append(CultureInfo.InvariantCulture, $"| {machine.Name} | {Two(single.Covered, many.Covered)} | {Two(single.False, many.False)} | {Two(single.Equivalent, many.Equivalent)} | {Two(single.Found, many.Found)} | {single.Pairs:0} / {many.Pairs:0.0} |\n");
        }

        return text.ToString();
    }

    private static string Two(double single, double many) => string.Create(CultureInfo.InvariantCulture, $"{single * 100:0.0} / {many * 100:0.0} %");
}
