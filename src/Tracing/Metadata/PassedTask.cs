using System.Globalization;
using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>A task that an async method awaits last and returns unchanged: no other await, and no handler around it.</summary>
/// <param name="Maker">The method that makes it, as C#; null when its code does not show it.</param>
/// <param name="IsOfFramework">Whether that belongs to the framework.</param>
/// <param name="IsFirst">Whether no earlier call could change the execution context; an argument check of the framework cannot.</param>
internal sealed record PassedTask(string? Maker, bool IsOfFramework, ReturnShape Type, bool IsFirst)
{
    private const int NearMaker = 4;

    // Where a state machine of F# keeps its result.
    private const string DataOfFSharp = "Microsoft.FSharp.Control.TaskStateMachineData`1";

    // What sets a value that an async method does not hand back to its caller: the culture, the user, a scope of a log.
    private static readonly string[] Flowing = ["set_Current", "set_HttpContext", "BeginScope", "SetSynchronizationContext"];

    /// <summary>Whether the compiler warns where the task is returned as it is: its result may hold null and that of the method may not, or the other way round.</summary>
    public bool DiffersInNull { get; init; }

    /// <summary>Whether a tool writes the code of its maker.</summary>
    public bool IsGenerated { get; init; }

    /// <summary>Reads it off the code.</summary>
    /// <returns>Null when the method does more than that, or could not return the task instead.</returns>
    public static PassedTask? Of(MethodFacts method)
    {
        var handle = method.Assembly.Methods.CodeOf(method.Handle);
        // The one handler is that of the state machine.
        if (!method.IsAsync || handle == method.Handle || method.Assembly.Guarded(handle) != 1) return null;
        var code = method.Assembly.Code(handle);
        List<Call> calls = [.. code.Index().Where(place => place.Item.Calls).Select(place => new Call(place.Index, method.Assembly.Called(place.Item.Operand)!)).Where(call => call.Called is not null)];
        if (Only(calls, "GetAwaiter") is not { } awaited || Only(calls, "GetResult") is not { } got || Only(calls, "SetResult") is not { } set) return null;
        if (IsOfFSharp(method, code[set.Index - 1]) ? !IsOnlyResult(method, code, got, set) : !IsLast(code, got.Index, set.Index) || new CodeFlow(code).Reaches(0, place => place == set.Index, place => place == got.Index)) return null;
        return Configured(calls, awaited) is { } taken && CanReturn(method, taken.Called.Type) ? From(code, calls, taken, method) : null;
    }

    private static PassedTask From(IReadOnlyList<IlInstruction> code, List<Call> calls, Call taken, MethodFacts method)
    {
        var type = ReturnShapes.Of(taken.Called.Type);
        var last = calls.LastOrDefault(call => call.Index < taken.Index && call.Index >= taken.Index - NearMaker && ReturnShapes.Of(call.Called.Signature.ReturnType) == type);
        // A way that leads here past the call brings another task.
        var maker = last is null || code.Any(instruction => instruction.Branches.Any(target => code.At(target) is { } at && at > last.Index && at <= taken.Index)) ? null : last.Called;
        var declared = maker is null ? null : method.Assembly.Declared(maker);
        return new PassedTask(
            maker is null ? null : Written(maker, method.Names),
            maker is not null && Framework.Owns(maker.Type),
            type,
            calls.All(call => call.Index >= taken.Index || call.Called == maker || IsPlain(call.Called)))
        {
            DiffersInNull = declared is not null && Nullability.Differs(method, declared),
            IsGenerated = declared is not null && GeneratedCode.MakerOf(declared) is not null,
        };
    }

    // In a state machine the type parameters of the method follow those of its type; a call names its own by those of the type that it calls.
    private static string Written(CalledMethod called, TypeParameters names) =>
        new MethodName(called.Type, called.Name, [.. called.Signature.ParameterTypes.Select(type => type.Of(called.Type.Arguments))]).Write(new TypeParameters([.. names.OfType, .. names.OfMethod], []));

    private static bool IsPlain(CalledMethod called) =>
        Accessor.Reads(called.Name)
        || (Framework.Owns(called.Type) && called.Type.Definition is not ("System.Threading.AsyncLocal`1" or "System.Diagnostics.Activity" or "System.Diagnostics.ActivitySource") && !Flowing.Any(name => called.Name.StartsWith(name, StringComparison.Ordinal)));

    private static Call? Only(List<Call> calls, string name) => calls.FindAll(call => call.Called.Name == name) is [var only] ? only : null;

    // The call that takes the task: that for its awaiter, or the one before it. With options a failed task may count as a good one.
    private static Call? Configured(List<Call> calls, Call awaited) =>
        awaited.Called.Type.Namespace != "System.Runtime.CompilerServices" ? awaited
        : Only(calls, "ConfigureAwait") is { Called.Signature.ParameterTypes: [{ Definition: "System.Boolean" }] } configured ? configured
        : null;

    private static bool IsOfFSharp(MethodFacts method, IlInstruction instruction) =>
        instruction.Code is ILOpCode.Ldfld or ILOpCode.Stfld && method.Assembly.OwnerOfField(instruction.Operand)?.Definition == DataOfFSharp && method.Assembly.FieldOf(instruction.Operand) == "Result";

    // F# keeps what is returned in the data of its state machine, and sets that at the end. A task of a unit may end without. One that may start on the thread pool has other code.
    private static bool IsOnlyResult(MethodFacts method, IReadOnlyList<IlInstruction> code, Call got, Call set) =>
        set.Called.Type.Arguments is not [{ Last: "Unit" }]
        && !method.Assembly.Code(method.Handle).Any(instruction => instruction.Calls && method.Assembly.Called(instruction.Operand) is { IsOfTask: true, Name: "Run" })
        && code.Index().Where(place => place.Item.Code == ILOpCode.Stfld && IsOfFSharp(method, place.Item)).ToList() is [var only]
        && only.Index > got.Index && IsLast(code, got.Index, only.Index);

    // From the result to the end of the method stands nothing but its way there, through a local or two.
    private static bool IsLast(IReadOnlyList<IlInstruction> code, int got, int set)
    {
        // Visual Basic clears the awaiter while the result is on the stack.
        var first = code.ElementAtOrDefault(got + 2).Code == ILOpCode.Initobj && code[got + 1].Code is ILOpCode.Ldloca or ILOpCode.Ldloca_s ? got + 3 : got + 1;
        int? kept = null;
        for (var at = first; at != set; at++)
        {
            if (at >= code.Count || !IsPlain(code[at])) return false;
            if (code[at].Stored is { } local)
            {
                if (at == first || (kept is not null && code[at - 1].Loaded == kept)) kept = local;
                else if (local == kept || code[at - 1].Code != ILOpCode.Dup) return false;
            }

            if (!code[at].Code.IsBranch()) continue;
            if (code.At(code[at].Operand) is not { } target || target <= at) return false;
            at = target - 1;
        }

        return kept == code[set - 1].Loaded;
    }

    private static bool IsPlain(IlInstruction instruction) => instruction.Loaded is not null || instruction.Stored is not null || instruction.Code
        is ILOpCode.Nop or ILOpCode.Pop or ILOpCode.Dup or ILOpCode.Ldarg_0 or (>= ILOpCode.Ldnull and <= ILOpCode.Ldc_i4) or ILOpCode.Stfld or ILOpCode.Ldflda or ILOpCode.Leave or ILOpCode.Leave_s or ILOpCode.Br or ILOpCode.Br_s;

    private static bool CanReturn(MethodFacts method, NamedType awaited)
    {
        var returned = Inside(method.Called.Signature.ReturnType, method.Names.OfType.Count);
        return (method.Returns, ReturnShapes.Of(awaited)) switch
        {
            (ReturnShape.Task, ReturnShape.Task or ReturnShape.TaskOfResult) => true,
            (ReturnShape.ValueTask, ReturnShape.ValueTask or ReturnShape.Task or ReturnShape.TaskOfResult) => true,
            (ReturnShape.TaskOfResult, ReturnShape.TaskOfResult) or (ReturnShape.ValueTaskOfResult, ReturnShape.ValueTaskOfResult or ReturnShape.TaskOfResult) =>
                returned.Arguments is [var result] && awaited.Arguments is [var passed] && result.Full == passed.Full,
            _ => false,
        };
    }

    private static NamedType Inside(NamedType type, int ofType) => type.IsParameter && type.Last.StartsWith("!!", StringComparison.Ordinal)
        ? NamedType.Parameter(ofMethod: false, int.Parse(type.Last.AsSpan(2), NumberStyles.None, CultureInfo.InvariantCulture) + ofType) with { Suffix = type.Suffix }
        : type with { Arguments = [.. type.Arguments.Select(argument => Inside(argument, ofType))] };

    private sealed record Call(int Index, CalledMethod Called);
}
