using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>All findings there are. A new one is a file with how it is recognised and what to do, and a line in each list.</summary>
internal static class AdviceRules
{
    // The first that recognises a site has it.
    private static readonly IReadOnlyList<Recognition> Recognitions =
    [
        Suspends.Recognise,
        RuntimeAsync.Recognise,
        NextAction.Recognise,
        FSharpAsync.Recognise,
        PoolMisses.Recognise,
        Converted.Recognise,
        AsyncIterator.Recognise,
        TaskRun.Recognise,
        WhenAll.Recognise,
        Delay.Recognise,
        TaskResult.Recognise,
        CompletionSource.Recognise,
        AsyncCosts.Recognise,
        Closure.Recognise,
    ];

    /// <summary>What a site shows; null for nothing that concerns async methods.</summary>
    public static Evidence? Recognise(Sighting sighting, MethodResolver methods) =>
        Recognitions.Select(recognise => recognise(sighting, methods)).FirstOrDefault(evidence => evidence is not null);

    /// <summary>What to do about a case.</summary>
    public static Counsel Weigh(AdviceCase seen) => seen.Package is { } package ? OfPackage(seen, package) : OfOwn(seen);

    private static Counsel OfPackage(AdviceCase seen, ForeignLibrary package)
    {
        var from = seen.CalledFrom is { } caller ? $" Most of it is allocated for {caller}." : " None of your methods is on its stacks.";
        return new Counsel(AdviceWeight.Package, OfOwn(seen).Because + from, $"This is code of {package.Told}. Report it there, or call it less often.", []);
    }

    private static Counsel OfOwn(AdviceCase seen) => OfWritten(seen, FittedCounsel.Of(seen, OfFinding(seen)));

    private static Counsel OfWritten(AdviceCase seen, Counsel counsel)
    {
        if (counsel.Remedy is null) return counsel;
        if (seen.IsMadeAtRunTime) return Counsel.Nothing(counsel.Because, $"Its code is made while the program runs ({seen.Method.Assembly}), such as that of a proxy: there is no source to change.");
        if (seen.Method.Facts is not { } facts) return counsel;
        if (GeneratedCode.MakerOf(facts) is { } maker) return Counsel.Nothing(counsel.Because, $"Its code is generated ({maker}): an edit is lost with the next build. Change what generates it, or call it less often.");
        if (!ReturnsOther(counsel, facts) || PartialMember.ErrorOf(facts) is not { } error) return counsel;
        return PartialMember.GeneratedPart(facts) is { } file
            ? Counsel.Nothing(counsel.Because, $"It is declared as partial, and its other part is generated ({file}): that has to return the same, and an edit of it is lost with the next build ({error}).")
            : counsel with { Remedy = $"{counsel.Remedy} It is declared as partial: change the return type of both parts ({error})." };
    }

    private static bool ReturnsOther(Counsel counsel, MethodFacts method) =>
        counsel.Kind == RemedyKind.ReturnValueTask || (counsel.Kind == RemedyKind.PoolBoxes && method.Returns.IsTask());

    private static Counsel OfFinding(AdviceCase seen) => seen.Finding switch
    {
        AdviceFinding.CompletesSynchronously => CompletesSynchronously.Weigh(seen),
        AdviceFinding.Suspends => Suspends.Weigh(seen),
        AdviceFinding.PoolMisses => PoolMisses.Weigh(seen),
        AdviceFinding.Converted => Converted.Weigh(seen),
        AdviceFinding.Closure => Closure.Weigh(seen),
        AdviceFinding.AsyncIterator => AsyncIterator.Weigh(seen),
        AdviceFinding.CompletionSource => CompletionSource.Weigh(seen),
        AdviceFinding.TaskRun => TaskRun.Weigh(seen),
        AdviceFinding.WhenAll => WhenAll.Weigh(seen),
        AdviceFinding.Delay => Delay.Weigh(seen),
        AdviceFinding.Timeout => Timeout.Weigh(seen),
        AdviceFinding.AsyncExpression => FSharpAsync.Weigh(seen),
        _ => AsyncCosts.Weigh(seen),
    };
}
