using System.Globalization;
using System.Text;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Assurance.Soak;

/// <summary>A soak in words.</summary>
internal static class SoakText
{
    /// <summary>The first line of the samples as CSV.</summary>
    public const string Header = "seconds,residentBytes,handles,threads,temporaryFiles,temporaryBytes,journalBytes,pairs\n";

    /// <summary>One sample as a line of CSV.</summary>
    public static string Line(Sample sample) => string.Create(
        CultureInfo.InvariantCulture,
        $"{sample.At.TotalSeconds:0},{sample.Process.ResidentBytes},{sample.Process.Handles},{sample.Process.Threads},{sample.Temporary.Count},{sample.Temporary.Bytes},{sample.JournalBytes},{sample.Pairs}\n");

    /// <summary>The table of all bars, a sentence on the whole, and one for each bar that was missed.</summary>
    public static string Of(Evidence evidence, IReadOnlyList<Bar> bars)
    {
        var text = new StringBuilder("| figure | at the beginning | at the end | bar | |\n| --- | --: | --: | --: | --- |\n");
        foreach (var bar in bars) text.Append(Row(bar));
        text.Append('\n').Append(Whole(evidence, bars));
        foreach (var bar in bars.Where(bar => !bar.Holds)) text.Append(Missed(bar));
        foreach (var name in evidence.Left) text.Append("Left in TMPDIR: ").Append(name).Append('\n');
        return text.ToString();
    }

    private static string Row(Bar bar) =>
        $"| {bar.Figure} | {(bar.Before is { } before ? Value(before, bar.Unit) : "")} | {Value(bar.After, bar.Unit)} | {(bar.AtLeast ? "≥" : "≤")} {Value(bar.Limit, bar.Unit)} | {(bar.Holds ? "held" : "missed")} |\n";

    private static string Whole(Evidence evidence, IReadOnlyList<Bar> bars) => string.Create(
        CultureInfo.InvariantCulture,
        $"{evidence.Journal.Pairs:N0} pairs in {evidence.Run.Took.TotalMinutes:0.0} min, a journal of {Value(evidence.Journal.Bytes, Unit.Bytes)}; its report took {Value(evidence.Report.Took.TotalSeconds, Unit.Seconds)} and {Value(evidence.Report.PeakBytes, Unit.Bytes)} of memory at most. {bars.Count(bar => bar.Holds)} of {bars.Count} bars held.\n");

    private static string Missed(Bar bar) =>
        $"Missed: {bar.Figure} came to {Value(bar.After, bar.Unit)}, {(bar.AtLeast ? "at least" : "at most")} {Value(bar.Limit, bar.Unit)} {(bar.AtLeast ? "was asked for" : "was allowed")}{(bar.Before is { } before ? $" after {Value(before, bar.Unit)} at the beginning" : "")}.\n";

    private static string Value(double value, Unit unit) => double.IsNaN(value) ? "nothing measured" : unit switch
    {
        Unit.Bytes => new MeasuredSize(value).ToString(),
        Unit.Milliseconds => string.Create(CultureInfo.InvariantCulture, $"{value:0.0} ms"),
        Unit.Seconds => string.Create(CultureInfo.InvariantCulture, $"{value:0.0} s"),
        _ => value.ToString("#,0.#", CultureInfo.InvariantCulture),
    };
}
