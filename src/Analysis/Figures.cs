using System.Globalization;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Advisor;

namespace AsyncLoad.Analysis;

/// <summary>The one place where numbers become words with units. Invariant culture throughout; a number that is not finite becomes <c>n/a</c>.</summary>
public static class Figures
{
    /// <summary>What stands where a figure is missing.</summary>
    public const string NotAvailable = "n/a";

    private const string Minus = "−";

    // Changes of less have no use, and doubles have hardly more.
    private const int MostDecimals = 9;

    // In the unit of the larger, the smaller would begin with zeros.
    private const double FarApart = 100;

    // A bound of fewer steps of its last digit would be rounded by more than a tenth.
    private const double FewestSteps = 5;

    private static readonly (string Unit, double Factor)[] TimeUnits = [("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 1)];
    private static readonly (string Unit, double Factor)[] RateUnits = [("G", 1e9), ("M", 1e6), ("K", 1e3), ("", 1)];

    /// <summary>A ratio with its interval: <c>0.41 [0.38, 0.44]</c>; two digits below 1, three when the interval is narrow or above 1.</summary>
    public static string Ratio(RatioInterval ratio) => Ratio(ratio, (null, null));

    /// <summary>The same beside its limits, with as many digits as a bound needs to read differently from a limit that it differs from.</summary>
    public static string Ratio(RatioInterval ratio, (double? Min, double? Max) limits)
    {
        var (estimate, interval) = RatioParts(ratio, [limits.Min, limits.Max]);
        return interval is null ? estimate : $"{estimate} {interval}";
    }

    /// <summary>A bare ratio: three significant digits.</summary>
    public static string Ratio(double ratio) => Significant(ratio);

    /// <summary>A length of time in the unit that suits it: <c>74.3 ns</c>, <c>1.34 µs</c>, <c>12.5 ms</c>.</summary>
    public static string Time(double nanoseconds) => InUnit(nanoseconds, TimeUnits);

    /// <summary>Two times per operation in one unit, <c>74.3 → 35.7 ns/op</c>, unless they are far apart: <c>1.07 ms → 10.3 ns/op</c>. <c>n/a</c> where neither is known.</summary>
    public static string TimeChange(double? from, double? to)
    {
        if (from is null && to is null) return NotAvailable;
        var (unit, factor) = UnitFor(Math.Max(Math.Abs(from ?? 0), Math.Abs(to ?? 0)), TimeUnits);
        if (from > 0 && to > 0 && Math.Min(from.Value, to.Value) < factor / FarApart) return $"{Time(from.Value)} → {Time(to.Value)}/op";
        return $"{Part(from)} → {Part(to)} {unit}/op";

        string Part(double? value) => value is { } some ? Significant(some / factor) : NotAvailable;
    }

    /// <summary>Bytes per operation, whole when they are whole to 0.05: <c>504</c>, <c>103.6</c>.</summary>
    public static string BytesPerOperation(double bytes)
    {
        if (!double.IsFinite(bytes)) return NotAvailable;
        var whole = Math.Abs(bytes - Math.Round(bytes)) < 0.05;
        return Fixed(bytes, whole ? 0 : Math.Abs(bytes) < 1 ? 2 : 1);
    }

    /// <summary>A size that was measured: <c>50.0 MB</c>.</summary>
    public static string Size(double bytes) => double.IsFinite(bytes) ? Signed(new MeasuredSize(bytes).ToString()) : NotAvailable;

    /// <summary>The same for a size that may be unknown.</summary>
    public static string Size(double? bytes) => bytes is { } known ? Size(known) : NotAvailable;

    /// <summary>A pace: <c>12.4 MB/s</c>.</summary>
    public static string SizeRate(double bytesPerSecond) => double.IsFinite(bytesPerSecond) ? Size(bytesPerSecond) + "/s" : NotAvailable;

    /// <summary>A pace with its interval, in one unit: <c>7.12 MB/s [6.84, 7.41]</c>.</summary>
    public static string SizeRate(RateInterval rate)
    {
        if (!double.IsFinite(rate.Estimate) || !double.IsFinite(rate.Low) || !double.IsFinite(rate.High)) return NotAvailable;
        var (unit, factor) = new MeasuredSize(rate.High).Unit;
        var decimals = factor == 1 ? 0 : Decimals(rate.High / factor, 3);
        return $"{Fixed(rate.Estimate / factor, decimals)} {unit}/s [{Fixed(rate.Low / factor, decimals)}, {Fixed(rate.High / factor, decimals)}]";
    }

    /// <summary>A share, 0 to 1: <c>37 %</c>, <c>1.5 %</c>, <c>0 %</c>.</summary>
    public static string Percent(double share)
    {
        var percent = share * 100;
        if (!double.IsFinite(percent)) return NotAvailable;
        return Fixed(percent, Math.Abs(percent) is >= 9.95 or < 0.005 ? 0 : Math.Abs(percent) < 0.095 ? 2 : 1) + " %";
    }

    /// <summary>Half the width of an interval as a share of its estimate: <c>±2.3 %</c>.</summary>
    public static string Width(double share) => double.IsFinite(share) ? $"±{Percent(share)}" : NotAvailable;

    /// <summary>A coverage, 0 to 1, with one decimal: <c>96.9 %</c>.</summary>
    public static string Coverage(double share) => double.IsFinite(share) ? Fixed(share * 100, 1) + " %" : NotAvailable;

    /// <summary>A difference as a share, always with its sign: <c>+12 %</c>, <c>−38 %</c>.</summary>
    public static string Change(double share) => share > 0 ? "+" + Percent(share) : Percent(share);

    /// <summary>A whole number with thousands apart: <c>1,234,567</c>.</summary>
    public static string Count(long count) => Signed(count.ToString("N0", CultureInfo.InvariantCulture));

    /// <summary>A plain number: whole numbers in full, others with three significant digits.</summary>
    public static string Number(double value) =>
        value == Math.Floor(value) && Math.Abs(value) < 1e15 ? Fixed(value, 0) : Significant(value);

    /// <summary>A number of cores that is not whole: <c>0.05</c>, <c>1.30</c>.</summary>
    public static string Cores(double cores) => double.IsFinite(cores) ? Fixed(cores, 2) : NotAvailable;

    /// <summary>A large rate in thousands (K), millions (M) or billions (G): <c>13.5 M</c>.</summary>
    public static string Rate(double value) => InUnit(value, RateUnits).TrimEnd();

    /// <summary>A measured figure of <c>results.json</c>.</summary>
    public static string Of(MetricFormat? format, double value) => format switch
    {
        MetricFormat.Bytes => BytesPerOperation(value) + " B/op",
        MetricFormat.Size => Size(value),
        MetricFormat.Share => Percent(value),
        MetricFormat.Time => Time(value),
        _ => Number(value),
    };

    /// <summary>The same beside a limit: with all its digits where it would read as a limit that it is not.</summary>
    public static string Of(MetricFormat? format, double value, double? limit) =>
        limit is { } other && other != value && Of(format, value) == Of(format, other) ? Limit(format, value) : Of(format, value);

    /// <summary>A figure as it was set, with all its digits and without trailing zeros: <c>1.0375</c>, <c>24 MB</c>, <c>2.5 %</c>.</summary>
    public static string Limit(MetricFormat? format, double value)
    {
        var (unit, factor) = format switch
        {
            MetricFormat.Bytes => (" B/op", 1),
            MetricFormat.Size => InSpace(new MeasuredSize(value).Unit),
            MetricFormat.Share => (" %", 0.01),
            MetricFormat.Time => InSpace(UnitFor(Math.Abs(value), TimeUnits)),
            _ => ("", 1.0),
        };
        return double.IsFinite(value) ? Signed((value / factor).ToString("#,0.######", CultureInfo.InvariantCulture)) + unit : NotAvailable;

        static (string, double) InSpace((string Unit, double Factor) entry) => (" " + entry.Unit, entry.Factor);
    }

    /// <summary>A share as it was set, without trailing zeros: <c>3 %</c>, <c>2.5 %</c>.</summary>
    public static string Setting(double share) => Tick(share * 100) + " %";

    /// <summary>A label of an axis: whole numbers in full, others with three significant digits without trailing zeros.</summary>
    public static string Tick(double value) => !double.IsFinite(value) ? NotAvailable : Rounded(value, 3).ToString("#,0.#########", CultureInfo.InvariantCulture);

    /// <summary>Every digit, for files that programs read; reads back as the same number.</summary>
    public static string Exact(double value) => value.ToString("R", CultureInfo.InvariantCulture);

    /// <summary>A day and a time in UTC: <c>2026-03-01 12:00 UTC</c>.</summary>
    public static string Moment(DateTimeOffset moment) => moment.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture);

    /// <summary>A count with its noun: <c>1 pair</c>, <c>6 pairs</c>.</summary>
    public static string Plural(long count, string noun) => $"{Count(count)} {noun}{(count == 1 ? "" : "s")}";

    /// <summary>The same as <see cref="Ratio(RatioInterval)"/>, for places where the interval has its own line; null where there is none.</summary>
    public static (string Estimate, string? Interval) RatioParts(RatioInterval ratio) => RatioParts(ratio, []);

    private static (string Estimate, string? Interval) RatioParts(RatioInterval ratio, double?[] limits)
    {
        if (!double.IsFinite(ratio.Estimate) || !double.IsFinite(ratio.Low) || !double.IsFinite(ratio.High)) return (NotAvailable, null);
        var narrow = ratio.High - ratio.Low < 0.1 * ratio.Estimate;
        var decimals = Decimals(ratio.High, ratio.High >= 1 || narrow ? 3 : 2);
        while (decimals < MostDecimals && limits.Any(limit => ReadsAs(ratio.Low, limit, decimals) || ReadsAs(ratio.High, limit, decimals))) decimals++;
        // In the digits of a bound that is much higher, the others would be 0.
        var apart = Math.Min(ratio.Low, ratio.Estimate) * Math.Pow(10, decimals) < FewestSteps;
        return (Part(ratio.Estimate), $"[{Part(ratio.Low)}, {Part(ratio.High)}]");

        string Part(double value) => !apart ? Fixed(value, decimals) : value == 0 ? "0" : Fixed(value, Decimals(value, 2));
    }

    // Whether a bound reads as a limit that it is not.
    private static bool ReadsAs(double bound, double? limit, int decimals) => limit is { } other && other != bound && Fixed(bound, decimals) == Fixed(other, decimals);

    /// <summary>The unit that suits lengths of time up to this, and how many ns make one.</summary>
    public static (string Unit, double Factor) TimeUnit(double largestNanoseconds) => UnitFor(largestNanoseconds, TimeUnits);

    private static string InUnit(double value, (string Unit, double Factor)[] units)
    {
        if (!double.IsFinite(value)) return NotAvailable;
        var (unit, factor) = UnitFor(Math.Abs(value), units);
        return $"{Significant(value / factor)} {unit}";
    }

    // Rounded first, so that 999.9 ns is 1.00 µs and never 1,000 ns.
    private static (string Unit, double Factor) UnitFor(double value, (string Unit, double Factor)[] units)
    {
        foreach (var entry in units)
        {
            if (Rounded(value / entry.Factor, 3) >= 1) return entry;
        }

        return units[^1];
    }

    // Three digits.
    private static string Significant(double value) =>
        !double.IsFinite(value) ? NotAvailable : value == 0 ? "0" : Fixed(value, Decimals(value, 3));

    private static int Decimals(double value, int digits) =>
        value == 0 ? 0 : Math.Clamp(digits - 1 - Exponent(Rounded(value, digits)), 0, MostDecimals);

    private static double Rounded(double value, int digits)
    {
        if (value == 0) return 0;
        var decimals = digits - 1 - Exponent(value);
        return decimals > 15 ? value : Math.Round(value, Math.Max(decimals, 0), MidpointRounding.AwayFromZero);
    }

    private static int Exponent(double value) => (int)Math.Floor(Math.Log10(Math.Abs(value)));

    private static string Fixed(double value, int decimals)
    {
        var text = value.ToString("N" + decimals.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
        return text.AsSpan().ContainsAnyInRange('1', '9') ? Signed(text) : text.TrimStart('-');
    }

    private static string Signed(string text) => text.Replace("-", Minus, StringComparison.Ordinal);
}
