namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>
/// Sets of values, each with its text. As in the program that BenchmarkDotNet generates, plain values come from a new instance, and others are asked
/// of the measured instance. They may depend on its set-up, or on parameters that are set before.
/// </summary>
internal sealed class Choices
{
    // Stands for a value that is asked for later, so that the one found first is not kept alive.
    private static readonly object Asked = new();

    private readonly List<object?[]> kept;
    private readonly Func<object, IEnumerable<object?[]>> ask;

    /// <param name="found">The sets of a new instance.</param>
    /// <param name="ask">The same sets of the instance that is measured.</param>
    public Choices(IReadOnlyList<object?[]> found, Func<object, IEnumerable<object?[]>> ask)
    {
        Texts = ValueText.Distinct(found.Select(set => string.Join(',', set.Select(ValueText.Of))));
        kept = [.. found.Select(set => set.Select(value => IsPlain(value) ? value : Asked).ToArray())];
        this.ask = ask;
    }

    /// <summary>Each set as text, in their order.</summary>
    public IReadOnlyList<string> Texts { get; }

    /// <summary>The set of a text for an instance; null where no set has this text.</summary>
    /// <exception cref="PluginRefusedException">The instance has fewer sets than a new one.</exception>
    public object?[]? Find(string text, object instance)
    {
        var index = Texts.ToList().IndexOf(text);
        if (index < 0 || !kept[index].Contains(Asked)) return index < 0 ? null : kept[index];
        var own = ask(instance).ElementAtOrDefault(index)
            ?? throw new PluginRefusedException($"its source no longer has a value for '{text}' once parameters are set: let it give the same number of values each time");
        return [.. kept[index].Zip(own, (plain, asked) => plain == Asked ? asked : plain)];
    }

    /// <summary>Whether C# could write the value as a constant; a DateTime counts as one.</summary>
    public static bool IsConstant(object? value) => value is null or string or decimal or DateTime or Enum || value.GetType().IsPrimitive;

    private static bool IsPlain(object? value) => value is Type || IsConstant(value);
}
