using AsyncLoad.Tracing.Advisor.Rules;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor;

/// <summary>How advice is made.</summary>
/// <param name="MinShare">Findings below this share of all bytes are omitted, 0 to 1; 0.01 by default.</param>
/// <param name="AssemblyFolders">Folders in which assemblies are looked for whose path in the trace does not exist here.</param>
public sealed record AdviceOptions(double MinShare, IReadOnlyList<string> AssemblyFolders)
{
    /// <summary>Findings from 1 % up, assemblies where the trace says they were.</summary>
    public static AdviceOptions Default { get; } = new(0.01, []);
}

/// <summary>What a trace states of the program's code.</summary>
/// <param name="Runtime">Major version of the runtime, such as 10; null when the trace does not state it.</param>
/// <param name="Builds">Which builds of assemblies it names; null where it names none.</param>
internal sealed record TracedCode(int? Runtime, TracedBuilds? Builds = null);

/// <summary>Makes advice of allocation sites.</summary>
internal static class AdviceBuilder
{
    /// <summary>Fewest samples that an advice may rest on.</summary>
    public const int EnoughSamples = 10;

    /// <summary>What async methods allocate, and what would remove it.</summary>
    /// <param name="sites">All sites, those without advice included: shares refer to their sum.</param>
    /// <param name="seconds">The time they cover; above 0.</param>
    /// <param name="code">What the trace tells of the code.</param>
    public static AdviceReport Build(IReadOnlyList<AllocationSite> sites, double seconds, AllocationSource source, AdviceOptions options, TracedCode? code = null)
    {
        using var library = new AssemblyLibrary(options.AssemblyFolders, code?.Builds);
        OpenAll(library, sites);
        var methods = new MethodResolver(library);
        var seenSites = sites.Where(site => site.Tally.Bytes > 0).Select(site => Seen(site, methods)).ToList();
        var cases = Cases([.. seenSites.Select(seen => seen.Evidence).OfType<Evidence>()]);
        var machines = cases.Where(seen => seen.Finding is AdviceFinding.Suspends or AdviceFinding.AsyncIterator).ToLookup(seen => seen.Method.Key, StringComparer.Ordinal);
        var total = sites.Sum(site => site.Tally.Bytes);
        var callers = new Callers(library);
        var owners = new PackageUsers(library, methods);
        // Only for large cases: a search for callers reads the code of all assemblies.
        var large = cases
            .Where(seen => seen.Tally.Bytes / total >= options.MinShare)
            .Select(seen => seen with { Runtime = code?.Runtime })
            .Select(seen => library.OwnerOf(seen.Method.Assembly) is { } package ? seen with { Package = package, CalledFrom = owners.CallerOf(seen.Evidence) }
                : seen.Method is { Facts: { } facts, Signature: not null } ? WithCallers(seen, callers.Of(facts), machines) with { Contract = Contract.Of(facts, library) }
                : seen)
            .ToList();
        var companions = new Companions(cases, large);
        large = large.ConvertAll(companions.With);
        var converted = large.Where(IsConverted).ToDictionary(seen => seen.Method.Key, StringComparer.Ordinal);
        var advised = large.Select(seen => seen.Finding == AdviceFinding.Suspends ? seen with { Tasks = converted.GetValueOrDefault(seen.Method.Key) } : seen).OrderByDescending(seen => seen.Tally.Bytes).ThenBy(seen => seen.Method.Key, StringComparer.Ordinal).ThenBy(seen => seen.Finding);
        var scale = new AdviceScale(seconds, total, source);
        var linked = new AwaitChains(methods).Link([.. advised], seen => Advise(seen, scale));
        return new AdviceReport(seconds, linked, options.MinShare, cases.Count - large.Count, [.. WithoutMetadata(large).Except(library.OtherBuilds)], new AccountBuilder(methods, library).Build(seenSites))
        {
            LeftOutShare = total > 0 ? cases.Where(seen => seen.Tally.Bytes / total < options.MinShare).Sum(seen => seen.Tally.Bytes) / total : 0,
            UnusedPdbs = UnusedPdbs(large),
            OtherBuilds = library.OtherBuilds,
            DebugBuilds = [.. library.Found.Where(assembly => assembly.IsDebugBuild).Select(assembly => assembly.FileName).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)],
        };
    }

    private static bool IsConverted(AdviceCase seen) =>
        seen is { Finding: AdviceFinding.CompletesSynchronously, Tally.Samples: >= EnoughSamples } && AdviceRules.Weigh(seen).Kind == RemedyKind.ReturnValueTask;

    private static SeenSite Seen(AllocationSite site, MethodResolver methods)
    {
        var sighting = Sighting.Of(site);
        return new SeenSite(site, sighting, sighting is null ? null : AdviceRules.Recognise(sighting, methods));
    }

    // All assemblies are opened: an inlined method has no frame and is searched for in all of them.
    private static void OpenAll(AssemblyLibrary library, IReadOnlyList<AllocationSite> sites)
    {
        // Readers keep one object for each method.
        foreach (var frame in sites.SelectMany(site => site.Frames).Distinct<TracedFrame>(ReferenceEqualityComparer.Instance))
        {
            if (frame.Module is not { } module) continue;
            if (Framework.OwnsFile(Framework.FileName(module))) library.AddRuntime(module);
            else library.Find(module)?.Methods.Compare(frame);
        }
    }

    private static List<AdviceCase> Cases(List<Evidence> evidence)
    {
        var cases = evidence
            .GroupBy(one => (one.Method.Key, one.Finding))
            .Select(group => Case(group.Key.Finding, [.. group]))
            .ToList();
        var boxes = Of(AdviceFinding.Suspends);
        var tasks = Of(AdviceFinding.CompletesSynchronously);
        return
        [
            .. cases.Select(seen => seen with
            {
                Boxes = seen.Finding == AdviceFinding.CompletesSynchronously ? boxes.GetValueOrDefault(seen.Method.Key) : null,
                DoesBoth = boxes.ContainsKey(seen.Method.Key) && tasks.ContainsKey(seen.Method.Key),
            }),
        ];

        Dictionary<string, AdviceCase> Of(AdviceFinding finding) => cases.Where(seen => seen.Finding == finding).ToDictionary(seen => seen.Method.Key, StringComparer.Ordinal);
    }

    private static AdviceCase WithCallers(AdviceCase seen, CallerReport callers, ILookup<string, AdviceCase> machines) => seen with
    {
        Callers = callers,
        CallerBoxes = callers.Calls == 0 ? null : Sum(callers.Async.SelectMany(caller => machines[ChargedMethod.Of(caller).Key]).SelectMany(caller => caller.Evidence).Where(IsMachine)),
    };

    // What keeps results over an await. Continuations of runtime async keep no ValueTask.
    private static bool IsMachine(Evidence evidence) =>
        evidence.Finding == AdviceFinding.Suspends ? !RuntimeAsync.IsOne(evidence.Sighting) && !NextAction.Is(evidence.Sighting) : AsyncIterator.IsItself(evidence.Sighting);

    private static IReadOnlyList<string> WithoutMetadata(List<AdviceCase> cases) =>
        [.. cases.Where(seen => seen.Method.Facts is null && !seen.IsMadeAtRunTime).Select(seen => seen.Method.Assembly).OfType<string>().Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];

    private static IReadOnlyList<string> UnusedPdbs(List<AdviceCase> cases) =>
        [.. cases.Select(seen => seen.Method.Facts?.Assembly.Lines.Unused).OfType<string>().Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];

    private static AdviceCase Case(AdviceFinding finding, List<Evidence> evidence)
    {
        // Without metadata stacks may name the method in more or less detail: the longest name has most.
        var method = evidence.Select(one => one.Method).MaxBy(method => method.CSharp.Length)!;
        return new AdviceCase(finding, method, evidence, Sum(evidence));
    }

    private static AllocationTally Sum(IEnumerable<Evidence> evidence) => AllocationTally.Sum(evidence.Select(one => one.Sighting.Site.Tally));

    private static Advice Advise(AdviceCase seen, AdviceScale scale)
    {
        var sure = seen.Sure.Estimate(AllocationTally.Confidence);
        var allocated = seen.Tally.Estimate(AllocationTally.Confidence) with { Low = sure.Low };
        var counsel = scale.Judge(AdviceRules.Weigh(seen), allocated);
        var types = seen.Evidence
            .GroupBy(one => CSharpName.OfType(one.Sighting.Site.Type), StringComparer.Ordinal)
            .OrderByDescending(group => group.Sum(one => one.Sighting.Site.Tally.Bytes))
            .Select(group => group.Key);
        return new Advice(
            seen.Method.CSharp,
            seen.Method.Namespace,
            seen.Method.Assembly,
            seen.Finding,
            counsel.Weight,
            allocated,
            scale.Share(allocated),
            seen.Tally.MeanObjectBytes,
            [.. types],
            counsel.Because,
            counsel.Remedy,
            Promise.Of(seen, counsel, scale),
            counsel.Check)
        {
            IsAsync = seen.Method.IsAsync,
            RemedyKind = counsel.Kind,
            ChainRemedy = counsel.Unnamed,
            SureShare = scale.Share(sure),
            Package = seen.Package?.Name,
            CalledFrom = seen.CalledFrom,
            Source = SourceLine.Of(seen.Method.Facts?.Source),
        };
    }
}

/// <summary>What sampled bytes are related to: the time and the sum of all bytes.</summary>
internal sealed record AdviceScale(double Seconds, double Total, AllocationSource Source)
{
    /// <summary>Their share, 0 to 1.</summary>
    public double Share(AllocationEstimate allocated) => allocated.Bytes / Total;

    /// <summary>Bytes per second that a remedy removes, never below 0.</summary>
    /// <param name="added">What the remedy allocates instead; null for nothing.</param>
    /// <param name="besides">What it may remove besides; null for nothing.</param>
    public RateInterval Removable(AllocationEstimate allocated, AllocationEstimate? added, AllocationEstimate? besides) => new(
        Rate(allocated.Bytes - (added?.Bytes ?? 0)),
        Rate(allocated.Low - (added?.High ?? 0)),
        Rate(allocated.High - (added?.Low ?? 0) + (besides?.High ?? 0)));

    /// <summary>Limits a counsel to what the samples support.</summary>
    public Counsel Judge(Counsel counsel, AllocationEstimate allocated)
    {
        if (allocated.Samples < AdviceBuilder.EnoughSamples)
        {
            return new Counsel(
                AdviceWeight.NotEnoughEvidence,
                counsel.Because,
                null,
                [FormattableString.Invariant($"There are {allocated.Samples} of the {AdviceBuilder.EnoughSamples} samples that advice needs: record for longer, or under more load.")]);
        }

        return Source == AllocationSource.Tick && counsel.Weight == AdviceWeight.Recommended
            ? counsel with { Weight = AdviceWeight.Conditional, Check = [.. counsel.Check, "The bytes come from AllocationTick events, which are biased. Record sampled allocations on .NET 10 to confirm them."] }
            : counsel;
    }

    private double Rate(double bytes) => Math.Max(0, bytes) / Seconds;
}
