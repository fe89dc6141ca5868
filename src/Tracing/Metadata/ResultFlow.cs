using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Follows what a call leaves to where it is used: on every way through the method, through locals and the fields of its state machine.</summary>
internal sealed class ResultFlow
{
    // Memory grows with instructions times locals.
    private const int MostInstructions = 20_000;
    private const int MostSteps = 200_000;

    private readonly AssemblyFile assembly;
    private readonly MethodDefinitionHandle method;
    private readonly CodeBody body;
    private readonly NamedType? machine;
    private readonly Dictionary<int, bool> hoisted = [];

    public ResultFlow(AssemblyFile assembly, MethodDefinitionHandle method)
    {
        this.assembly = assembly;
        this.method = method;
        body = assembly.Body(method);
        machine = assembly.Methods.Describe(method) is { Called: { Name: "MoveNext", Type: var type } } && GeneratedName.IsMachine(type.Last, "MoveNext") ? type : null;
    }

    private IReadOnlyList<IlInstruction> Code => body.Instructions;

    /// <summary>What becomes of the result of a call.</summary>
    /// <param name="call">Which instruction calls.</param>
    public FollowedResult Follow(int call)
    {
        if (assembly.Called(Code[call].Operand) is not { } called || Walk(call, called) is not { } walk) return FollowedResult.Unclear;
        var sinks = new ResultSinks(assembly, method, body, called);
        var uses = new List<FoundUse>();
        var (isKept, returnsOther) = (false, false);
        for (var at = 0; at < Code.Count; at++)
        {
            if (walk.States[at] is not { } state) continue;
            uses.AddRange(sinks.At(at, state, IsHoisted(at)));
            returnsOther |= Code[at].Code == ILOpCode.Ret && (state.Peek(1)[0] & (Origin.Result | Origin.Sibling)) == 0;
            isKept |= (Code[at].Stored is not null || (IsHoisted(at) && Code[at].Code == ILOpCode.Stfld)) && state.Peek(1)[0].HasFlag(Origin.Result);
        }

        return new FollowedResult(sinks.Together(uses, walk.JoinsOnStack, returnsOther), isKept);
    }

    private FlowWalk? Walk(int call, CalledMethod called)
    {
        if (Code.Count > MostInstructions) return null;
        var walk = new FlowWalk(Code.Count);
        walk.Reach(0, new FlowState());
        for (var steps = 0; walk.Next(out var at); steps++)
        {
            if (steps == MostSteps) return null;
            var before = walk.States[at]!;
            var after = before.Copy();
            if (!Apply(at, after, call, called)) return null;
            after.Settle();
            foreach (var region in body.Regions) Handle(region, Code[at].Offset, before, after, walk);
            foreach (var next in Next(at)) walk.Reach(next, after);
        }

        return walk;
    }

    // A handler may begin before the instruction has done what it does, or after.
    private void Handle(ExceptionRegion region, int offset, FlowState before, FlowState after, FlowWalk walk)
    {
        if (offset < region.TryOffset || offset - (long)region.TryOffset >= region.TryLength) return;
        // Code enters a region at its start alone: what changes nothing leaves the handler as the instruction before did.
        var changes = before.Changes != after.Changes;
        if (!changes && offset != region.TryOffset) return;
        foreach (var state in changes ? (FlowState[])[before.Copy(), after.Copy()] : [after.Copy()])
        {
            state.Clear();
            if (region.Kind is ExceptionRegionKind.Catch or ExceptionRegionKind.Filter) state.Push(Origin.Other);
            if (Code.At(region.HandlerOffset) is { } handler) walk.Reach(handler, state);
            if (region.Kind == ExceptionRegionKind.Filter && Code.At(region.FilterOffset) is { } filter) walk.Reach(filter, state);
        }
    }

    private bool Apply(int at, FlowState state, int call, CalledMethod followed)
    {
        var instruction = Code[at];
        if (StackEffect.Of(instruction, assembly) is not { } effect) return false;
        var taken = state.Take(effect.Takes);
        if (instruction.Loaded is { } loaded) Load(instruction, loaded, state, followed);
        else if (instruction.Stored is { } local) state.SetLocal(local, taken[0]);
        else if (IsHoisted(at) && instruction.Code == ILOpCode.Stfld) state.SetField(instruction.Operand, taken[1]);
        else if (IsHoisted(at)) state.Push(state.Field(instruction.Operand));
        else for (var value = 0; value < effect.Leaves; value++) state.Push(Left(at, taken, at == call, followed));
        if (at == call) (state.IsConsumed, state.IsInspected) = (false, false);
        if (instruction.Calls) Note(assembly.Called(instruction.Operand), taken, state);
        if (instruction.Code is ILOpCode.Leave or ILOpCode.Leave_s or ILOpCode.Ret) state.Clear();
        return true;
    }

    // A local whose address is taken may be set through it. A ValueTask is normally used by address.
    private static void Load(IlInstruction instruction, int local, FlowState state, CalledMethod followed)
    {
        state.Push(state.Local(local));
        if (instruction.Code is ILOpCode.Ldloca or ILOpCode.Ldloca_s && ReturnShapes.Of(followed.Signature.ReturnType).IsTask() && !state.Local(local).HasFlag(Origin.Result)) state.SetLocal(local, state.Local(local) | Origin.Other);
    }

    private Origin Left(int at, IReadOnlyList<Origin> taken, bool isCall, CalledMethod followed)
    {
        if (isCall) return Origin.Result;
        var instruction = Code[at];
        if (instruction.Code is ILOpCode.Dup or ILOpCode.Castclass) return taken[0];
        if (!instruction.Calls || assembly.Called(instruction.Operand) is not { } called) return Origin.Other;
        if (called.Key == followed.Key && called.Parameters == followed.Parameters) return Origin.Sibling;
        var isOfResult = taken is [var first, ..] && (first & (Origin.Result | Origin.Configured)) != 0;
        return (isOfResult, called.Name) switch
        {
            (true, "ConfigureAwait") => Origin.Configured,
            (true, "GetAwaiter") => Origin.Awaiter,
            _ => Origin.Other,
        };
    }

    private static void Note(CalledMethod? called, IReadOnlyList<Origin> taken, FlowState state)
    {
        if (called is null || taken is not [var first, ..]) return;
        if (first.HasFlag(Origin.Result) && CallSinks.AsksForCompletion(called)) state.IsInspected = true;
        if (first.HasFlag(Origin.Awaiter) && called.Name == "get_IsCompleted") state.IsAsked = true;
        if (!CallSinks.Consumes(called) || (first & (Origin.Result | Origin.Configured)) == 0) return;
        state.IsConsumed = true;
        if (called.Name == "GetAwaiter") state.IsAsked = state.IsInspected;
    }

    private IEnumerable<int> Next(int at)
    {
        var instruction = Code[at];
        foreach (var target in instruction.Branches)
        {
            if (Code.At(target) is { } there) yield return there;
        }

        if (at + 1 < Code.Count && (instruction.FallsThrough || Resumes(at))) yield return at + 1;
    }

    // A state machine returns where it suspends, and resumes at the next instruction: after an await, or where it sets its state to running.
    private bool Resumes(int at)
    {
        if (machine is null) return false;
        var before = at - 1;
        while (before >= 0 && Code[before].Code == ILOpCode.Nop) before--;
        if (before >= 0 && Code[before].Calls && assembly.Called(Code[before].Operand) is { Name: "AwaitOnCompleted" or "AwaitUnsafeOnCompleted" }) return true;
        var behind = at + 1;
        while (behind < Code.Count && Code[behind].Code == ILOpCode.Nop) behind++;
        return behind + 1 < Code.Count && Code[behind].Code == ILOpCode.Ldarg_0 && Code[behind + 1].Code == ILOpCode.Ldc_i4_m1;
    }

    // A state machine keeps what it needs after an await in its own fields, as a method does in locals.
    private bool IsHoisted(int at)
    {
        if (machine is null || Code[at].Code is not (ILOpCode.Ldfld or ILOpCode.Ldflda or ILOpCode.Stfld)) return false;
        if (!hoisted.TryGetValue(Code[at].Operand, out var known)) hoisted.Add(Code[at].Operand, known = assembly.OwnerOfField(Code[at].Operand)?.Definition == machine.Definition);
        return known;
    }
}

/// <summary>What became of a result.</summary>
/// <param name="IsKept">Whether a variable held it in between.</param>
internal sealed record FollowedResult(IReadOnlyList<FoundUse> Uses, bool IsKept)
{
    /// <summary>The code does not show it.</summary>
    public static FollowedResult Unclear { get; } = new([new(ResultUse.Unclear, null, "", 0)], IsKept: false);

    /// <summary>The use that decides.</summary>
    public FoundUse Gravest => Uses.MaxBy(use => use.Use) ?? new(ResultUse.Discarded, null, "", 0);
}

/// <summary>The instructions that are still to be looked at, and what is known before each.</summary>
internal sealed class FlowWalk(int instructions)
{
    private readonly Queue<int> waiting = [];
    private readonly HashSet<int> queued = [];
    private bool joins;

    /// <summary>Null before what is never reached.</summary>
    public FlowState?[] States { get; } = new FlowState?[instructions];

    public bool JoinsOnStack => joins;

    public void Reach(int at, FlowState state)
    {
        if (at >= States.Length) return;
        if (States[at] is not { } known) States[at] = state.Copy();
        else if (!known.Join(state, ref joins)) return;
        if (queued.Add(at)) waiting.Enqueue(at);
    }

    public bool Next(out int at)
    {
        if (!waiting.TryDequeue(out at)) return false;
        queued.Remove(at);
        return true;
    }
}
