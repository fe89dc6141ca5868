using System.Globalization;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>
/// The tables of <c>docs/evidence/seeds.md</c> are those of its run. The page sums a row over all pairs it was part of, and results have it once for each comparison: a
/// baseline, part of several, lies between the least and the most of them; a candidate, part of one, is that figure.
/// </summary>
public class SeedsPageTests
{
    // Three digits, and pages round bytes that are whole to 0.05.
    private const double Rounding = 0.006;
    private const double RoundedBytes = 0.06;

    private static readonly RunResults Results = PublishedRun.Results("seeds");
    private static readonly IReadOnlyList<MeasuredRow> Rows = [.. MeasuredRow.All(Documents.Of("docs/evidence/seeds.md").Text)];

    private static readonly Dictionary<string, double> Units = new() { ["ns"] = 1, ["µs"] = 1e3, ["ms"] = 1e6, ["s"] = 1e9 };

    [Fact]
    public void Every_row_of_the_run_is_on_the_page()
    {
        var measured = Results.Comparisons.SelectMany(comparison => new[] { comparison.Baseline, comparison.Candidate }.Select(variant => Key(comparison.Workload, variant, Words(comparison))));
        Assert.Equal(measured.Distinct().Order(StringComparer.Ordinal), Rows.Select(row => Key(row.Workload, row.Variant, row.Parameters)).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Times_are_those_of_the_run() => Assert.All(Rows.SelectMany(Cells), cell =>
    {
        var (number, unit) = (cell.Time.Split(' ')[0], cell.Time.Split(' ')[1]);
        var stated = Parse(number) * Units[unit];
        Assert.InRange(stated, cell.Sides.Min(side => side.NsPerOperation!.Value) * (1 - Rounding), cell.Sides.Max(side => side.NsPerOperation!.Value) * (1 + Rounding));
    });

    [Fact]
    public void Bytes_are_those_of_the_run() => Assert.All(Rows.SelectMany(Cells), cell =>
    {
        // 334.7 to 336: operations that are part of no slice's sum; else the mean, with the range of slices beneath.
        var stated = cell.Bytes.Split("<br>")[0].Split(" to ").Select(Parse).ToList();
        var measured = cell.Sides.Select(side => side.BytesPerOperation).OfType<double>().ToList();
        if (stated.Count == 1) Assert.InRange(stated[0], measured.Min() - RoundedBytes, measured.Max() + RoundedBytes);
        else Assert.All(measured, bytes => Assert.InRange(bytes, stated[0] - RoundedBytes, stated[1] + RoundedBytes));
    });

    private static IEnumerable<(string Time, string Bytes, IReadOnlyList<SideResult> Sides)> Cells(MeasuredRow row) => row.Loads.Select(load =>
    {
        List<SideResult> sides =
        [
            .. Of(row, load.Key).Where(comparison => comparison.Baseline == row.Variant).Select(comparison => comparison.Metrics.Baseline!),
            .. Of(row, load.Key).Where(comparison => comparison.Candidate == row.Variant).Select(comparison => comparison.Metrics.Candidate!),
        ];
        Assert.NotEmpty(sides);
        return (load.Value.Time, load.Value.Bytes, (IReadOnlyList<SideResult>)sides);
    });

    private static IEnumerable<ComparisonResult> Of(MeasuredRow row, string load) =>
        Results.Comparisons.Where(comparison => comparison.Workload == row.Workload && comparison.Load == load && Words(comparison) == row.Parameters);

    private static string Key(string workload, string variant, string parameters) => $"{workload} {variant} {parameters}";

    private static string Words(ComparisonResult comparison) =>
        string.Join(", ", comparison.Parameters.OrderBy(parameter => parameter.Key, StringComparer.Ordinal).Select(parameter => $"{parameter.Key}={parameter.Value}"));

    private static double Parse(string number) => double.Parse(number, NumberStyles.AllowDecimalPoint | NumberStyles.AllowThousands, CultureInfo.InvariantCulture);
}
