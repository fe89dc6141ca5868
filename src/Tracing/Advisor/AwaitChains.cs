using AsyncLoad.Tracing.Advisor.Rules;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor;

/// <summary>Finds methods that call each other in a line and get the same advice, so that they are reported as one.</summary>
internal sealed class AwaitChains(MethodResolver methods)
{
    // A few calls from elsewhere, such as a warm-up, do not break a chain.
    private const double MostOfIt = 0.95;

    /// <summary>Advice on each case, with the chain that it is part of.</summary>
    public IReadOnlyList<Advice> Link(IReadOnlyList<AdviceCase> cases, Func<AdviceCase, Advice> advise)
    {
        var advised = cases.Select(seen => (Case: seen, Advice: advise(seen))).ToList();
        var linked = advised.ConvertAll(entry => entry.Advice);
        foreach (var alike in advised.Index().Where(entry => CanLink(entry.Item.Advice)).GroupBy(entry => (entry.Item.Advice.Finding, entry.Item.Advice.Weight, entry.Item.Advice.ChainRemedy ?? entry.Item.Advice.Remedy)))
        {
            var places = alike.ToDictionary(entry => entry.Item.Case.Method.Key, entry => entry.Index, StringComparer.Ordinal);
            var callers = alike.ToDictionary(entry => entry.Index, entry => CallerOf(entry.Item.Case) is { } key && places.TryGetValue(key, out var caller) ? caller : (int?)null);
            foreach (var chain in Chains(callers))
            {
                IReadOnlyList<string> names = [.. chain.Select(place => linked[place].Method)];
                var members = chain.ConvertAll(place => cases[place].Method.Facts);
                foreach (var place in chain) linked[place] = linked[place] with { Chain = names, ChainCheck = Beside(cases[place], members) is { } apart ? advise(apart).Check : null };
            }
        }

        return linked;
    }

    private static bool CanLink(Advice advice) => advice is { Finding: AdviceFinding.CompletesSynchronously or AdviceFinding.Suspends, Package: null, Remedy: not null, Removable: not null };

    // What the chain changes anyway is not told once more for each of its methods; null where a case tells none of it.
    private static AdviceCase? Beside(AdviceCase seen, List<MethodFacts?> members)
    {
        if (seen.Contract is not { } contract) return null;
        var others = contract.Others.Where(other => !members.Exists(member => member?.Assembly == other.Assembly && member.Handle == other.Handle)).ToList();
        return others.Count == contract.Others.Count ? null : seen with { Contract = contract with { Others = others } };
    }

    // A chain ends at a method with several callees that get the same advice.
    private static IEnumerable<List<int>> Chains(Dictionary<int, int?> callers)
    {
        var callees = callers.Where(entry => entry.Value is not null).GroupBy(entry => entry.Value!.Value).Where(group => group.Count() == 1).ToDictionary(group => group.Key, group => group.Single().Key);
        foreach (var head in callees.Keys.Where(place => callers[place] is not { } caller || !callees.ContainsKey(caller)))
        {
            var chain = new List<int> { head };
            while (callees.TryGetValue(chain[^1], out var next)) chain.Add(next);
            yield return chain;
        }
    }

    // The method that calls it for almost all of its bytes; null where there are several, or a stack does not show it.
    private string? CallerOf(AdviceCase seen)
    {
        var callers = seen.Evidence.GroupBy(one => CallerOf(one, seen.Method.Key) ?? "", StringComparer.Ordinal);
        var main = callers.MaxBy(group => group.Sum(one => one.Sighting.Site.Tally.Bytes))!;
        return main.Key.Length > 0 && main.Sum(one => one.Sighting.Site.Tally.Bytes) >= MostOfIt * seen.Tally.Bytes ? main.Key : null;
    }

    private string? CallerOf(Evidence evidence, string own)
    {
        var sighting = evidence.Sighting;
        return sighting.Outer.Prepend(sighting.User).OfType<TracedFrame>()
            .Where(frame => frame.Method.Length > 0 && !Framework.Owns(frame))
            .Select(frame => methods.OfUser(sighting with { User = frame })?.Key)
            .FirstOrDefault(key => key != own);
    }
}
