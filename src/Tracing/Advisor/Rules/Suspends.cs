using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>The box of a state machine, which a method allocates when it suspends for the first time.</summary>
internal static class Suspends
{
    /// <summary>What is said of a method that suspends where only its builder, or nothing, helps.</summary>
    public const string Alone = "ValueTask alone would save nothing: it has the same box.";

    // The second is what event tracing of tasks makes of it, the third what the profiler of .NET 11 does.
    internal static readonly string[] Boxes = ["AsyncStateMachineBox`1", "DebugFinalizableAsyncStateMachineBox`1", "AsyncProfilerAsyncStateMachineBox`1"];

    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        if (Machine(sighting.Type, Boxes) is not { } machine || methods.OfMachine(machine, sighting.Site.Frames) is not { } method) return null;
        return new Evidence(FindingOf(sighting, method), method, sighting);
    }

    /// <summary>What it means that a method allocates to suspend.</summary>
    public static AdviceFinding FindingOf(Sighting sighting, ChargedMethod method) =>
        IsIterator(sighting, method) ? AdviceFinding.AsyncIterator
        : method.Facts is { IsPooled: true } && NextAction.Is(sighting) ? AdviceFinding.PoolMisses
        : AdviceFinding.Suspends;

    /// <summary>The state machine in a box; null for other types.</summary>
    public static NamedType? Machine(NamedType type, IReadOnlyList<string> boxes) =>
        boxes.Contains(type.Last) && type is { Suffix: "", Arguments: [_, var machine] } && GeneratedName.IsMachine(machine.Last, "MoveNext")
            ? machine with { Arguments = [] }
            : null;

    public static Counsel Weigh(AdviceCase seen)
    {
        if (seen.Evidence.All(evidence => RuntimeAsync.IsOne(evidence.Sighting))) return RuntimeAsync.Weigh();
        var because = "Each call that suspends allocates the box of its state machine." + NextAction.Because(seen) + CallerSentences.InFavour(seen.Callers);
        if (seen.Method.Facts is { HasOwnBuilder: true } && OwnBuilder.Weigh(seen, because) is { } built) return built;
        if (PassesOn.Weigh(seen, because) is { } passing) return passing;
        return seen.Method.Returns switch
        {
            ReturnShape.Void => Counsel.Nothing(because, "It is async void: no builder pools its boxes."),
            ReturnShape.ValueTask or ReturnShape.ValueTaskOfResult => OfValueTask(seen, because),
            ReturnShape.Task or ReturnShape.TaskOfResult => OfTask(seen, because),
            null => Unknown(because),
            _ => OwnBuilder.OfType(seen, because),
        };
    }

    private static IEnumerable<string> OfLambda(AdviceCase seen) =>
        seen.Method.Facts is { IsLambda: true } ? ["Write the return type of the lambda in front of its parameters: without that the attribute does not compile (CS8935)."] : [];

    private static string Tasks(AdviceCase seen, AdviceCase? few) =>
        seen.Tasks is not null ? " That removes its tasks too, which have a separate entry." : few is not null ? " That also removes its tasks, which no other entry counts." : "";

    private static Counsel OfValueTask(AdviceCase seen, string because) => seen.Method.Facts is { IsPooled: true }
        ? Counsel.Nothing(because, "The assembly that was found already has the pooling builder, so it is not the one that was traced.")
        : new(AdviceWeight.Conditional, because, $"Put {Pooling.AttributeOnIt(seen.Method.Result)}.", [Pooling.Driver, .. CallerSentences.Of(seen.Callers), .. OfLambda(seen)]) { Kind = RemedyKind.PoolBoxes };

    private static Counsel OfTask(AdviceCase seen, string because)
    {
        if (ContractSentences.Fixed(seen) is { } ruledOut) return Counsel.Nothing(because, Alone, ruledOut);
        var checks = CallerSentences.Of(seen.Callers);
        if (CallerSentences.Weigh(seen.Callers) == AdviceWeight.Nothing) return Counsel.Nothing(because, [Alone, .. checks]);
        var tasks = seen.Beside is { } few && CompletesSynchronously.MayReturnValueTask(few) ? few : null;
        return new(
            AdviceWeight.Conditional,
            because,
            $"{Alone} Return ValueTask{seen.Method.Result} and put {Pooling.AttributeOnIt(seen.Method.Result)}, if its callers keep the pool warm.{CallerSentences.PassedOnBy(seen.Callers)}{Tasks(seen, tasks)}",
            [Pooling.Driver, .. checks, .. ContractSentences.Of(seen), .. OfLambda(seen)])
        {
            Kind = RemedyKind.PoolBoxes,
            Also = tasks,
            Instead = [.. Instead(seen)],
        };
    }

    // Advice on the tasks of the method already subtracts what boxes grow by. Its own boxes go away here, and known callers are not counted twice.
    private static IEnumerable<Growth> Instead(AdviceCase seen)
    {
        if (seen.Tasks is { } tasks && CompletesSynchronously.InBoxes(tasks) is var own) yield return own with { Bytes = -own.Bytes, Low = -own.High, High = -own.Low };
        if (seen is { Tasks: null } or { CallerBoxes: null }) yield return seen.InCallers(seen.BoxTally, seen.Method.ValueTaskOverTask);
    }

    private static Counsel Unknown(string because) => new(
        AdviceWeight.Conditional,
        because + " The box does not show whether it returns Task or ValueTask.",
        "If its callers keep the pool warm, let it return ValueTask and use the pooling builder (PoolingAsyncValueTaskMethodBuilder). ValueTask alone would save nothing: it has the same box.",
        [Pooling.Driver, .. CallerSentences.Of(null)])
    {
        Kind = RemedyKind.PoolBoxes,
    };

    // The compiler has an iterator's box made through a builder of its own.
    private static bool IsIterator(Sighting sighting, ChargedMethod method) =>
        method.Returns == ReturnShape.AsyncEnumerable
        || (method.Returns is null && sighting.Site.Frames.Any(frame => FrameName.Of(frame).Type == "System.Runtime.CompilerServices.AsyncIteratorMethodBuilder"));
}
