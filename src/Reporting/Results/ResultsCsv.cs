using System.Buffers;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting.Results;

/// <summary><c>results.csv</c> by RFC 4180: one row per comparison, unrounded; an absent figure is an empty field, its reason in the column <c>missing</c>. Runtimes have a column where the profile names any.</summary>
public static class ResultsCsv
{
    // Numbers and text are written differently: text that a spreadsheet would take for a formula is made harmless, numbers stay numbers.
    private static readonly (string Name, Func<ComparisonResult, CsvField> Value)[] Columns =
    [
        ("id", result => CsvField.Text(result.Id)),
        ("experiment", result => CsvField.Text(result.Experiment)),
        ("workload", result => CsvField.Text(result.Workload)),
        ("parameters", result => CsvField.Text(Pairs(result.Parameters, "=", " "))),
        ("baseline", result => CsvField.Text(result.Baseline)),
        ("candidate", result => CsvField.Text(result.Candidate)),
        ("load", result => CsvField.Text(result.Load)),
        ("pressure", result => CsvField.Text(result.Pressure)),
        ("gcSettings", result => CsvField.Text(result.GcSettings)),
        ("verdict", result => CsvField.Text(result.Verdict is { } verdict ? Mark.Of(verdict).Word : "")),
        .. Ratio(Metric.Ratio),
        ("confidence", result => CsvField.Number(result.Ratio?.Confidence)),
        ("pairs", result => CsvField.Number(result.Ratio?.Pairs)),
        .. Metric.Ratios.Except([Metric.Ratio]).SelectMany(Ratio),
        ("halfWidth", result => CsvField.Number(result.HalfWidth)),
        ("spread", result => CsvField.Number(result.Spread)),
        ("gcPart", result => CsvField.Number(result.GcPart)),
        ("mutatorPart", result => CsvField.Number(result.MutatorPart)),
        ("bytesDifference", result => CsvField.Number(result.BytesDifference)),
        .. Side("baseline", result => result.Metrics.Baseline),
        .. Side("candidate", result => result.Metrics.Candidate),
        ("baselineTrace", result => CsvField.Text(result.Traces.Baseline?.File ?? "")),
        ("candidateTrace", result => CsvField.Text(result.Traces.Candidate?.File ?? "")),
        ("warnings", result => CsvField.Text(string.Join(' ', result.Warnings))),
        ("missing", result => CsvField.Text(Pairs(result.Missing, ": ", "; "))),
    ];

    /// <summary>Writes a header and one row per comparison.</summary>
    public static void Write(RunResults results, TextWriter writer)
    {
        var columns = results.Runtimes is null ? Columns : [.. Columns, ("runtime", result => CsvField.Text(result.Runtime ?? ""))];
        Row(columns.Select(column => CsvField.Text(column.Name)), writer);
        foreach (var comparison in results.Comparisons) Row(columns.Select(column => column.Value(comparison)), writer);
    }

    private static void Row(IEnumerable<CsvField> fields, TextWriter writer)
    {
        writer.Write(string.Join(',', fields.Select(field => field.Written)));
        writer.Write("\r\n");
    }

    private static IEnumerable<(string Name, Func<ComparisonResult, CsvField> Value)> Ratio(Metric metric)
    {
        var judged = metric.Judged!.Metric;
        yield return (metric.Name, result => CsvField.Number(result.RatioBy(judged)?.Estimate));
        yield return (metric.Name + "Low", result => CsvField.Number(result.RatioBy(judged)?.Low));
        yield return (metric.Name + "High", result => CsvField.Number(result.RatioBy(judged)?.High));
    }

    private static IEnumerable<(string Name, Func<ComparisonResult, CsvField> Value)> Side(string sideName, Func<ComparisonResult, SideResult?> side)
    {
        (string Name, Func<SideResult, double?> Value)[] metrics =
        [
            (Capital(Metric.NsPerOperation), metric => metric.NsPerOperation),
            (Capital(Metric.BytesPerOperation), metric => metric.BytesPerOperation),
            (Capital(Metric.OperationsPerSecond), metric => metric.OperationsPerSecond),
            (Capital(Metric.CpuNsPerOperation), metric => metric.CpuNsPerOperation),
            (Capital(Metric.Gen0), metric => metric.Gen0PerMillionOperations),
            (Capital(Metric.Gen1), metric => metric.Gen1PerMillionOperations),
            (Capital(Metric.Gen2), metric => metric.Gen2PerMillionOperations),
            (Capital(Metric.PauseShare), metric => metric.PauseShare),
            (Capital(Metric.PoolHitRate), metric => metric.PoolHitRate),
            ("LatencyP50Ns", metric => metric.LatencyNs?.P50),
            ("LatencyP90Ns", metric => metric.LatencyNs?.P90),
            ("LatencyP99Ns", metric => metric.LatencyNs?.P99),
            ("LatencyP999Ns", metric => metric.LatencyNs?.P999),
            ("LatencyMaxNs", metric => metric.LatencyNs?.Max),
            ("ServiceP99Ns", metric => metric.ServiceNs?.P99),
            (Capital(Metric.Peak), metric => metric.Peak),
            (Capital(Metric.Retained), metric => metric.Retained),
            (Capital(Metric.RetainedPerOperation), metric => metric.RetainedPerOperation),
            ("Late", metric => metric.Arrivals?.Late),
            ("Dropped", metric => metric.Arrivals?.Dropped),
        ];
        return metrics.Select(metric => (sideName + metric.Name, Field(metric.Value)));

        Func<ComparisonResult, CsvField> Field(Func<SideResult, double?> value) =>
            result => CsvField.Number(side(result) is { } known ? value(known) : null);
    }

    private static string Capital(Metric metric) => char.ToUpperInvariant(metric.Name[0]) + metric.Name[1..];

    private static string Pairs(IReadOnlyDictionary<string, string> values, string between, string after) =>
        string.Join(after, values.OrderBy(entry => entry.Key, StringComparer.Ordinal).Select(entry => entry.Key + between + entry.Value));
}

/// <summary>A field of a CSV file as it is written.</summary>
internal readonly record struct CsvField
{
    private static readonly SearchValues<char> Quoted = SearchValues.Create(",\"\r\n");
    private static readonly SearchValues<char> Formula = SearchValues.Create("=+-@\t\r\n＝＋－＠");

    private CsvField(string written) => Written = written;

    /// <summary>The field, quoted where RFC 4180 asks for it.</summary>
    public string Written { get; }

    /// <summary>A number with every digit, or an empty field.</summary>
    public static CsvField Number(double? value) => new(value is { } some ? Figures.Exact(some) : "");

    /// <summary>Text. Where a spreadsheet would run it as a formula an apostrophe goes before it; control and bidirectional characters become visible escapes.</summary>
    public static CsvField Text(string text)
    {
        // After white space of any kind too, which some programs trim.
        var runs = Runs(text.TrimStart(' ')) || Runs(text.TrimStart());
        var safe = (runs ? "'" : "") + VisibleText.Escape(text);
        return new CsvField(safe.AsSpan().ContainsAny(Quoted) ? $"\"{safe.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : safe);
    }

    private static bool Runs(string text) => text.Length > 0 && Formula.Contains(text[0]);
}
