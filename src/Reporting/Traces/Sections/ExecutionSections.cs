using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Reporting.Traces.Sections;

/// <summary>Methods by processor samples.</summary>
internal static class CpuSection
{
    private const int MostMethods = 20;

    public static ReportSection? Build(CpuDigest? cpu) => cpu is null ? null : new ReportSection(
        "cpu",
        "Methods by processor samples",
        $"{Figures.Plural(cpu.Samples, "sample")} of threads that ran managed code, taken at fixed intervals.{Outside(cpu)}",
        cpu.Methods.Count == 0 ? [] : [Table(cpu)]);

    private static string Outside(CpuDigest cpu) => cpu.Outside == 0
        ? ""
        : $" Another {Figures.Plural(cpu.Outside, "sample")}, {Figures.Percent(cpu.Outside / (double)(cpu.Samples + cpu.Outside))} of all, hit threads outside managed code: waiting, in the system or in native code. Shares are of the {Figures.Count(cpu.Samples)} in managed code.";

    private static ReportBlock.Table Table(CpuDigest cpu) => new(
        cpu.Methods.Count > MostMethods ? $"The first {Figures.Count(MostMethods)} methods by their own samples" : "Methods by their own samples",
        [new("Method", Numeric: false), new("Own samples"), new("Share"), new("Including callees"), new("Share")],
        new ReportGroup(null, [.. cpu.Methods.Take(MostMethods).Select(method => (IReadOnlyList<ReportCell>)
        [
            new(VisibleText.Type(method.Method)),
            new(Figures.Count(method.Self)),
            new(Share(method.Self, cpu)),
            new(Figures.Count(method.Inclusive)),
            new(Share(method.Inclusive, cpu)),
        ])]));

    private static string Share(long samples, CpuDigest cpu) => Figures.Percent(samples / (double)cpu.Samples);
}

/// <summary>Waits for locks, and the thread pool.</summary>
internal static class ThreadSection
{
    public static ReportSection? Build(TraceDigest digest)
    {
        if (digest is { Contention: null, ThreadPool: null }) return null;
        ReportBlock?[] blocks =
        [
            digest.ThreadPool is { Starvations: > 0 } starved ? new ReportBlock.Notices(Starvation(starved)) : null,
            new ReportBlock.Facts([.. Contention(digest.Contention), .. Pool(digest.ThreadPool)]),
            digest.Contention?.Waited is { } waited ? QuantileTable.Of("Waits for locks", [("Waits", waited)]) : null,
        ];
        return new ReportSection("threads", "Threads and locks", null, [.. blocks.OfType<ReportBlock>()]);
    }

    private static Notice Starvation(ThreadPoolDigest pool) => new(
        Mark.Of(WarningSeverity.Warning),
        "thread-pool starvation",
        $"The pool added a thread {Figures.Plural(pool.Starvations, "time")} because no work item made progress.",
        "Look for blocking waits on pool threads: .Result, .Wait(), GetAwaiter().GetResult(), locks around I/O. Await them instead.");

    private static IEnumerable<Fact> Contention(ContentionDigest? contention)
    {
        if (contention is null) yield break;
        yield return new Fact("Contended locks", Figures.Plural(contention.Count, "wait"));
    }

    private static IEnumerable<Fact> Pool(ThreadPoolDigest? pool)
    {
        if (pool is null) yield break;
        yield return new Fact("Starvation", pool.Starvations == 0 ? "none" : $"{Figures.Plural(pool.Starvations, "time")}");
        yield return new Fact("Pool threads", (pool.FewestThreads, pool.MostThreads) switch
        {
            ({ } fewest, { } most) when fewest == most => Figures.Count(most),
            ({ } fewest, { } most) => $"{Figures.Count(fewest)} to {Figures.Count(most)}",
            _ => TraceDocument.Untold,
        });
    }
}

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
