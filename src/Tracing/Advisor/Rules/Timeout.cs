using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>A time limit for a task, made of <c>Task.WhenAny</c> and <c>Task.Delay</c>.</summary>
internal static class Timeout
{
    // What WaitAsync makes: a Task<T> of 72 B, with the task, a registration and a timer (x64, CancellationPromise of .NET 8 to 10). Some results take 8 B more.
    private const double BytesOfPromise = 104;
    private const double LargerResult = 8;

    // A combined task whose first is complete leaves an empty list in the other one. It is made where that completes, and not in the method.
    private const double BytesOfList = 32;

    // The box of the method has one awaiter and the combined task less.
    private const double LessInBox = 16;

    private const string Source = "System.Threading.CancellationTokenSource";

    private static readonly string[] Registrations = ["Registrations", "CallbackNode"];

    public static Counsel Weigh(AdviceCase seen)
    {
        var delays = AllocationTally.Sum(seen.Evidence.Where(evidence => Delay.IsPromise(evidence.Sighting)).Select(evidence => evidence.Sighting.Site.Tally));
        var growth = delays is { Samples: > 0, MeanObjectBytes: { } size } ? Math.Max(0, BytesOfPromise - size) : 0;
        var ownsTokens = seen.Method.Facts is { } facts && OwnsTokens(facts);
        return new Counsel(
            AdviceWeight.Conditional,
            $"It limits the wait for a task with Task.WhenAny and Task.Delay: {ObjectSizes.Of(seen.Evidence)} each time.",
            "Await the task itself with WaitAsync(timeout) or WaitAsync(timeout, token). That allocates one promise and one timer, and nothing if the task is already complete.",
            [
                "WaitAsync throws a TimeoutException; the present code tests which task was first.",
                FormattableString.Invariant($"A timer and a promise remain. The promise is larger than that of the delay by about {growth:0} B, which is subtracted."),
            ])
        {
            Kind = RemedyKind.UseWaitAsync,
            Removes = evidence => WhenAll.Combines(evidence.Sighting) || (ownsTokens && Registrations.Contains(evidence.Sighting.Type.Last)),
            Instead = [new Growth(delays, growth - BytesOfList, growth - BytesOfList - LessInBox, growth + LargerResult)],
        };
    }

    /// <summary>Whether the tokens of a method's sources are used only for such delays.</summary>
    public static bool OwnsTokens(MethodFacts method)
    {
        var code = method.Code;
        var takers = new ResultTakers(method.Assembly, code);
        var taken = code.Index()
            .Where(at => at.Item.Calls && method.Assembly.Called(at.Item.Operand) is { Name: "get_Token", Type.Definition: Source })
            .Select(at => takers.Of(at.Index))
            .ToList();
        return taken.Exists(calls => calls.Any(taker => Delay.Is(taker.Called)))
            && taken.TrueForAll(calls => calls.Count > 0 && calls.All(taker => Delay.Is(taker.Called) || taker.Called is { Name: "CreateLinkedTokenSource", Type.Definition: Source }))
            && DelayUses.Of(method, null) is [DelayUse.Timeout];
    }
}
