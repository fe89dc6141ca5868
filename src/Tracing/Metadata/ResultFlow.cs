using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Follows what a call leaves to where it is used: on every way through the method, through locals and the fields of its state machine.</summary>
internal sealed class ResultFlow
{
    private const int MostInstructions = 100_000;
    private const int MostSteps = 200_000;

    // Real code needs fewer than ten. Hostile code could copy a result from one variable to the next without end.
    private const int MostRounds = 30;

    private readonly AssemblyFile assembly;
    private readonly MethodDefinitionHandle method;
    private readonly CodeBody body;
    private readonly FlowVariables variables;
    private readonly FlowGraph? graph;

    public ResultFlow(AssemblyFile assembly, MethodDefinitionHandle method)
    {
        this.assembly = assembly;
        this.method = method;
        body = assembly.Body(method);
        var machine = assembly.Methods.Describe(method) is { Called: { Name: "MoveNext", Type: var type } } && GeneratedName.IsMachine(type.Last, "MoveNext") ? type : null;
        variables = new FlowVariables(assembly, body, machine);
        graph = Code.Count is > 0 and <= MostInstructions ? new FlowGraph(assembly, body, variables, new SuspendedCode(assembly, Code, isMachine: machine is not null)) : null;
    }

    /// <summary>How many instructions were looked at so far, each as often as it was.</summary>
    public long Steps { get; private set; }

    private IReadOnlyList<IlInstruction> Code => body.Instructions;

    /// <summary>What becomes of the result of a call.</summary>
    /// <param name="call">Which instruction calls.</param>
    public FollowedResult Follow(int call)
    {
        if (graph is not { IsKnown: true } || assembly.Called(Code[call].Operand) is not { } called) return FollowedResult.Unclear;
        var found = InWindow(call, called, array: null);
        if (ArrayOf(found, called) is { } array && InWindow(call, called, array) is var elements && !elements.Uses.Any(ResultSinks.IsElement)) found = found with { OfElements = elements };
        // Only all of its code shows whether the method also returns something else.
        return found.Uses.Any(use => use is { Use: ResultUse.Returned, Code: null }) ? Told(Walk(new FlowWalk(graph, call, followed: null), called), called) : found;
    }

    // The compiler makes an array just before it puts elements into it.
    private int? ArrayOf(FollowedResult found, CalledMethod called)
    {
        if (found.Uses.FirstOrDefault(ResultSinks.IsElement) is not { } put || Code.At(put.Offset) is not { } at) return null;
        while (at >= 0 && !(Code[at].Code == ILOpCode.Newarr && assembly.TypeOf(Code[at].Operand)?.Full == called.Signature.ReturnType.Full)) at--;
        return at < 0 ? null : at;
    }

    // Each round may show more variables that hold the result: what is done with these belongs to it.
    private FollowedResult InWindow(int call, CalledMethod called, int? array)
    {
        var followed = new HashSet<FlowVariable>();
        for (var round = 0; round < MostRounds && Walk(new FlowWalk(graph!, call, followed) { Array = array }, called) is { } walk; round++)
        {
            if (walk.Missing.Count == 0) return Told(walk, called);
            followed.UnionWith(walk.Missing);
        }

        return FollowedResult.Unclear;
    }

    private FollowedResult Told(FlowWalk? walk, CalledMethod called)
    {
        if (walk is null) return FollowedResult.Unclear;
        var sinks = new ResultSinks(assembly, method, body, called);
        var uses = new List<FoundUse>();
        var (isKept, returnsOther) = (false, false);
        foreach (var (at, state) in walk.States)
        {
            uses.AddRange(sinks.At(at, state, variables.IsHoisted(at)));
            returnsOther |= Code[at].Code == ILOpCode.Ret && (state.Peek(1)[0] & (Origin.Result | Origin.Sibling)) == 0;
            isKept |= variables.Stored(at) is not null && state.Peek(1)[0].HasFlag(Origin.Result);
        }

        return new FollowedResult(sinks.Together(uses, walk.JoinsOnStack, returnsOther), isKept);
    }

    private FlowWalk? Walk(FlowWalk walk, CalledMethod called)
    {
        foreach (var start in walk.Starts) walk.Reach(start, Start(start, walk));
        for (var steps = 0; walk.Next(out var at); steps++, Steps++)
        {
            if (steps == MostSteps) return null;
            var before = walk.Before(at);
            var after = before.Copy();
            Apply(at, after, walk, called);
            after.Settle();
            foreach (var region in body.Regions) Handle(region, Code[at].Offset, before, after, walk);
            foreach (var next in graph!.Next(at)) walk.Reach(next, after);
        }

        return walk;
    }

    // Fields of parameters have their values from the start. A handler finds the exception on the stack.
    private FlowState Start(int at, FlowWalk walk)
    {
        var state = new FlowState();
        for (var depth = graph!.Depth(at); depth > 0; depth--) state.Push(Origin.Other);
        if (at > 0) return state;
        foreach (var variable in walk.Followed ?? variables.All)
        {
            if (variables.IsParameter(variable)) state.Set(variable, Origin.Other);
        }

        return state;
    }

    // A handler may begin before the instruction has done what it does, or after.
    private void Handle(ExceptionRegion region, int offset, FlowState before, FlowState after, FlowWalk walk)
    {
        if (!FlowGraph.Holds(region, offset)) return;
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

    private void Apply(int at, FlowState state, FlowWalk walk, CalledMethod followed)
    {
        var instruction = Code[at];
        var effect = StackEffect.Of(instruction, assembly) ?? default;
        var taken = state.Take(effect.Takes);
        if (variables.Loaded(at) is { } loaded) Load(instruction, loaded, state, walk, followed);
        else if (variables.Stored(at) is { } stored) walk.Store(stored, taken[^1], state);
        else if (variables.Cleared(at) is { } cleared) walk.Store(cleared, Origin.None, state);
        else for (var value = 0; value < effect.Leaves; value++) state.Push(Left(at, taken, walk, followed));
        if (at == walk.Call || ResultSinks.TakesElement(instruction, taken)) (state.IsConsumed, state.IsInspected) = (false, false);
        if (instruction.Calls) Note(assembly.Called(instruction.Operand), taken, state);
        if (instruction.Code is ILOpCode.Leave or ILOpCode.Leave_s or ILOpCode.Ret) state.Clear();
    }

    // A local whose address is taken may be set through it. A ValueTask is normally used by address.
    private void Load(IlInstruction instruction, FlowVariable variable, FlowState state, FlowWalk walk, CalledMethod followed)
    {
        var value = walk.Load(variable, state, isOfResult: variables.IsOf(variable, followed.Signature.ReturnType));
        state.Push(value);
        if (instruction.Code is ILOpCode.Ldloca or ILOpCode.Ldloca_s && ReturnShapes.Of(followed.Signature.ReturnType).IsTask() && !value.HasFlag(Origin.Result)) walk.Store(variable, value | Origin.Other, state);
    }

    private Origin Left(int at, IReadOnlyList<Origin> taken, FlowWalk walk, CalledMethod followed)
    {
        var instruction = Code[at];
        if (at == walk.Call || ResultSinks.TakesElement(instruction, taken)) return Origin.Result;
        if (at == walk.Array) return Origin.Array;
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
}

/// <summary>What became of a result.</summary>
/// <param name="IsKept">Whether a variable held it in between.</param>
internal sealed record FollowedResult(IReadOnlyList<FoundUse> Uses, bool IsKept)
{
    /// <summary>The code does not show it.</summary>
    public static FollowedResult Unclear { get; } = new([new(ResultUse.Unclear, null, "", 0)], IsKept: false);

    /// <summary>What becomes of the elements of an array that it is put into; null where it is put into none, or more is done with the array than to read them.</summary>
    public FollowedResult? OfElements { get; init; }

    /// <summary>The use that decides.</summary>
    public FoundUse Gravest => Uses.MaxBy(use => use.Use) ?? new(ResultUse.Discarded, null, "", 0);

    /// <summary>What keeps a result that stands beside another task: it goes on to need a Task, even where the other turns into a ValueTask. Null for nothing.</summary>
    public FoundUse? Keeper => Uses.FirstOrDefault(use => use.Use is ResultUse.Stored or ResultUse.Collected or ResultUse.Combined);
}
