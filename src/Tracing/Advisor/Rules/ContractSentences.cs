using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What interfaces and base classes mean for a change of a method's return type.</summary>
internal static class ContractSentences
{
    private const int MostListed = 5;

    /// <summary>Why its return type cannot be changed; null when it can.</summary>
    public static string? Fixed(AdviceCase seen) => seen.Contract switch
    {
        { Convention: { } convention } => $"It is {convention.Role}, which is called by its name and has to return a Task. Its return type cannot be changed ({convention.Error}).",
        { Taker: { } taker } => $"Its delegate goes to {taker.CSharp}, which {(taker.Library is { } library ? $"belongs to {library.Told}" : taker.Maker is { } maker ? $"is generated ({maker})" : "is part of .NET")} and takes one that returns a Task. With another return type it does not compile{Parenthesised(CompilerCodes.In(seen.Method.Language, "CS8934"))}, or another overload is called.",
        { Varied: { Method.Called.Signature.ReturnType.IsParameter: true } varied } =>
            $"{varied.CSharp} declares it with a type parameter, for which Task{seen.Method.Result} stands. Its return type cannot be changed without all that uses {varied.CSharp} ({Error(varied, seen.Method.Language)}).",
        { Varied: { } varied } =>
            $"{varied.CSharp} declares it with another return type, to which a Task{seen.Method.Result} converts and a ValueTask{seen.Method.Result} does not. Its return type cannot be changed ({Error(varied, seen.Method.Language)}).",
        { Fixed: { } member } contract => $"Its return type comes from {member.CSharp}, which {Owner(member, contract.Package)} and cannot be changed{(member.HasDefault ? ": the default implementation there would be called instead, without an error" : $" ({Error(member, seen.Method.Language)})")}.",
        _ => null,
    };

    /// <summary>What has to change with it, and where.</summary>
    public static IReadOnlyList<string> Of(AdviceCase seen)
    {
        if (seen.Contract is not { } contract) return [];
        var language = seen.Method.Language;
        return
        [
            .. contract.Elsewhere.Select(member => $"{member.CSharp} in {member.Assembly} declares its return type: change that first{Otherwise(member, language)}."),
            .. contract.Unread.Select(member => Unread(member, language)),
            .. Own(contract.Own),
            .. Others(seen.Method, contract.Others),
            .. Generated(contract).Take(MostListed).Select(other => $"{other.Method.CSharp} changes with it and is generated ({other.Maker}): what generates it must support a ValueTask."),
            .. contract.Bound.Take(MostListed).Select(Bound),
            .. IsWritten(seen) ? [$"It is a property with a setter: what assigns a Task to it stops compiling ({CompilerCodes.In(language, "CS0029")})."] : Array.Empty<string>(),
            .. Read(seen, contract),
            .. CallerSentences.OfOthers(seen.Callers),
        ];
    }

    /// <summary>What its contracts leave of a weight.</summary>
    public static AdviceWeight Limit(AdviceCase seen, AdviceWeight weight) =>
        weight == AdviceWeight.Recommended && (seen.Contract is { IsFree: false } or { Bound.Count: > 0 } || seen.Callers is { OfOthers.Count: > 0 } || IsReadOrGenerated(seen) || IsWritten(seen)) ? AdviceWeight.Conditional : weight;

    private static bool IsWritten(AdviceCase seen) => seen.Method.Facts is { HasSetter: true };

    private static bool IsReadOrGenerated(AdviceCase seen) => seen.Contract is { } contract && (Read(seen, contract).Any() || Generated(contract).Any());

    private static string Owner(ContractMember member, ForeignLibrary? package) =>
        package is not null ? $"belongs to {package.Told} ({member.Assembly})" : member.IsOfFramework ? $"is part of .NET ({member.Assembly})" : $"is generated ({member.Maker} in {member.Assembly})";

    private static string Parenthesised(string? code) => code is null ? "" : $" ({code})";

    // A framework that finds methods by an attribute may call them for a Task.
    private static IEnumerable<string> Read(AdviceCase seen, Contract contract)
    {
        var own = seen.Method.Facts is { } facts ? AttributeNames.Of(facts).Select(name => $"It has the attribute [{name}]: what calls it for that must accept a ValueTask.") : [];
        return own.Concat(contract.Own.Concat(contract.Elsewhere).Where(member => member.Method is not null)
            .SelectMany(member => AttributeNames.OfContract(member.Method!).Select(name => $"{member.CSharp} has the attribute [{name}]: what reads that must accept a ValueTask."))
            .Concat(contract.Markers.Select(marker => $"{marker.Of} extends {marker.CSharp} of {marker.Library.Told}: what calls its methods for that must accept a ValueTask."))
            .Distinct(StringComparer.Ordinal));
    }

    private static IEnumerable<(MethodFacts Method, string Maker)> Generated(Contract contract)
    {
        foreach (var other in contract.Others)
        {
            if (GeneratedCode.MakerOf(other) is { } maker) yield return (other, maker);
        }
    }

    private static string Unread(ContractMember member, SourceLanguage language) => member.IsSure
        ? $"{member.CSharp} in {member.Assembly}, which cannot be read here, declares its return type: change that first, or it does not compile ({Error(member, language)})."
        : $"{member.CSharp} in {member.Assembly}, which cannot be read here, may declare its return type. If it does, {(member.IsOfFramework ? "the return type cannot be changed" : "change that first")} ({Error(member, language)}). To find out, name the folder of {member.Assembly} with --assembly.";

    private static string Bound(BoundMethod bound) =>
        $"{bound.Method.CSharp} changes with it, but {bound.By.CSharp} in {bound.By.Assembly} declares its return type: "
        + (bound.By.Kind == ContractKind.Overrides ? $"that cannot be changed here, so it does not compile ({Error(bound.By, bound.Method.Assembly.Language)})"
            : $"implement that explicitly there, with AsTask(){Otherwise(bound.By, bound.Method.Assembly.Language)}")
        + ".";

    // A class that has no method of that return type takes the default implementation.
    private static string Otherwise(ContractMember member, SourceLanguage language) =>
        member.HasDefault ? ". Otherwise the default implementation there is called instead, without an error" : $", or it does not compile ({Error(member, language)})";

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

    // The compiler says it where the method is, whatever the member is written in.
    private static string? Error(ContractMember member, SourceLanguage language) => CompilerCodes.In(language, member.Kind switch
    {
        ContractKind.Overrides => member.Key.Contains("::get_", StringComparison.Ordinal) ? "CS1715" : "CS0508",
        ContractKind.ImplementsExplicitly => "CS0535",
        _ => "CS0738",
    });
}
