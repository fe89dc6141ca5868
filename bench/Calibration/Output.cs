using AsyncLoad.Analysis.Statistics;

namespace AsyncLoad.Calibration;

/// <summary>Where results and progress go: tables to standard output, the rest to standard error.</summary>
internal static class Output
{
    public static void Print(FormattableString line) => Console.WriteLine(FormattableString.Invariant(line));

    public static void Progress(FormattableString line) => Console.Error.WriteLine(FormattableString.Invariant(line));

    /// <summary>The ratio of some pairs with its interval, as tables show it; a dash where they are too few.</summary>
    public static string Ratio(IReadOnlyList<double> ratios)
    {
        if (ratios.Count < Looks.FewestPairs(1)) return "–";
        var interval = Looks.Interval(ratios, [ratios.Count]);
        return FormattableString.Invariant($"{interval.Estimate:0.000} [{interval.Low:0.000}, {interval.High:0.000}]");
    }

    /// <summary>The standard deviation of the log ratio; null below two ratios.</summary>
    public static double? Spread(IEnumerable<double> ratios) => StandardDeviation.Of([.. ratios.Select(ratio => Math.Log(ratio))]);
}
