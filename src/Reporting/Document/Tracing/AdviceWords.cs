using AsyncLoad.Analysis;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Reporting.Document.Tracing;

/// <summary>Advice in words.</summary>
public static class AdviceWords
{
    private const int LongestChain = 12;

    /// <summary>The method as C#; for a chain the outermost, and how many more there are.</summary>
    public static string Title(Advice advice) =>
        VisibleText.Type(advice.Method) + (advice.Chain.Count == 0 ? "" : $" and {Figures.Count(advice.Chain.Count - 1)} more in a chain");

    /// <summary>The methods of a chain, each of which calls the next; null for none.</summary>
    public static string? Chain(Advice advice)
    {
        var more = advice.Chain.Count - LongestChain;
        return advice.Chain.Count == 0 ? null : string.Join(" → ", advice.Chain.Take(LongestChain).Select(VisibleText.Type)) + (more > 0 ? $" and {Figures.Count(more)} more" : "");
    }

    /// <summary>What to do; null for nothing.</summary>
    public static string? Remedy(Advice advice) =>
        advice.Remedy is not { } remedy ? null : VisibleText.Sentence(remedy) + (advice.Chain.Count == 0 ? "" : $" In each of the {Figures.Count(advice.Chain.Count)} methods.");

    /// <summary>What the advice is worth, as sign and word.</summary>
    public static Mark Of(AdviceWeight weight) => weight switch
    {
        AdviceWeight.Recommended => new Mark(Tone.Good, "✓", "recommended"),
        AdviceWeight.Conditional => new Mark(Tone.Open, "?", "conditional"),
        AdviceWeight.Nothing => new Mark(Tone.Even, "–", "nothing to gain"),
        AdviceWeight.Package => new Mark(Tone.Even, "–", "in a package"),
        _ => new Mark(Tone.Even, "…", "not enough evidence"),
    };

    /// <summary>Whether there is something to do: a remedy that removes bytes, conditional or not.</summary>
    public static bool IsActionable(Advice advice) =>
        advice is { Weight: AdviceWeight.Recommended or AdviceWeight.Conditional, Remedy: not null, Removable.Estimate: > 0 };

    /// <summary>The advice of a report that asks for something to be done, one method each; none without a report.</summary>
    public static IReadOnlyList<Advice> Actionable(AdviceReport? report) => [.. (report?.Methods ?? []).Where(IsActionable)];

    /// <summary>The same with each chain of methods as one.</summary>
    public static IReadOnlyList<Advice> ActionableEntries(AdviceReport? report) => [.. (report?.Entries ?? []).Where(IsActionable)];

    /// <summary>Whether async code as a whole allocates less than the smallest share that is reported.</summary>
    public static bool IsFree(AdviceReport report) => report.Account.AsyncBytes <= report.MinShare * report.Account.TotalBytes;

    /// <summary>Whether the hidden findings take more than those that are shown: code of many small methods.</summary>
    public static bool IsMostLeftOut(AdviceReport report) =>
        report.LeftOut > 1 && report.LeftOutShare > 0 && report.LeftOutShare >= Math.Max(report.MinShare, report.Methods.Sum(advice => advice.Share));

    /// <summary>What the hidden findings take together, as the end of a sentence; empty where that is too little to mention.</summary>
    public static string TogetherLeftOut(AdviceReport report) =>
        report.LeftOut > 1 && report.LeftOutShare >= report.MinShare && report.LeftOutShare > 0 ? $", {Figures.Percent(report.LeftOutShare)} together" : "";

    /// <summary>Why there is no advice on methods where most frames have no name, as a part of a sentence.</summary>
    public static string Nameless(TraceState state) => state is { Truncated: false, Damage: null }
        ? "most frames have no name, so it is not known what methods allocate"
        : "the recording was cut off before the names of methods were written; types and bytes cover what was recorded until then";

    /// <summary>The parts of all sampled bytes, with what each is.</summary>
    public static IReadOnlyList<(AllocationEstimate Bytes, string Part)> Account(ByteAccount account)
    {
        var makers = account.Makers.Select(made => VisibleText.Type(made.Method) + (made.Candidates.Count == 0 ? "" : $" ({string.Join(" or ", made.Candidates.Select(VisibleText.Type))})"));
        return
        [
            (account.AsyncMethods, "async methods: results, boxes, closures"),
            (account.AsyncCosts, "other costs of async code"),
            (account.Tasks, $"Task<T> from code that is not async{(account.Makers.Count == 0 ? "" : $": {string.Join(", ", makers)}")}"),
            .. account.Packages.Samples > 0 ? [(account.Packages, "async code of packages")] : Array.Empty<(AllocationEstimate, string)>(),
            (account.Other, "everything else"),
        ];
    }

    /// <summary>What was found, in one or two words.</summary>
    public static string Of(AdviceFinding finding) => finding switch
    {
        AdviceFinding.CompletesSynchronously => "completes synchronously",
        AdviceFinding.Suspends => "suspends",
        AdviceFinding.PoolMisses => "misses its pool",
        AdviceFinding.Converted => "turns a ValueTask into a Task",
        AdviceFinding.Closure => "closure or delegate",
        AdviceFinding.AsyncIterator => "async iterator",
        AdviceFinding.CompletionSource => "TaskCompletionSource",
        AdviceFinding.TaskRun => "Task.Run",
        AdviceFinding.WhenAll => "Task.WhenAll or WhenAny",
        AdviceFinding.Delay => "Task.Delay",
        AdviceFinding.Timeout => "time limit with WhenAny and Delay",
        AdviceFinding.Waiter => "SemaphoreSlim.WaitAsync",
        AdviceFinding.TokenSource => "CancellationTokenSource",
        AdviceFinding.WaitAsync => "Task.WaitAsync",
        AdviceFinding.Timer => "timer",
        AdviceFinding.Continuation => "continuation",
        AdviceFinding.AsyncLocal => "AsyncLocal",
        AdviceFinding.Channel => "channel",
        AdviceFinding.PoolWork => "work for the thread pool",
        AdviceFinding.LazyTask => "Lazy for a task",
        AdviceFinding.AsyncExpression => "async { } of F#",
        _ => "other",
    };

    /// <summary>Several methods of one finding, and what would remove the bytes: <c>5 async methods that complete synchronously; returning ValueTask</c>.</summary>
    /// <param name="allAsync">Whether all of them are async.</param>
    public static (string Subject, string Remedy) Together(AdviceFinding finding, int methods, bool allAsync)
    {
        var one = methods == 1;
        var some = Figures.Plural(methods, allAsync ? "async method" : "method");
        return finding switch
        {
            AdviceFinding.CompletesSynchronously => ($"{some} that {(one ? "completes" : "complete")} synchronously", "returning ValueTask"),
            AdviceFinding.Suspends => ($"{some} that {(one ? "suspends" : "suspend")}", "pooling the state machines"),
            AdviceFinding.PoolMisses => ($"{some} that {(one ? "misses its" : "miss their")} pool", "keeping the pool warm"),
            AdviceFinding.Converted => ($"{Figures.Plural(methods, "method")} that {(one ? "turns" : "turn")} a ValueTask into a Task", "awaiting it directly"),
            AdviceFinding.Closure => ($"closures in {some}", "passing state instead"),
            AdviceFinding.AsyncIterator => ($"{Figures.Plural(methods, "async iterator")}", "the remedy below"),
            _ => ($"{Of(finding)} in {Figures.Plural(methods, "method")}", "the remedy below"),
        };
    }

    /// <summary>What must hold before the remedy is applied, one line for each check.</summary>
    public static IEnumerable<string> Checks(Advice advice) => advice.Check.Select(check => $"Check: {VisibleText.Sentence(check)}");

    /// <summary>Namespace, assembly, package, and file with line, as far as they are known.</summary>
    public static string? Home(Advice advice)
    {
        string[] parts = [advice.Namespace, advice.Assembly ?? "", advice.Package is { } package ? $"from {package}" : "", advice.Source?.ToString() ?? ""];
        return string.Join(", ", parts.Where(part => part.Length > 0).Select(VisibleText.Name)) is { Length: > 0 } home ? home : null;
    }
}
