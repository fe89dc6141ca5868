namespace AsyncLoad.Tracing.Metadata;

/// <summary>
/// The part of a method in which a result can be found. It begins and ends where the stack is empty and no variable that may hold the result is read any more.
/// So a call in a long method costs no more than the statements that have to do with it.
/// </summary>
internal sealed class FlowWindow
{
    private readonly FlowGraph graph;
    private readonly IReadOnlySet<FlowVariable> followed;
    private readonly HashSet<int> inside = [];

    /// <param name="call">Which instruction calls.</param>
    /// <param name="followed">The variables that may hold the result.</param>
    public FlowWindow(FlowGraph graph, int call, IReadOnlySet<FlowVariable> followed)
    {
        (this.graph, this.followed) = (graph, followed);
        GoOn(call);
        GoBack();
    }

    /// <summary>The instructions in it at which nothing of the result is there yet.</summary>
    public IEnumerable<int> Starts => inside.Where(at => at == 0 || IsClean(at));

    public bool Holds(int at) => inside.Contains(at);

    private bool IsClean(int at) => (graph.Depth(at) == 0 || graph.Handles(at)) && !IsNeeded(at);

    private bool IsNeeded(int at)
    {
        foreach (var variable in followed)
        {
            if (graph.IsLive(variable, at)) return true;
        }

        return false;
    }

    private void GoOn(int call)
    {
        var waiting = new Stack<int>([call]);
        while (waiting.TryPop(out var at))
        {
            if (!inside.Add(at) || (at != call && IsClean(at))) continue;
            foreach (var target in graph.Next(at)) waiting.Push(target);
            if (followed.Count == 0) continue;
            foreach (var handler in graph.HandlersOf(at).Where(IsNeeded)) waiting.Push(handler);
        }
    }

    // What joins it from elsewhere may bring another value to the same place.
    private void GoBack()
    {
        var waiting = new Stack<int>(inside.Where(at => !IsClean(at)).SelectMany(graph.Before));
        while (waiting.TryPop(out var at))
        {
            if (!inside.Add(at) || IsClean(at)) continue;
            foreach (var earlier in graph.Before(at)) waiting.Push(earlier);
        }
    }
}
