using System.Reflection.Metadata;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What a call of <c>Task.Delay</c> is there for.</summary>
internal enum DelayUse
{
    /// <summary>The method waits outside of any loop of its own.</summary>
    Once,

    /// <summary>Each iteration of a loop waits.</summary>
    Pace,

    /// <summary>Some iterations of a loop wait.</summary>
    SomeTurns,

    /// <summary>It limits the wait for one other task, with <c>Task.WhenAny</c>.</summary>
    Timeout,

    /// <summary>The same for several other tasks.</summary>
    TimeoutOfMany,
}

/// <summary>Distinguishes them by the code of the method.</summary>
internal static class DelayUses
{
    /// <summary>What the delays of a method are for, each once; empty where its code has none.</summary>
    /// <param name="place">The statement; all of the code is looked at when it has no delay.</param>
    public static IReadOnlyList<DelayUse> Of(MethodFacts method, IlRange? place)
    {
        var code = method.Code;
        var delays = code.Index().Where(at => at.Item.Calls && method.Assembly.Called(at.Item.Operand) is { } called && Delay.Is(called)).ToList();
        var there = delays.Where(at => place?.Holds(at.Item.Offset) == true).ToList();
        var takers = new ResultTakers(method.Assembly, code);
        return [.. (there.Count > 0 ? there : delays).Select(at => Limit(takers.Of(at.Index)) ?? InLoop(code, at.Item.Offset, method.IsAsync)).Distinct()];
    }

    private static DelayUse? Limit(IReadOnlyList<ResultTaker> takers)
    {
        var combining = takers.Where(taker => taker.Called is { IsOfTask: true, Name: "WhenAny" }).ToList();
        if (combining.Count == 0) return null;
        return combining.TrueForAll(taker => taker.Values == 2) ? DelayUse.Timeout : DelayUse.TimeoutOfMany;
    }

    private static DelayUse InLoop(IReadOnlyList<IlInstruction> code, int delay, bool isAsync)
    {
        var turns = code.Where(instruction => instruction.Code.IsBranch() && instruction.Offset > delay && instruction.Operand <= delay).ToList();
        if (turns.Count == 0) return DelayUse.Once;
        // Of loops in each other the inner one begins last.
        var start = turns.Max(turn => turn.Operand);
        var loop = new IlRange(start, turns.Where(turn => turn.Operand == start).Max(turn => turn.Offset) + 1);
        var isPassedBy = code.Index().Any(at =>
            at.Item.Code.IsBranch() && at.Item.Offset >= start && at.Item.Offset < delay && at.Item.Operand > delay && loop.Holds(at.Item.Operand) && !(isAsync && IsResumption(code, at.Index)));
        return isPassedBy ? DelayUse.SomeTurns : DelayUse.Pace;
    }

    // The first local of a state machine is its state: a branch on that goes back to where it had suspended.
    private static bool IsResumption(IReadOnlyList<IlInstruction> code, int branch) =>
        code.Take(branch).TakeLast(2).Any(instruction => instruction is { Loaded: 0, Code: not (ILOpCode.Ldloca or ILOpCode.Ldloca_s) });
}
