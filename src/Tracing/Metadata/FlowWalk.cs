namespace AsyncLoad.Tracing.Metadata;

/// <summary>The instructions that are still to be looked at, and what is known before each.</summary>
internal sealed class FlowWalk
{
    private readonly FlowWindow? window;
    private readonly SortedDictionary<int, FlowState> states = [];
    private readonly HashSet<FlowVariable> missing = [];
    private readonly Queue<int> waiting = [];
    private readonly HashSet<int> queued = [];
    private bool joins;

    /// <param name="call">Which instruction calls.</param>
    /// <param name="followed">The variables that may hold the result; null for all variables, in all of the code.</param>
    public FlowWalk(FlowGraph graph, int call, IReadOnlySet<FlowVariable>? followed)
    {
        (Call, Followed) = (call, followed);
        window = followed is null ? null : new FlowWindow(graph, call, followed);
    }

    public int Call { get; }

    /// <summary>Which instruction makes the array that is followed with the result: its elements count as results; null for none.</summary>
    public int? Array { get; init; }

    /// <summary>The variables whose values are known; null for all.</summary>
    public IReadOnlySet<FlowVariable>? Followed { get; }

    /// <summary>Variables that are not followed, and that the result or one like it may lie in.</summary>
    public IReadOnlyCollection<FlowVariable> Missing => missing;

    /// <summary>Where it begins.</summary>
    public IEnumerable<int> Starts => window?.Starts ?? [0];

    /// <summary>What is known before each instruction that is reached, in their order.</summary>
    public IEnumerable<KeyValuePair<int, FlowState>> States => states;

    /// <summary>Whether the result and something else come together on the stack.</summary>
    public bool JoinsOnStack => joins;

    public FlowState Before(int at) => states[at];

    public void Reach(int at, FlowState state)
    {
        if (window?.Holds(at) == false) return;
        if (!states.TryGetValue(at, out var known)) states.Add(at, state.Copy());
        else if (!known.Join(state, ref joins)) return;
        if (queued.Add(at)) waiting.Enqueue(at);
    }

    public bool Next(out int at)
    {
        if (!waiting.TryDequeue(out at)) return false;
        queued.Remove(at);
        return true;
    }

    /// <summary>The value of a variable.</summary>
    /// <param name="isOfResult">Whether it has the type of the result.</param>
    public Origin Load(FlowVariable variable, FlowState state, bool isOfResult)
    {
        if (Follows(variable)) return state.Get(variable);
        if (isOfResult) missing.Add(variable);
        return Origin.Other;
    }

    /// <summary>Gives a variable a value.</summary>
    public void Store(FlowVariable variable, Origin value, FlowState state)
    {
        if (Follows(variable)) state.Set(variable, value);
        else if ((value & ~Origin.Other) != 0) missing.Add(variable);
    }

    private bool Follows(FlowVariable variable) => Followed?.Contains(variable) != false;
}
