using System.Reflection.Metadata;
using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What a method that makes tasks of values returns besides: that changes with its return type.</summary>
internal static class OtherReturns
{
    /// <summary>What to say of null.</summary>
    public static string OfNull(SourceLanguage language) =>
        $"It also returns null, which a ValueTask never is{(language == SourceLanguage.CSharp ? " (CS0037)" : "")}: return a result that means the same, and test that in callers.";

    /// <summary>What to do with tasks from elsewhere, as the end of a remedy; empty for none.</summary>
    public static string Tasks(ChargedMethod method)
    {
        if (method is not { IsAsync: false, Facts: { } facts }) return "";
        var flow = new ResultFlow(facts.Assembly, facts.Handle);
        var returnsOther = facts.Code.Index()
            .Where(place => place.Item.Calls && facts.Assembly.Called(place.Item.Operand) is { IsOfTask: true, Name: "FromResult" })
            .Any(place => flow.Follow(place.Index).Uses.Any(use => use.Use == ResultUse.Joined));
        return returnsOther ? $" Return other tasks as new ValueTask{method.Result}(task)." : "";
    }

    /// <summary>Whether it returns null in the place of a task.</summary>
    public static bool IsNull(ChargedMethod method) => method is { IsAsync: false, Facts: { } facts } && facts.Code is var code && code.Index().Any(place => place.Item.Code == ILOpCode.Ldnull && IsReturned(facts, code, place.Index + 1));

    // Through jumps, and through the variable in which code that is not optimised keeps what it returns.
    private static bool IsReturned(MethodFacts method, IReadOnlyList<IlInstruction> code, int next)
    {
        for (var steps = 0; steps < code.Count && next < code.Count; steps++)
        {
            switch (code[next].Code)
            {
                case ILOpCode.Ret:
                    return true;
                case ILOpCode.Nop:
                    next++;
                    break;
                case ILOpCode.Br or ILOpCode.Br_s when code.At(code[next].Operand) is { } target:
                    next = target;
                    break;
                default:
                    return code[next].Stored is { } local && method.Assembly.Body(method.Handle).Locals is var locals && local < locals.Count && ReturnShapes.Of(locals[local]).IsTask();
            }
        }

        return false;
    }
}
