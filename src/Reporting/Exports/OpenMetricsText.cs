using AsyncLoad.Analysis;
using AsyncLoad.Model;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Results;

namespace AsyncLoad.Reporting.Exports;

/// <summary>OpenMetrics text 1.0: a gauge for each metric of <see cref="Metric"/>, in base units, with a sample for each comparison or side that has the figure.</summary>
internal static class OpenMetricsText
{
    private static readonly (Metric Metric, Func<SideResult, TraceResult?, double?> Value)[] OfSides =
    [
        (Metric.BytesPerOperation, (side, _) => side.BytesPerOperation),
        (Metric.NsPerOperation, (side, _) => side.NsPerOperation),
        (Metric.OperationsPerSecond, (side, _) => side.OperationsPerSecond),
        (Metric.CpuNsPerOperation, (side, _) => side.CpuNsPerOperation),
        (Metric.Gen0, (side, _) => side.Gen0PerMillionOperations),
        (Metric.Gen1, (side, _) => side.Gen1PerMillionOperations),
        (Metric.Gen2, (side, _) => side.Gen2PerMillionOperations),
        (Metric.PauseShare, (side, _) => side.PauseShare),
        (Metric.Peak, (side, _) => side.Peak),
        (Metric.Retained, (side, _) => side.Retained),
        (Metric.RetainedPerOperation, (side, _) => side.RetainedPerOperation),
        (Metric.LatencyP99, (side, _) => side.LatencyNs?.P99),
        (Metric.PoolHitRate, (side, _) => side.PoolHitRate),
        (Metric.EventsLost, (_, trace) => trace?.EventsLost),
    ];

    private static readonly (Metric Metric, Func<ComparisonResult, double?> Value)[] OfComparisons =
    [
        (Metric.GcPart, comparison => comparison.GcPart),
        (Metric.MutatorPart, comparison => comparison.MutatorPart),
        (Metric.BytesDifference, comparison => comparison.BytesDifference),
    ];

    public static void Write(RunAnalysis run, TextWriter writer)
    {
        var results = ResultsBuilder.Build(run);
        Info(results, writer);
        foreach (var metric in Metric.Ratios) Ratio(metric, results, writer);
        foreach (var (metric, value) in OfComparisons) Family(new OpenMetric(metric, ""), results.Comparisons.Select(comparison => (Labels(comparison, side: null), value(comparison))), writer);
        foreach (var (metric, value) in OfSides) Family(new OpenMetric(metric, ""), results.Comparisons.SelectMany(comparison => OfBoth(comparison, value)), writer);
        writer.Write("# EOF\n");
    }

    private static IEnumerable<(IEnumerable<OpenMetricsLabel>, double?)> OfBoth(ComparisonResult comparison, Func<SideResult, TraceResult?, double?> value) =>
        from side in new[] { Side.Baseline, Side.Candidate }
        let figures = comparison.Metrics.Of(side)
        select (Labels(comparison, side), figures is null ? null : value(figures, comparison.Traces.Of(side)));

    private static void Ratio(Metric metric, RunResults results, TextWriter writer)
    {
        (string Bound, Func<RatioInterval, double> Value)[] parts = [("", ratio => ratio.Estimate), ("low", ratio => ratio.Low), ("high", ratio => ratio.High)];
        foreach (var (bound, value) in parts)
        {
            Family(
                new OpenMetric(metric, bound),
                results.Comparisons.Select(comparison => (Labels(comparison, side: null), comparison.RatioBy(metric.Judged!.Metric) is { } ratio ? value(ratio) : (double?)null)),
                writer);
        }
    }

    // A metric without any figure is omitted.
    private static void Family(OpenMetric metric, IEnumerable<(IEnumerable<OpenMetricsLabel> Labels, double? Value)> samples, TextWriter writer)
    {
        var known = samples.Where(sample => sample.Value is not null).ToList();
        if (known.Count == 0) return;
        writer.Write($"# TYPE {metric.Name} gauge\n");
        if (metric.Unit is { } unit) writer.Write($"# UNIT {metric.Name} {unit}\n");
        writer.Write($"# HELP {metric.Name} {OpenMetricsLabel.Escape(metric.Help)}\n");
        foreach (var (labels, value) in known) writer.Write($"{metric.Name}{Braced(labels)} {Figures.Exact(metric.InBaseUnit(value!.Value))}\n");
    }

    private static void Info(RunResults results, TextWriter writer)
    {
        OpenMetricsLabel[] labels =
        [
            new("profile", results.Profile), new("tool", results.Tool), new("runtime", results.Runtime), new("machine", results.Machine.Id),
            new("operating_system", results.Machine.OperatingSystem), new("processor", results.Machine.Processor), new("status", results.Status.ToString().ToLowerInvariant()),
        ];
        writer.Write("# TYPE asyncload_run info\n");
        writer.Write("# HELP asyncload_run the run that all figures belong to\n");
        writer.Write($"asyncload_run_info{Braced(labels)} 1\n");
    }

    private static IEnumerable<OpenMetricsLabel> Labels(ComparisonResult comparison, Side? side) =>
    [
        new("comparison", comparison.Id),
        new("experiment", comparison.Experiment),
        new("workload", comparison.Workload),
        .. side is { } one
            ? new OpenMetricsLabel[] { new("variant", one == Side.Baseline ? comparison.Baseline : comparison.Candidate), new("side", ModelJson.Word(one)) }
            : [new("baseline", comparison.Baseline), new("candidate", comparison.Candidate)],
        new("load", comparison.Load),
        new("pressure", comparison.Pressure),
        new("gc_settings", comparison.GcSettings),
        new("runtime", comparison.Runtime),
        new("parameters", string.Join(',', comparison.Parameters.Select(entry => $"{entry.Key}={entry.Value}"))),
    ];

    // An empty label is the same as none.
    private static string Braced(IEnumerable<OpenMetricsLabel> labels) => $"{{{string.Join(',', labels.Where(label => label.Value is { Length: > 0 }).Select(label => label.Written))}}}";
}

/// <summary>A metric as OpenMetrics names it: <c>asyncload_cpu_per_operation_seconds</c>.</summary>
internal readonly record struct OpenMetric(Metric Metric, string Bound)
{
    private const double NanosecondsPerSecond = 1e9;

    // Words that the unit repeats.
    private static readonly string[] OfUnits = ["ns", "bytes", "ratio"];

    /// <summary>Its base unit; null for a count or a rate.</summary>
    public string? Unit => Metric.Format switch
    {
        MetricFormat.Time => "seconds",
        MetricFormat.Bytes or MetricFormat.Size => "bytes",
        MetricFormat.Share => "ratio",
        _ => Metric.Judged is null ? null : "ratio",
    };

    /// <summary>Its name, with the unit last.</summary>
    public string Name
    {
        get
        {
            var words = string.Concat(Metric.Name.Select(letter => char.IsUpper(letter) ? $"_{char.ToLowerInvariant(letter)}" : letter == '.' ? "_" : letter.ToString())).Split('_').Where(word => !OfUnits.Contains(word));
            return string.Join('_', words.Append(Bound).Append(Unit ?? "").Prepend("asyncload").Where(word => word.Length > 0));
        }
    }

    /// <summary>One line of meaning.</summary>
    public string Help => Bound.Length == 0 ? Metric.Meaning : $"{Bound} bound of its interval: {Metric.Meaning}";

    /// <summary>A value in that unit.</summary>
    public double InBaseUnit(double value) => Metric.Format == MetricFormat.Time ? value / NanosecondsPerSecond : value;
}

/// <summary>A label of OpenMetrics text.</summary>
/// <param name="Name">Its name, written by the program.</param>
/// <param name="Value">Text from outside; null or empty where there is none.</param>
internal readonly record struct OpenMetricsLabel(string Name, string? Value)
{
    /// <summary>The label as it is written: <c>workload="call-chain"</c>.</summary>
    public string Written => $"{Name}=\"{Escape(Value ?? "")}\"";

    /// <summary>Text as label values and help have it: control and bidirectional characters become visible escapes, then backslashes, quotes and line feeds are escaped.</summary>
    public static string Escape(string text) => VisibleText.Escape(text)
        .Replace("\\", @"\\", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal)
        .Replace("\n", @"\n", StringComparison.Ordinal);
}
