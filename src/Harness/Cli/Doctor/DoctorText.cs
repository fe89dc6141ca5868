using System.Globalization;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Harness.Cli.Doctor;

/// <summary>Writes what the doctor found as text: one line per fact, and below it what to do, if anything.</summary>
internal static class DoctorText
{
    // Below the id, beside the mark.
    private const string Indent = "           ";

    /// <summary>Writes it.</summary>
    /// <param name="report">What was found.</param>
    /// <param name="output">Where to.</param>
    /// <param name="reasons">Whether every fact says why it matters, or only those with a remedy.</param>
    public static void Write(DoctorReport report, TextWriter output, bool reasons)
    {
        output.WriteLine($"{Printable.Text(report.Machine.Processor ?? report.Machine.Architecture)}, {Printable.Text(report.Machine.OperatingSystem)}");
        output.WriteLine();
        var width = report.Facts.Max(fact => fact.Id.Length);
        foreach (var fact in report.Facts) Write(fact, width, output, reasons);
        if (report.Noise is not null) output.WriteLine();
        foreach (var figure in report.Noise ?? []) output.WriteLine(Sentence(figure));
        output.WriteLine();
        output.WriteLine(Conclusion(report));
    }

    private static void Write(DoctorFact fact, int width, TextWriter output, bool reasons)
    {
        output.WriteLine($"{Mark(fact.State)}  {fact.Id.PadRight(width)}  {Printable.Text(fact.Value)}");
        if (reasons || fact.Remedy is not null) output.WriteLine($"{Indent}why: {fact.Why}");
        if (fact.Remedy is not null) output.WriteLine($"{Indent}do:  {fact.Remedy}");
    }

    private static string Mark(FactState state) => state switch
    {
        FactState.Ok => "✓ ok     ",
        FactState.Warn => "! warn   ",
        FactState.Refused => "✗ refused",
        FactState.Unknown => "? unknown",
        _ => throw new ArgumentOutOfRangeException(nameof(state), state, "not a state"),
    };

    /// <summary>What a noise figure says, in a sentence.</summary>
    internal static string Sentence(NoiseFigure figure)
    {
        if (figure.Spread is not { } spread)
            return string.Create(CultureInfo.InvariantCulture, $"noise, {Name(figure)}: n/a: {figure.Pairs} pairs were done in time, and a spread needs two");
        return string.Create(
            CultureInfo.InvariantCulture,
            $"noise, {Name(figure)}: a pair spreads by {100 * spread:0.0} % (95 %: {100 * figure.SpreadLow:0.0} to {100 * figure.SpreadHigh:0.0}), over {figure.Pairs} pairs of {figure.SecondsPerPair:0.0} s{Others(figure)}{Slower(figure)}; {Needed(figure)}");
    }

    private static string Name(NoiseFigure figure) =>
        figure.Jobs is { } jobs ? string.Create(CultureInfo.InvariantCulture, $"{figure.Load}, {jobs} pairs side by side (--jobs {jobs})") : figure.Load;

    private static string Slower(NoiseFigure figure) => figure.Slower is { } slower
        ? string.Create(CultureInfo.InvariantCulture, $", operations {Math.Abs(100 * slower):0.0} % {(slower < 0 ? "faster" : "slower")} than one pair at a time")
        : "";

    private static string Others(NoiseFigure figure) =>
        figure.OtherCores is { } cores ? string.Create(CultureInfo.InvariantCulture, $", others using {cores:0.00} core") : "";

    private static string Needed(NoiseFigure figure)
    {
        var narrow = string.Create(CultureInfo.InvariantCulture, $"±{100 * figure.HalfWidth:0.#} %");
        if (figure.PairsNeeded is not { } pairs) return $"no allowed number of pairs gives {narrow}: stop what disturbs the machine";
        var one = string.Create(CultureInfo.InvariantCulture, $"{narrow} needs {pairs} pairs (--pairs {pairs})");
        return figure.Look is { } look
            ? string.Create(CultureInfo.InvariantCulture, $"{one}, and the default looks end at {look}: {figure.Minutes:0.0} min per comparison")
            : string.Create(CultureInfo.InvariantCulture, $"{one}, {figure.Minutes:0.0} min per comparison; the default looks end with a wider interval");
    }

    private static string Conclusion(DoctorReport report)
    {
        var warnings = report.Facts.Count(fact => fact.State == FactState.Warn);
        var refused = report.Facts.Where(fact => fact.State == FactState.Refused).Select(fact => fact.Id).ToList();
        if (!report.Fit) return $"not fit to measure: {(refused.Count > 0 ? string.Join(", ", refused) : "the noise could not be measured")}";
        if (warnings == 0) return "fit to measure";
        var noisy = report.Facts.Any(fact => fact is { Id: NoiseFigures.FactId, State: FactState.Warn }) ? ": TOO NOISY for narrow intervals" : "";
        return string.Create(CultureInfo.InvariantCulture, $"fit to measure, with {warnings} warning{(warnings == 1 ? "" : "s")}{noisy}");
    }
}
