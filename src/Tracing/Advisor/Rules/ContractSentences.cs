using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What interfaces and base classes mean for a change of a method's return type.</summary>
internal static class ContractSentences
{
    private const int MostListed = 5;

    /// <summary>Why its return type cannot be changed; null when it can.</summary>
    public static string? Fixed(AdviceCase seen) => seen.Contract is { Varied: { } varied }
        ? $"{varied.CSharp} declares it with another return type, to which a Task{seen.Method.Result} converts and a ValueTask{seen.Method.Result} does not. Its return type cannot be changed ({Error(varied)})."
        : seen.Contract is not { Fixed: { } member } contract
        ? null
        : $"Its return type comes from {member.CSharp}, which {(contract.Package is { } package ? $"belongs to the package {package}" : "is part of .NET")} ({member.Assembly}) and cannot be changed ({Error(member)}).";

    /// <summary>What has to change with it, and where.</summary>
    public static IReadOnlyList<string> Of(AdviceCase seen)
    {
        if (seen.Contract is not { } contract) return [];
        return
        [
            .. contract.Elsewhere.Select(member => $"{member.CSharp} in {member.Assembly} declares its return type: change that first, or it does not compile ({Error(member)})."),
            .. contract.Unread.Select(Unread),
            .. Own(contract.Own),
            .. Others(seen.Method, contract.Others),
            .. contract.Bound.Take(MostListed).Select(Bound),
            .. CallerSentences.OfOthers(seen.Callers),
        ];
    }

    /// <summary>What its contracts leave of a weight.</summary>
    public static AdviceWeight Limit(AdviceCase seen, AdviceWeight weight) =>
        weight == AdviceWeight.Recommended && (seen.Contract is { IsFree: false } or { Bound.Count: > 0 } || seen.Callers is { OfOthers.Count: > 0 }) ? AdviceWeight.Conditional : weight;

    private static string Unread(ContractMember member) => member.IsSure
        ? $"{member.CSharp} in {member.Assembly}, which cannot be read here, declares its return type: change that first, or it does not compile ({Error(member)})."
        : $"{member.CSharp} in {member.Assembly}, which cannot be read here, may declare its return type. If it does, {(member.IsOfFramework ? "the return type cannot be changed" : "change that first")} ({Error(member)}). To find out, name the folder of {member.Assembly} with --assembly.";

    private static string Bound(BoundMethod bound) =>
        $"{bound.Method.CSharp} changes with it, but {bound.By.CSharp} in {bound.By.Assembly} declares its return type: "
        + (bound.By.Kind == ContractKind.Overrides ? "that cannot be changed here, so it does not compile" : "implement that explicitly there, with AsTask(), or it does not compile")
        + $" ({Error(bound.By)}).";

    private static IEnumerable<string> Own(IReadOnlyList<ContractMember> members)
    {
        if (members.Count == 0) yield break;
        var names = members.Select(member => member.CSharp).Distinct(StringComparer.Ordinal).ToList();
        yield return $"{string.Join(" and ", names)} {(names.Count == 1 ? "declares" : "declare")} it too: change its return type there as well.";
    }

    private static IEnumerable<string> Others(ChargedMethod method, IReadOnlyList<MethodFacts> others)
    {
        if (others.Count == 0) yield break;
        var names = others.Take(MostListed).Select(other => other.Assembly.FileName == method.Assembly ? other.CSharp : $"{other.CSharp} in {other.Assembly.FileName}");
        var more = others.Count > MostListed ? FormattableString.Invariant($" and {others.Count - MostListed} more") : "";
        yield return $"It is also implemented or overridden by {string.Join(", ", names)}{more}: change their return types too.";
    }

    private static string Error(ContractMember member) => member.Kind switch
    {
        ContractKind.Overrides => "CS0508",
        ContractKind.ImplementsExplicitly => "CS0535",
        _ => "CS0738",
    };
}
