using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace AsyncLoad.Assurance;

/// <summary>The table of faults in docs/evidence/reliability.md: its first columns are written by hand, its last one and the list behind it come from tests that ran.</summary>
internal static partial class FaultTable
{
    private const string Begin = "<!-- TESTS: written by .ci/reliability -->";
    private const string End = "<!-- END TESTS -->";

    /// <summary>Fills in what tests say.</summary>
    /// <param name="document">The document as it stands.</param>
    /// <param name="tests">What ran.</param>
    /// <param name="now">When.</param>
    /// <returns>The new text, and the rows that no test provokes.</returns>
    public static (string Text, IReadOnlyList<int> Without) Fill(string document, IReadOnlyCollection<TestedFault> tests, DateTime now)
    {
        var rows = Row().Matches(document).Select(match => int.Parse(match.Groups["row"].ValueSpan, CultureInfo.InvariantCulture)).ToList();
        var text = Row().Replace(document, match =>
            $"{match.Groups["kept"].Value} {Counts(Of(tests, int.Parse(match.Groups["row"].ValueSpan, CultureInfo.InvariantCulture)))} |");
        var (begin, end) = (text.IndexOf(Begin, StringComparison.Ordinal), text.IndexOf(End, StringComparison.Ordinal));
        if (begin < 0 || end < begin) throw new FormatException($"the document has no place for tests: {Begin} … {End}");
        return (text[..begin] + Begin + "\n\n" + Lists(rows, tests, now) + text[end..], [.. rows.Where(row => Of(tests, row).Count == 0)]);
    }

    private static List<TestedFault> Of(IEnumerable<TestedFault> tests, int row) => [.. tests.Where(test => test.Row == row)];

    private static string Counts(List<TestedFault> tests) => string.Join(
        ", ",
        from result in new[] { (Name: "Pass", Word: "passed"), (Name: "Fail", Word: "failed"), (Name: "Skip", Word: "skipped"), (Name: "NotRun", Word: "not run") }
        let count = tests.Count(test => test.Result == result.Name)
        where count > 0
        select string.Create(CultureInfo.InvariantCulture, $"{count} {result.Word}"));

    private static string Lists(IEnumerable<int> rows, IReadOnlyCollection<TestedFault> tests, DateTime now)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"Run on {now:yyyy-MM-dd}.\n\n");
        foreach (var row in rows)
        {
            text.Append(CultureInfo.InvariantCulture, $"{row}:\n\n");
            foreach (var test in Of(tests, row).GroupBy(test => test.Name, StringComparer.Ordinal).OrderBy(test => test.Key, StringComparer.Ordinal))
                text.Append(CultureInfo.InvariantCulture, $"- `{test.Key}`: {Counts([.. test])}{Why(test)}\n");
            text.Append('\n');
        }

        return text.ToString();
    }

    private static string Why(IEnumerable<TestedFault> cases) =>
        cases.FirstOrDefault(test => test.Result == "Skip")?.Reason is { } reason ? $" ({reason.ReplaceLineEndings(" ").Replace('|', '/')})" : "";

    // "| 7 | fault | what is done | tests |": the last cell is replaced.
    [GeneratedRegex(@"^(?<kept>\| (?<row>\d+) \|[^|\n]*\|[^|\n]*\|)[^|\n]*\|$", RegexOptions.Multiline)]
    private static partial Regex Row();
}
