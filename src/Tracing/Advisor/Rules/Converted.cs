using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>A Task made of a ValueTask: <see cref="TaskResult"/> recognises those that were complete.</summary>
internal static class Converted
{
    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        var direct = sighting.Entry is null || sighting.Entry is { Type: "System.Threading.Tasks.ValueTask" or "System.Threading.Tasks.ValueTask`1" };
        if (sighting.Type.Last != "ValueTaskSourceAsTask" || !direct || methods.OfUser(sighting) is not { } method) return null;
        var maker = methods.Doing(method, sighting.Site.Place, code => code.Calls.Any(Converts)) ?? (sighting.Entry is { Method: "AsTask" } ? method : null);
        return maker is null ? null : new Evidence(AdviceFinding.Converted, maker, sighting);
    }

    public static Counsel Weigh(AdviceCase seen)
    {
        const string Because = "It calls AsTask, which allocates a Task for a ValueTask.";
        const string Await = "Await the ValueTask itself.";
        if (seen.Method.Facts is not { } facts) return new(AdviceWeight.Conditional, Because, Await, ["The Task is awaited only once. If it is kept or passed to Task.WhenAll, there is nothing to gain."]) { Kind = RemedyKind.AwaitValueTask };
        var uses = Uses(facts).Distinct().ToList();
        if (uses is [ResultUse.Awaited]) return new(AdviceWeight.Recommended, $"{Because} It awaits that Task at once.", Await, []) { Kind = RemedyKind.AwaitValueTask };
        if (uses.Count > 0 && uses.All(use => use is ResultUse.Awaited or ResultUse.Kept or ResultUse.Declared))
            return new(AdviceWeight.Conditional, Because, Await, [Declared(facts.Assembly.Language)]) { Kind = RemedyKind.AwaitValueTask };
        if (uses is [ResultUse.Returned]) return Returned(seen, Because);
        if (uses is [ResultUse.Blocked]) return Counsel.Nothing(Because, "It waits for the Task without awaiting it: a ValueTask that is not complete allows no such wait. Test IsCompletedSuccessfully first, or make the method async.");
        return uses.Count > 0 && uses.All(NeedsTask)
            ? Counsel.Nothing(Because, "It needs the Task, since it combines it, keeps it or passes it on.")
            : new(AdviceWeight.Conditional, Because, Await, ["The Task is awaited only once. If it is kept or passed to Task.WhenAll, there is nothing to gain."]) { Kind = RemedyKind.AwaitValueTask };
    }

    private static Counsel Returned(AdviceCase seen, string because) => ContractSentences.Fixed(seen) is { } ruledOut
        ? Counsel.Nothing(because, ruledOut)
        : new(AdviceWeight.Conditional, because, "Return the ValueTask itself.", [.. CallerSentences.Of(seen.Callers), .. ContractSentences.Of(seen)]) { Kind = RemedyKind.ReturnValueTask };

    private static string Declared(SourceLanguage language) => language == SourceLanguage.CSharp
        ? "Declare the variable that takes it with var: with the type Task it does not compile (CS0029)."
        : $"Declare the variable that takes it without a type: with the type Task it does not compile ({CompilerCodes.In(language, "CS0029")}).";

    /// <summary>Whether it makes a Task of a ValueTask.</summary>
    public static bool Converts(CalledMethod called) => called is { IsOfValueTask: true, Name: "AsTask" };

    private static bool NeedsTask(ResultUse use) => use is ResultUse.Combined or ResultUse.Collected or ResultUse.Stored or ResultUse.UsedAgain or ResultUse.PassedOn;

    private static IEnumerable<ResultUse> Uses(MethodFacts method)
    {
        var assembly = method.Assembly;
        var where = assembly.Methods.CodeOf(method.Handle);
        var flow = new ResultFlow(assembly, where);
        return assembly.Code(where).Index()
            .Where(place => place.Item.Calls)
            .Select(place => (place.Index, place.Item.Offset, Called: assembly.Called(place.Item.Operand)))
            .Where(call => call.Called is { } called && Converts(called))
            .Select(call => WrittenUse.Of(new CallSite(assembly, where, call.Index, call.Offset, call.Called!, AsDelegate: false), flow.Follow(call.Index)).Use);
    }
}
