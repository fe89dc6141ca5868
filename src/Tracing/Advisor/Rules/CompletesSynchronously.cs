using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>A method whose result is there when it returns, and that still allocates a task for it.</summary>
internal static class CompletesSynchronously
{
    // Size of a Task without a result (x64). What a Task<T> has beyond that is its result, by which the box of a ValueTask is larger.
    private const double BytesOfTask = 64;

    private const double MostUnclear = 0.05;
    private const double MostKept = 0.5;

    private const string ToTell = "in optimised code these look like the tasks of its own result. A run with DOTNET_TC_CallCounting=0 distinguishes them; use that setting for nothing else.";

    public static Counsel Weigh(AdviceCase seen)
    {
        var because = Because(seen) + CallerSentences.InFavour(seen.Callers);
        if (OwnBuilder.Weigh(seen, Because(seen)) is { } built) return built;
        if (PassesOn.Weigh(seen, because, [.. Doubts(seen)]) is { } passing) return passing;
        if (ContractSentences.Fixed(seen) is { } ruledOut) return Counsel.Nothing(because, ruledOut);
        var kept = CacheUse.Share(seen);
        if (kept > MostKept) return Counsel.Nothing(because, "Its tasks are kept in a cache: a ValueTask cannot be kept.");
        var handedOn = KeptTask.Of(seen);
        if (handedOn == KeptPart.All) return Counsel.Nothing(because, KeptTask.AllKept);
        var callers = CallerSentences.Weigh(seen.Callers);
        var checks = CallerSentences.Of(seen.Callers).Concat(Doubts(seen)).Concat(ContractSentences.Of(seen)).Concat(Boxes(seen)).ToList();
        var returnsNull = OtherReturns.IsNull(seen.Method);
        if (returnsNull) checks.Add(OtherReturns.OfNull(seen.Method.Language));
        if (kept > 0) checks.Add("Some of its tasks are kept in a cache: a ValueTask cannot be kept.");
        if (handedOn == KeptPart.Some) checks.Add(KeptTask.SomeKept);
        if (callers == AdviceWeight.Nothing) return Counsel.Nothing(because, checks);
        List<Growth> instead = [InBoxes(seen), seen.InCallers(seen.Boxes?.BoxTally ?? new AllocationTally(), bytes: 0), seen.InElements()];
        if (instead.Sum(growth => growth.Expected) >= seen.Tally.Bytes) return Counsel.Nothing(because, "ValueTask would save nothing: boxes of the method and of its callers, and arrays, grow by more than these tasks take.");
        var certain = kept == 0 && handedOn == KeptPart.None && !returnsNull && !IsUnclear(seen) && callers == AdviceWeight.Recommended;
        return new Counsel(ContractSentences.Limit(seen, certain ? AdviceWeight.Recommended : AdviceWeight.Conditional), because, Remedy(seen) + OtherReturns.Tasks(seen.Method) + CallerSentences.PassedOnBy(seen.Callers), checks)
        {
            Kind = RemedyKind.ReturnValueTask,
            Instead = instead,
        };
    }

    /// <summary>Whether nothing rules a ValueTask out. It may still save nothing while boxes grow by the result.</summary>
    public static bool MayReturnValueTask(AdviceCase seen) =>
        seen.Method.Facts is not { HasOwnBuilder: true } && ContractSentences.Fixed(seen) is null && CallerSentences.Weigh(seen.Callers) != AdviceWeight.Nothing
        && CacheUse.Share(seen) <= MostKept && KeptTask.Of(seen) != KeptPart.All;

    // A few unclear samples do not matter: they do not count as removable.
    private static bool IsUnclear(AdviceCase seen) => Unclear(seen).Sum(evidence => evidence.Sighting.Site.Tally.Bytes) > MostUnclear * seen.Tally.Bytes;

    private static IEnumerable<Evidence> Unclear(AdviceCase seen) => seen.Evidence.Where(evidence => evidence.IsUnclear);

    private static string Because(AdviceCase seen) => OwnBuilder.Has(seen.Method) ? "It often completes without suspending, and the builder of its return type makes a task for the result."
        : seen.Method.IsAsync ? $"It often completes without suspending, and allocates a Task{seen.Method.Result} for its result."
        : $"It creates a new Task{seen.Method.Result} for an existing value with Task.FromResult.";

    private static string Remedy(AdviceCase seen) => seen.Method.IsAsync
        ? $"Return ValueTask{seen.Method.Result} instead of Task{seen.Method.Result}."
        : $"Return ValueTask{seen.Method.Result}, made with ValueTask.FromResult(value), instead of Task{seen.Method.Result}.";

    private static IEnumerable<string> Doubts(AdviceCase seen)
    {
        if (!IsUnclear(seen)) return [];
        if (seen.Method.Code is null) return [seen.Method.IsAsync ? $"Its code may make such tasks in other ways, such as Task.FromResult: {ToTell}" : "What it calls may have made them: its assembly was not found, and code that was inlined has no frame."];
        var others = Unclear(seen).SelectMany(evidence => evidence.Others).DistinctBy(source => (source.Method.Key, source.Call)).ToList();
        var own = others.Where(source => source.Method.Key == seen.Method.Key).Select(source => source.Call).OfType<string>().ToList();
        return
        [
            .. own.Count > 0 ? [$"Its code also makes tasks of such a result with {string.Join(" and ", own)}: {ToTell}"] : Array.Empty<string>(),
            .. others.Where(source => source.Method.Key != seen.Method.Key).Select(source =>
                $"{source.Method.CSharp} may have made them instead, with {source.Call ?? "its own result"}: its code was inlined, and the trace cannot distinguish the two. These bytes do not count as removable."),
            .. others.Count == 0 ? ["The trace does not show that its own statements made all of them: a method that it calls may have. Such bytes do not count as removable."] : Array.Empty<string>(),
        ];
    }

    private static IEnumerable<string> Boxes(AdviceCase seen)
    {
        if (!GrowsBoxes(seen)) yield break;
        yield return seen.Tally.MeanObjectBytes is null || seen.Boxes!.Tally.MeanObjectBytes is null
            ? "It also suspends: each box grows by the size of its result. This growth is not subtracted, since this runtime does not record sizes."
            : FormattableString.Invariant($"It also suspends: each box grows by about {Added(seen):0} B, which is subtracted.");
    }

    /// <summary>What its own boxes grow by when it returns a ValueTask: each then holds its result.</summary>
    public static Growth InBoxes(AdviceCase seen) => Growth.Sure(seen.Boxes?.BoxTally ?? new AllocationTally(), Added(seen));

    // In Visual Basic the part that suspends keeps returning a Task.
    private static bool GrowsBoxes(AdviceCase seen) => seen.Boxes is not null && seen.Method.Language != SourceLanguage.VisualBasic;

    private static double Added(AdviceCase seen) => !GrowsBoxes(seen) || !seen.Method.IsAsync ? 0 : Math.Max(0, (seen.Tally.MeanObjectBytes ?? 0) - BytesOfTask);
}

/// <summary>Recognises tasks that were made for a cache, which returns them many times.</summary>
internal static class CacheUse
{
    private static readonly string[] Caches =
        ["System.Collections.Concurrent.ConcurrentDictionary`2", "System.Lazy`1", "System.Threading.LazyInitializer", "System.Threading.LazyHelper"];

    /// <summary>The share of bytes that went to a cache, 0 to 1.</summary>
    public static double Share(AdviceCase seen) =>
        seen.Evidence.Where(evidence => IsForCache(evidence.Sighting)).Sum(evidence => evidence.Sighting.Site.Tally.Bytes) / seen.Tally.Bytes;

    // Methods in between may return the task. A method that awaits it ends the search.
    private static bool IsForCache(Sighting sighting)
    {
        foreach (var frame in sighting.Outer)
        {
            var name = FrameName.Of(frame);
            if (IsStart(name)) continue;
            if (Framework.Owns(frame)) return Caches.Contains(name.Type) || name.Type.StartsWith("Microsoft.Extensions.Caching.", StringComparison.Ordinal);
            if (frame.Method == "MoveNext" || MethodSignature.Parse(frame.Signature)?.Returns is not { } returned || !ReturnShapes.Of(returned).IsTask()) return false;
        }

        return false;
    }

    private static bool IsStart(FrameName name) => name.Method == "Start" && name.Type.StartsWith(Framework.CompilerServices, StringComparison.Ordinal);
}

/// <summary>Tasks that a method makes of values, and keeps or passes on before it returns them: a ValueTask of such a task saves nothing.</summary>
internal static class KeptTask
{
    /// <summary>The reason when the method keeps or passes on all of them.</summary>
    public const string AllKept = "It also keeps the task or passes it on, which needs a Task, so a ValueTask would save nothing.";

    /// <summary>The check when it does so with some.</summary>
    public const string SomeKept = "Most of these tasks are neither kept nor passed on: those that are need a Task.";

    /// <summary>How many of the tasks are kept, as far as the code shows.</summary>
    public static KeptPart Of(AdviceCase seen)
    {
        if (seen.Method is not { IsAsync: false, Facts: { } facts }) return KeptPart.None;
        var flow = new ResultFlow(facts.Assembly, facts.Handle);
        var kept = facts.Assembly.Code(facts.Handle).Index()
            .Where(place => place.Item.Calls && facts.Assembly.Called(place.Item.Operand) is { IsOfTask: true, Name: "FromResult" })
            .Select(place => flow.Follow(place.Index).Uses.Any(use => Keeps(use.Use)))
            .ToList();
        return !kept.Contains(true) ? KeptPart.None : kept.Contains(false) ? KeptPart.Some : KeptPart.All;
    }

    private static bool Keeps(ResultUse use) =>
        use is ResultUse.Stored or ResultUse.Collected or ResultUse.Captured or ResultUse.Boxed or ResultUse.Inferred or ResultUse.PassedOn or ResultUse.Combined;
}

/// <summary>How many of the tasks that a method makes are kept.</summary>
internal enum KeptPart
{
    None,
    Some,
    All,
}
