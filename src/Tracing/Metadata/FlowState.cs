using System.Runtime.InteropServices;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Where a value may come from, and what it is.</summary>
[Flags]
internal enum Origin : byte
{
    None = 0,

    /// <summary>The call that is followed.</summary>
    Result = 1,

    /// <summary>Another call of the same method.</summary>
    Sibling = 2,

    /// <summary>Anything else.</summary>
    Other = 4,

    /// <summary>What ConfigureAwait makes of the result.</summary>
    Configured = 8,

    /// <summary>The awaiter of the result.</summary>
    Awaiter = 16,

    /// <summary>The array that the result is put into.</summary>
    Array = 32,
}

/// <summary>What is known before an instruction runs, over all paths that reach it.</summary>
internal sealed class FlowState
{
    private readonly List<Origin> stack;
    private readonly Dictionary<int, Origin> fields;
    private Origin[] locals;

    /// <summary>Nothing is known.</summary>
    public FlowState()
        : this([], [], [])
    {
    }

    private FlowState(List<Origin> stack, Origin[] locals, Dictionary<int, Origin> fields) => (this.stack, this.locals, this.fields) = (stack, locals, fields);

    /// <summary>Whether the result may have been awaited or read already.</summary>
    public bool IsConsumed
    {
        get;
        set => Change(ref field, value);
    }

    /// <summary>Whether every path has tested that the result is complete.</summary>
    public bool IsInspected
    {
        get;
        set => Change(ref field, value);
    } = true;

    /// <summary>Whether every path has tested that of its awaiter.</summary>
    public bool IsAsked
    {
        get;
        set => Change(ref field, value);
    } = true;

    /// <summary>How often what a handler sees has changed: all but the stack.</summary>
    public int Changes { get; private set; }

    /// <summary>The same, to be changed. There is one for each instruction: it has to be cheap.</summary>
    public FlowState Copy() => new([.. stack], [.. locals], new Dictionary<int, Origin>(fields)) { IsConsumed = IsConsumed, IsInspected = IsInspected, IsAsked = IsAsked, Changes = Changes };

    public void Push(Origin value) => stack.Add(value);

    /// <summary>Takes values away, and names them from the lowest up.</summary>
    public IReadOnlyList<Origin> Take(int count)
    {
        var taken = Peek(count);
        stack.RemoveRange(Math.Max(0, stack.Count - count), Math.Min(count, stack.Count));
        return taken;
    }

    /// <summary>The topmost values, from the lowest up. What is not there is something else.</summary>
    public IReadOnlyList<Origin> Peek(int count) =>
        [.. Enumerable.Repeat(Origin.Other, Math.Max(0, count - stack.Count)), .. stack.Skip(stack.Count - Math.Min(count, stack.Count))];

    public void Clear() => stack.Clear();

    /// <summary>What a variable holds; <see cref="Origin.None"/> where no path has set it so far.</summary>
    public Origin Get(FlowVariable variable) =>
        variable.IsField ? fields.GetValueOrDefault(variable.Number) : variable.Number < locals.Length ? locals[variable.Number] : Origin.None;

    public void Set(FlowVariable variable, Origin value)
    {
        if (Get(variable) == value) return;
        if (!variable.IsField && variable.Number >= locals.Length) Array.Resize(ref locals, variable.Number + 1);
        if (variable.IsField) fields[variable.Number] = value;
        else locals[variable.Number] = value;
        Changes++;
    }

    /// <summary>Merges the state of another path. What only one of them has set is what it has set.</summary>
    /// <param name="joins">Set where the result and something else come to lie in the same place on the stack.</param>
    /// <returns>Whether anything is new.</returns>
    public bool Join(FlowState other, ref bool joins)
    {
        var isNew = JoinLocals(other.locals) | JoinFields(other.fields);
        for (var depth = 0; depth < Math.Min(stack.Count, other.stack.Count); depth++)
        {
            var both = stack[^(depth + 1)] | other.stack[^(depth + 1)];
            if (both == stack[^(depth + 1)]) continue;
            stack[^(depth + 1)] = both;
            joins |= both.HasFlag(Origin.Result | Origin.Other);
            isNew = true;
        }

        isNew |= (other.IsConsumed && !IsConsumed) || (IsInspected && !other.IsInspected) || (IsAsked && !other.IsAsked);
        IsConsumed |= other.IsConsumed;
        IsInspected &= other.IsInspected;
        IsAsked &= other.IsAsked;
        return isNew;
    }

    /// <summary>Resets what was done with the result once nothing holds it.</summary>
    public void Settle()
    {
        var held = Origin.None;
        foreach (var value in stack) held |= value;
        foreach (var value in locals) held |= value;
        foreach (var value in fields.Values) held |= value;
        if ((held & (Origin.Result | Origin.Configured)) == 0) (IsConsumed, IsInspected) = (false, true);
        if (!held.HasFlag(Origin.Awaiter)) IsAsked = true;
    }

    private void Change(ref bool known, bool value)
    {
        if (known == value) return;
        known = value;
        Changes++;
    }

    private bool JoinLocals(Origin[] from)
    {
        if (from.Length > locals.Length) Array.Resize(ref locals, from.Length);
        var isNew = false;
        for (var number = 0; number < from.Length; number++)
        {
            isNew |= (locals[number] | from[number]) != locals[number];
            locals[number] |= from[number];
        }

        return isNew;
    }

    private bool JoinFields(Dictionary<int, Origin> from)
    {
        var isNew = false;
        foreach (var (key, value) in from)
        {
            ref var known = ref CollectionsMarshal.GetValueRefOrAddDefault(fields, key, out _);
            isNew |= (known | value) != known;
            known |= value;
        }

        return isNew;
    }
}
