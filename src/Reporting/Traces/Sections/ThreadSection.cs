using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Reporting.Traces.Sections;

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
