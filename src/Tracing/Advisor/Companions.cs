using AsyncLoad.Tracing.Advisor.Rules;

namespace AsyncLoad.Tracing.Advisor;

/// <summary>Finds what the remedy of one case removes of other cases, or may remove.</summary>
internal sealed class Companions
{
    private readonly Dictionary<(string Method, AdviceFinding Finding), AdviceCase> all;
    private readonly HashSet<(string Method, AdviceFinding Finding)> promised;

    /// <param name="all">All cases.</param>
    /// <param name="large">Those that are reported.</param>
    public Companions(IEnumerable<AdviceCase> all, IEnumerable<AdviceCase> large)
    {
        this.all = all.ToDictionary(seen => (seen.Method.Key, seen.Finding));
        promised = [.. large.Where(seen => seen.Tally.Samples >= AdviceBuilder.EnoughSamples && AdviceRules.Weigh(seen).Kind is not null).Select(seen => (seen.Method.Key, seen.Finding))];
    }

    /// <summary>A case with what belongs to its remedy.</summary>
    public AdviceCase With(AdviceCase seen) => seen.Finding is AdviceFinding.CompletesSynchronously or AdviceFinding.Suspends ? seen with { Beside = Beside(seen), Delegates = [.. Delegates(seen)] } : seen;

    // What has a remedy of the same kind is promised there.
    private AdviceCase? Beside(AdviceCase seen)
    {
        var key = (seen.Method.Key, seen.Finding == AdviceFinding.Suspends ? AdviceFinding.CompletesSynchronously : AdviceFinding.Suspends);
        return promised.Contains(key) || !all.TryGetValue(key, out var other) ? null : other with { Callers = seen.Callers, CallerBoxes = seen.CallerBoxes, Contract = seen.Contract, Package = seen.Package, Runtime = seen.Runtime };
    }

    private IEnumerable<Evidence> Delegates(AdviceCase seen)
    {
        var taken = seen.Method.Signature?.Parameters.Select(type => type.Definition).ToHashSet(StringComparer.Ordinal) ?? [];
        var ofCallers = taken.Count == 0 ? [] : (seen.Callers?.All ?? []).Select(caller => ChargedMethod.Of(caller).Key).Where(key => key != seen.Method.Key).Distinct(StringComparer.Ordinal);
        return DelegatesOf(seen.Method.Key).Concat(ofCallers.SelectMany(DelegatesOf).Where(one => taken.Contains(one.Sighting.Type.Definition)));
    }

    private IEnumerable<Evidence> DelegatesOf(string method) => all.TryGetValue((method, AdviceFinding.Closure), out var closures) ? closures.Evidence.Where(Closure.IsDelegate) : [];
}
