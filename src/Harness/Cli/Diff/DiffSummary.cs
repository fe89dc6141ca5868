using AsyncLoad.Analysis;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Harness.Cli.Diff;

/// <summary>Writes the comparison of two runs as text: ratios, sides, what differs besides the code, and a sentence.</summary>
internal static class DiffSummary
{
    private const int MostNamed = 4;

    private const string Elsewhere =
        "Ratios differ between machines even when the code is the same. To see what a change did, measure both builds on one machine: asyncload compare CLASS --project PROJECT --baseline commit=BEFORE --candidate commit=AFTER";

    /// <summary>Writes the tables and the sentence to the output, warnings to the error stream.</summary>
    public static void Write(RunDiff diff, Terminal terminal, OutputStyle style)
    {
        foreach (var warning in Warnings(diff)) terminal.Error.WriteLine($"warning: {Printable.Text(warning)}");
        var ids = new ShortIds(diff.Comparisons.Select(comparison => comparison.Id));
        if (diff.Comparisons.Count > 0)
        {
            Ratios(diff, ids).Write(terminal, style);
            terminal.Output.WriteLine();
            Sides(diff, ids).Write(terminal, style);
            terminal.Output.WriteLine();
        }

        foreach (var id in diff.OnlyBefore) terminal.Output.WriteLine($"only before: {Printable.Text(id)}");
        foreach (var id in diff.OnlyAfter) terminal.Output.WriteLine($"only after: {Printable.Text(id)}");
        if (diff.Comparisons.Count > 0 && diff.TimesNotCompared is { } reason) terminal.Output.WriteLine($"Times are not compared: {Printable.Text(reason)}.");
        if (diff.Comparisons.Count > 0 && diff.Before.MachineId != diff.After.MachineId) terminal.Output.WriteLine(Elsewhere);
        terminal.Output.WriteLine(Sentence(diff, ids));
    }

    /// <summary><c>2 of 4 ratios changed: a up by 12 % [8.0 %, 16 %], b down by …; bytes are the same everywhere.</c></summary>
    private static string Sentence(RunDiff diff, ShortIds ids) =>
        diff.Comparisons.Count == 0 ? "The runs have no comparison in common." : $"{OfRatios(diff, ids)}; {OfBytes(diff, ids)}.";

    private static IEnumerable<string> Warnings(RunDiff diff) =>
        diff.Warnings.Concat(diff.Comparisons.SelectMany(comparison => comparison.Warnings.Select(warning => $"{comparison.Id}: {warning}")));

    private static TextTable Ratios(RunDiff diff, ShortIds ids) => new(
        ["comparison", Metric.Of(diff.Metric).Title, "change [interval]", "pairs", "verdict"],
        [.. diff.Comparisons.Select(comparison => new[]
        {
            ids.Of(comparison.Id),
            $"{Ratio(comparison.Before)} → {Ratio(comparison.After)}",
            comparison.RatioChange is { } change ? Interval(change) : $"{Figures.NotAvailable} ({comparison.Missing.GetValueOrDefault("ratioChange")})",
            comparison.RatioChange is { } counted ? $"{Figures.Count(counted.PairsBefore)} → {Figures.Count(counted.PairsAfter)}" : Figures.NotAvailable,
            Word(comparison.Change),
        })]);

    private static TextTable Sides(RunDiff diff, ShortIds ids)
    {
        var timed = diff.TimesNotCompared is null;
        // Runs of older versions have none.
        var weighed = diff.Comparisons.Any(comparison => comparison is { Peak: { Baseline: not null } or { Candidate: not null } } or { Retained: { Baseline: not null } or { Candidate: not null } });
        return new TextTable(
            ["comparison", "side", "B/op", "bytes", .. timed ? ["time/op", "change"] : Array.Empty<string>(), .. weighed ? ["peak", "retained"] : Array.Empty<string>()],
            [.. diff.Comparisons.SelectMany(comparison => Enum.GetValues<Side>().Select(side => Row(comparison, side)))]);

        string[] Row(ComparisonDiff comparison, Side side)
        {
            var (word, bytes, time) = (ModelJson.Word(side), comparison.Bytes.Of(side), comparison.Times.Of(side));
            string[] counted = bytes is null
                ? [Figures.NotAvailable, comparison.Missing.GetValueOrDefault($"bytes.{word}") ?? ""]
                : [$"{Bytes(bytes.Before)} → {Bytes(bytes.After)}", Word(bytes)];
            string[] took = !timed ? [] : time is null
                ? [Figures.NotAvailable, comparison.Missing.GetValueOrDefault($"times.{word}") ?? ""]
                : [Figures.TimeChange(time.BeforeNs, time.AfterNs), Figures.Change(time.Change - 1)];
            string[] held = weighed ? [Size(comparison.Peak?.Of(side)), Size(comparison.Retained?.Of(side))] : [];
            return [ids.Of(comparison.Id), word, .. counted, .. took, .. held];
        }
    }

    private static string OfRatios(RunDiff diff, ShortIds ids)
    {
        var all = diff.Comparisons;
        var changed = all.Where(comparison => comparison.Change is Change.ChangedUp or Change.ChangedDown).ToList();
        var open = Open(all);
        var extent = (changed.Count, all.Count) switch
        {
            (0, 1) when open.Length == 0 => "the ratio is unchanged",
            (0, 1) => $"the ratio is {open}",
            (0, _) when open.Length == 0 => $"none of {Figures.Count(all.Count)} ratios changed",
            (0, _) => $"none of {Figures.Count(all.Count)} ratios changed for certain: {open}",
            (1, 1) => "the ratio changed",
            _ => $"{Figures.Count(changed.Count)} of {Figures.Count(all.Count)} ratios changed{(open.Length == 0 ? "" : $", {open}")}",
        };
        var named = changed.Take(MostNamed).Select(comparison => $"{Printable.Text(ids.Of(comparison.Id))} {How(comparison)}");
        var rest = changed.Count > MostNamed ? $" and {Figures.Count(changed.Count - MostNamed)} more" : "";
        var text = changed.Count == 0 ? extent : $"{extent}: {string.Join(", ", named)}{rest}";
        return char.ToUpperInvariant(text[0]) + text[1..];
    }

    // What is neither changed nor unchanged.
    private static string Open(IReadOnlyList<ComparisonDiff> all)
    {
        var (undecided, none) = (all.Count(comparison => comparison.Change is Change.Inconclusive), all.Count(comparison => comparison.Change is null));
        return string.Join(", ", new[] { (Count: undecided, Word: "inconclusive"), (Count: none, Word: "not compared") }
            .Where(kind => kind.Count > 0)
            .Select(kind => all.Count == 1 ? kind.Word : $"{Figures.Count(kind.Count)} {kind.Word}"));
    }

    private static string OfBytes(RunDiff diff, ShortIds ids)
    {
        var sides = diff.Comparisons
            .SelectMany(comparison => Enum.GetValues<Side>().Select(side => (comparison.Id, Side: ModelJson.Word(side), Bytes: comparison.Bytes.Of(side))))
            .ToList();
        var changed = sides.Where(side => side.Bytes?.State == BytesChange.Changed).ToList();
        var undecided = sides.Count(side => side.Bytes?.State == BytesChange.Undecided);
        var uncounted = sides.Count(side => side.Bytes is null);
        if (changed.Count + undecided + uncounted == 0) return "bytes are the same everywhere";
        if (changed.Count + undecided == 0 && uncounted < sides.Count) return $"bytes are the same wherever both runs counted them, in {Figures.Count(sides.Count - uncounted)} of {Figures.Count(sides.Count)} sides";
        var parts = new List<string>();
        if (changed.Count > 0)
        {
            var named = changed.Take(MostNamed).Select(side => $"{Printable.Text(ids.Of(side.Id))} {side.Side} {Bytes(side.Bytes!.Before)} → {Bytes(side.Bytes.After)} B/op");
            var rest = changed.Count > MostNamed ? $" and {Figures.Count(changed.Count - MostNamed)} more" : "";
            parts.Add($"bytes changed in {Figures.Count(changed.Count)} of {Figures.Count(sides.Count)} sides: {string.Join(", ", named)}{rest}");
        }
        else parts.Add(undecided > 0 ? "no bytes changed for certain" : "bytes are not compared");

        if (undecided > 0) parts.Add($"undecided in {Figures.Count(undecided)} (their count slices vary)");
        if (uncounted > 0) parts.Add($"not counted in {Figures.Count(uncounted)}");
        return string.Join(", ", parts);
    }

    private static string How(ComparisonDiff comparison)
    {
        var change = comparison.RatioChange!;
        var direction = comparison.Change == Change.ChangedUp ? "up" : "down";
        return $"{direction} by {Figures.Percent(Math.Abs(change.Estimate - 1))} [{Figures.Change(change.Low - 1)}, {Figures.Change(change.High - 1)}]";
    }

    private static string Interval(ChangeInterval change) =>
        Figures.Ratio(new RatioInterval(change.Estimate, change.Low, change.High, change.Confidence, change.PairsAfter));

    private static string Ratio(RatioInterval? ratio) => ratio is null ? Figures.NotAvailable : Figures.Ratio(ratio.Estimate);

    private static string Bytes(ByteCount count) => Figures.BytesPerOperation(count.PerOperation);

    private static string Size(SizeDiff? diff) => diff is null ? Figures.NotAvailable
        : $"{Figures.Size(diff.Before)} → {Figures.Size(diff.After)} ({(diff.RangesMeet ? "ranges meet" : Figures.Change(diff.Change - 1))})";

    private static string Word(Change? change) => change switch
    {
        Change.ChangedUp => "changed up",
        Change.ChangedDown => "changed down",
        Change.Unchanged => "unchanged",
        Change.Inconclusive => "inconclusive",
        _ => "not compared",
    };

    private static string Word(BytesDiff bytes) => bytes.State switch
    {
        BytesChange.Same => "same",
        BytesChange.Changed => $"{(bytes.Difference > 0 ? "+" : "")}{Figures.BytesPerOperation(bytes.Difference)}",
        _ => $"ranges meet: {Range(bytes.Before)} and {Range(bytes.After)}",
    };

    private static string Range(ByteCount count) => $"{Figures.BytesPerOperation(count.Lowest)} to {Figures.BytesPerOperation(count.Highest)}";
}
