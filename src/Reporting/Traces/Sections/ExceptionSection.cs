using AsyncLoad.Reporting.Document;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Reporting.Traces.Sections;

/// <summary>Thrown exceptions.</summary>
internal static class ExceptionSection
{
    private const int MostTypes = 20;

    public static ReportSection? Build(TraceDigest digest)
    {
        if (digest.Exceptions is not { } exceptions) return null;
        var total = exceptions.Sum(exception => exception.Count);
        var seconds = digest.Process.DurationMs / 1e3;
        return new ReportSection(
            "exceptions",
            "Exceptions",
            total == 0 ? "None was thrown." : $"{Figures.Plural(total, "exception")} thrown, caught or not{(exceptions.Count > MostTypes ? $"; the first {Figures.Count(MostTypes)} types" : "")}.",
            total == 0 ? [] : [Table([.. exceptions.Take(MostTypes)], seconds)]);
    }

    private static ReportBlock.Table Table(IReadOnlyList<ExceptionCount> exceptions, double seconds) => new(
        "Thrown exceptions by type, most frequent first",
        [new("Type", Numeric: false), new("Count"), new("Per second")],
        new ReportGroup(null, [.. exceptions.Select(exception => (IReadOnlyList<ReportCell>)
        [
            new(VisibleText.Type(exception.Type)),
            new(Figures.Count(exception.Count)),
            new(Figures.Number(exception.Count / seconds)),
        ])]));
}
