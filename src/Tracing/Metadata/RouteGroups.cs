using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>What the groups of a minimal API put before a route: <c>MapGroup("/shop").MapGet("/orders", …)</c> maps <c>/shop/orders</c>.</summary>
internal sealed class RouteGroups(AssemblyFile assembly, IReadOnlyList<IlInstruction> code)
{
    private const string Group = "MapGroup";
    private const string Unknown = "…";
    private const int Deepest = 16;

    /// <summary>The whole route, as far as the code of the method tells; it begins with dots where a group has another name than a text.</summary>
    /// <param name="map">Which instruction maps it.</param>
    /// <param name="route">What that gives.</param>
    public string Whole(int map, string route)
    {
        var at = Receiver(map);
        for (var depth = 0; depth < Deepest && Call(at) is { } call; depth++, at = Receiver(call))
        {
            var called = assembly.Called(code[call].Operand)!;
            if (called.Name == Group) route = Joined(Prefix(call), route);
            // What only adds to a group, such as RequireAuthorization, returns it.
            else if (!called.Signature.ReturnType.IsParameter && called.Signature.ReturnType.Last != "RouteGroupBuilder") break;
        }

        return route;
    }

    private string Prefix(int call) => call > 0 && code[call - 1].Code == ILOpCode.Ldstr && assembly.Text(code[call - 1].Operand) is { } text ? text : Unknown;

    private static string Joined(string prefix, string route) => route.Length == 0 ? prefix : $"{prefix.TrimEnd('/')}/{route.TrimStart('/')}";

    // The call behind a value: the one that leaves it, or that which was put into the variable that it is read from, if that is set once.
    private int? Call(int? place)
    {
        if (place is not { } at) return null;
        if (code[at].Calls) return assembly.Called(code[at].Operand) is null ? null : at;
        var isSet = code[at].Loaded is { } local ? (Func<IlInstruction, bool>)(other => other.Stored == local)
            : code[at].Code == ILOpCode.Ldfld ? other => other.Code == ILOpCode.Stfld && other.Operand == code[at].Operand
            : _ => false;
        // A state machine clears what it keeps when that is done.
        return code.Index().Where(one => one.Index > 0 && isSet(one.Item) && code[one.Index - 1].Code != ILOpCode.Ldnull).Take(2).ToList() is [{ Index: var set }] && code[set - 1].Calls ? set - 1 : null;
    }

    // The instruction that leaves the first of the values that a call takes.
    private int? Receiver(int call)
    {
        if (StackEffect.Of(code[call], assembly) is not { Takes: > 0 and var missing }) return null;
        for (var at = call - 1; at >= 0; at--)
        {
            if (StackEffect.Of(code[at], assembly) is not { } effect) return null;
            missing -= effect.Leaves;
            if (missing <= 0) return at;
            missing += effect.Takes;
        }

        return null;
    }
}
