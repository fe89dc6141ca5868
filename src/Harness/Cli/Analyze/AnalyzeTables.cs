using AsyncLoad.Analysis;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Harness.Cli.Analyze;

/// <summary>The figures of a digest as tables: collections, allocation, what went wrong, processor samples.</summary>
internal sealed class AnalyzeTables(Terminal terminal, OutputStyle style)
{
    private const int MostTypes = 10;

    // Types below this share are noise; the first FewestTypes are shown anyway.
    private const double SmallestShare = 0.001;
    private const int FewestTypes = 3;
    private const int MostStacks = 5;
    private const int MostFrames = 4;
    private const int MostMethods = 10;
    private const int MostExceptions = 5;

    private readonly TextWriter output = terminal.Output;

    /// <summary>Collections and pauses.</summary>
    public void WriteGc(GcDigest gc)
    {
        Head("gc");
        if (gc.Counts.Count == 0)
        {
            output.WriteLine("no collection");
            return;
        }

        new TextTable(
            ["gen", "reason", "kind", "count", "pauses", "mean"],
            [.. gc.Counts.Select(count => new[]
            {
                Figures.Count(count.Generation), VisibleText.Name(count.Reason), VisibleText.Name(count.Kind), Figures.Count(count.Count), Milliseconds(count.PauseMs), Milliseconds(count.PauseMs / count.Count),
            })]).Write(terminal, style);
        if (gc.Pauses is { } pauses) output.WriteLine($"pauses       {Quantiles(pauses)}, {Milliseconds(pauses.SumMs)} in all: {Figures.Percent(gc.PauseShare)} of the time");
        if (gc.Suspensions is { } suspensions) output.WriteLine($"suspensions  {Quantiles(suspensions)}");
        if (gc.PeakHeapMb is { } peak) output.WriteLine($"heap         {Figures.Size(peak * 1e6)} at most after a collection{(gc.PromotedMb is { } promoted ? $"; {Figures.Size(promoted * 1e6)} survived collections" : "")}");
    }

    /// <summary>Bytes by type and by stack.</summary>
    public void WriteAllocation(AllocationDigest allocation)
    {
        Head("allocation");
        var basis = allocation.Source == AllocationSource.Sampled
            ? "taken at random; brackets hold 95 % intervals"
            : "from AllocationTick events, which are biased (see above)";
        output.WriteLine($"{Rate(allocation.Total, allocation)} from {Figures.Plural(allocation.Total.Samples, "sample")}, {basis}");
        if (allocation.Types.Count == 0) return;
        var shown = allocation.Types.Take(MostTypes).TakeWhile((type, index) => index < FewestTypes || type.Estimate.Bytes >= SmallestShare * Whole(allocation)).ToList();
        new TextTable(
            ["bytes/s", "share", "object", "type"],
            [.. shown.Select(type => new[]
            {
                Rate(type.Estimate, allocation), Share(type.Estimate, allocation), Figures.Size(type.MeanObjectBytes), VisibleText.Type(type.Type),
            })]).Write(terminal, style);
        var rest = allocation.Types.Skip(shown.Count).ToList();
        if (rest.Count > 0) output.WriteLine($"{Figures.Plural(rest.Count, "more type")}: {Figures.Percent(rest.Sum(type => type.Estimate.Bytes) / Whole(allocation))}");
        if (allocation.Stacks.Count > 0) Head("top stacks");
        foreach (var stack in allocation.Stacks.Take(MostStacks)) WriteStack(stack, allocation);
    }

    /// <summary>Where all bytes went.</summary>
    public void WriteAccount(AdviceReport advice)
    {
        if (advice.Account.TotalBytes == 0) return;
        Head("account of all bytes");
        new TextTable(
            ["bytes/s", "share", "part"],
            [.. AdviceWords.Account(advice.Account).Select(part => new[]
            {
                Figures.SizeRate(RateInterval.Of(part.Bytes, advice.Seconds)), Figures.Percent(part.Bytes.Bytes / advice.Account.TotalBytes), part.Part,
            })]).Write(terminal, style);
    }

    /// <summary>Exceptions, waits for locks and a starved pool, where there were any.</summary>
    public void WriteTroubles(TraceDigest digest)
    {
        if (digest.Exceptions is { Count: > 0 } exceptions)
        {
            Head("exceptions");
            foreach (var thrown in exceptions.Take(MostExceptions)) output.WriteLine($"{Figures.Count(thrown.Count)} × {VisibleText.Type(thrown.Type)}");
            if (exceptions.Count > MostExceptions) output.WriteLine($"{Figures.Plural(exceptions.Count - MostExceptions, "more type")}");
        }

        if (digest.Contention is { Count: > 0 } contention)
        {
            Head("waits for locks");
            output.WriteLine($"{Figures.Count(contention.Count)}{(contention.Waited is { } waited ? $": {Quantiles(waited)}, {Milliseconds(waited.SumMs)} in all" : "")}");
        }

        if (digest.ThreadPool is not { } pool) return;
        if (pool.Starvations == 0 && pool.MostThreads == pool.FewestThreads) return;
        Head("thread pool");
        var threads = pool is { FewestThreads: { } fewest, MostThreads: { } most } ? $", {Figures.Count(fewest)} to {Figures.Count(most)} threads" : "";
        output.WriteLine(pool.Starvations == 0 ? $"not starved{threads}" : $"starved: {Figures.Plural(pool.Starvations, "thread")} added because none made progress{threads}; look for code that blocks on tasks");
    }

    /// <summary>Methods by processor samples.</summary>
    public void WriteCpu(CpuDigest cpu)
    {
        if (cpu.Methods.Count == 0 && cpu.Outside == 0) return;
        Head($"processor samples ({Figures.Count(cpu.Samples)}{(cpu.Outside == 0 ? "" : $" of {Figures.Count(cpu.Samples + cpu.Outside)} in managed code")})");
        if (cpu.Outside > 0) output.WriteLine($"{Figures.Count(cpu.Outside)} caught threads outside managed code: waiting, in the system or in native code; shares are of the {Figures.Count(cpu.Samples)} others");
        if (cpu.Methods.Count == 0) return;
        new TextTable(
            ["self", "inclusive", "method"],
            [.. cpu.Methods.Take(MostMethods).Select(method => new[]
            {
                Figures.Percent(method.Self / (double)cpu.Samples), Figures.Percent(method.Inclusive / (double)cpu.Samples), VisibleText.Type(method.Method),
            })]).Write(terminal, style);
    }

    private void WriteStack(StackAllocation stack, AllocationDigest allocation)
    {
        output.WriteLine($"{Rate(stack.Estimate, allocation)}, {Share(stack.Estimate, allocation)}: {VisibleText.Type(stack.Type)}");
        foreach (var (index, frame) in stack.Frames.Take(MostFrames).Index()) output.WriteLine($"   {(index == 0 ? "in" : "by")} {VisibleText.Type(frame)}");
        if (stack.Frames.Count > MostFrames) output.WriteLine($"      {Figures.Plural(stack.Frames.Count - MostFrames, "more frame")}");
    }

    private void Head(string title)
    {
        output.WriteLine();
        output.WriteLine(title);
    }

    private static string Rate(AllocationEstimate estimate, AllocationDigest allocation) => allocation.Seconds > 0
        ? Figures.SizeRate(RateInterval.Of(estimate, allocation.Seconds))
        : Figures.NotAvailable;

    private static string Share(AllocationEstimate estimate, AllocationDigest allocation) => Figures.Percent(estimate.Bytes / Whole(allocation));

    private static double Whole(AllocationDigest allocation) => allocation.Total.Bytes;

    private static string Quantiles(PauseQuantiles lengths) =>
        $"median {Milliseconds(lengths.MedianMs)}, p95 {Milliseconds(lengths.P95Ms)}, p99 {Milliseconds(lengths.P99Ms)}, max {Milliseconds(lengths.MaxMs)}";

    private static string Milliseconds(double ms) => Figures.Time(ms * 1e6);
}
