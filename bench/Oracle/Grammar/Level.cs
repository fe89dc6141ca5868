using AsyncLoad.Fuzzing.Mutation;

namespace AsyncLoad.Oracle.Grammar;

/// <summary>One class of those that derive from each other: its members.</summary>
internal sealed class Level
{
    // Parameters multiply: a class with all of these is run a hundred times.
    private const int MostParameters = 2;

    private static readonly Weighted<string> Benchmarks = new(
        (480, "[Benchmark]"),
        (40, "[Benchmark(Baseline = true)]"),
        (20, "[Benchmark(Description = \"in words\")]"),
        (20, "[Benchmark(Description = \"Word\")]"),
        (20, "[Benchmark(OperationsPerInvoke = 4)]"),
        (1, "[Benchmark(OperationsPerInvoke = 0)]"),
        (20, "[Benchmark] [BenchmarkCategory(\"Fast\", \"Small\")]"),
        (12, "[Quick(1.5)]"),
        (12, "[Quick(1.5, Baseline = true, Description = \"quickly\")]"),
        (12, "[Halved]"));

    private static readonly Weighted<string> Modifiers = new((80, "public "), (25, "public virtual "), (10, "public static "), (1, "private "), (1, "internal "));

    private readonly Dice dice;
    private readonly List<ParameterMember> parameters = [];
    private readonly List<string> sources = [];
    private readonly List<Member> benchmarks = [];
    private readonly List<Member> hooks = [];

    /// <param name="name">Name of the class.</param>
    /// <param name="depth">How many classes it derives from; members are numbered by it.</param>
    /// <param name="below">The one that it derives from directly; null for none.</param>
    /// <param name="typeParameters">What it is generic in, T first: <c>&lt;T&gt;</c>; empty for nothing.</param>
    public Level(Dice dice, string name, int depth, Level? below, string typeParameters = "")
    {
        (this.dice, Name) = (dice, name);
        for (var count = dice.Below(MostParameters + 1); count > 0; count--) parameters.Add(ParameterKind.Write(dice, $"P{depth}{count}"));
        if (below is not null) Derive(below);
        for (var count = 1 + dice.Below(3); count > 0; count--) benchmarks.Add(Benchmark($"M{depth}{count}", typeParameters));
        string[] known = [.. benchmarks.Concat(below?.benchmarks ?? []).Select(member => member.Name)];
        for (var count = dice.Below(3); count > 0; count--) hooks.Add(HookGrammar.Write(dice, name, $"H{depth}{count}", known));
    }

    public string Name { get; }

    /// <summary>Its members, a line each.</summary>
    public IEnumerable<string> Lines => [.. parameters.Select(member => member.Text), .. sources, .. hooks.Concat(benchmarks).Select(member => member.Text)];

    private void Derive(Level below)
    {
        foreach (var member in below.parameters.Where(member => member.IsPublic && dice.OneIn(member.IsVirtual ? 2 : 80))) parameters.Add(member.Derived(dice.OneIn(2)));
        foreach (var member in below.benchmarks.Where(member => !member.IsGeneric && dice.OneIn(member.IsVirtual ? 3 : 80))) benchmarks.Add(Derived(member, below));
        foreach (var member in below.hooks.Where(member => dice.OneIn(member.IsVirtual ? 2 : 80))) hooks.Add(Derived(member, below));
    }

    private Member Derived(Member member, Level below) => member.In(below.Name, Name, keepsAttributes: !dice.OneIn(member.IsVirtual ? 4 : 2));

    private Member Benchmark(string name, string typeParameters)
    {
        var (result, taken, modifiers) = (Result(typeParameters), ArgumentKind.All.Choose(dice), Modifiers.Choose(dice));
        // C# has it so.
        if (taken.Parameters.StartsWith("in ", StringComparison.Ordinal)) result = new ResultKind("int", "return 7;");
        var noted = $"\"{Name}.{name}{(result.IsConsumedSince016 ? ResultKind.Consumed : "")}\"";
        var target = modifiers == "public static " ? $"typeof({Name}{typeParameters})" : "this";
        var handed = taken.Names.Length == 0 ? "" : $", {Handed(taken)}";
        var body = $"Recorder.Call({noted}, {target}{handed}); {result.Body.Replace("NAME", noted, StringComparison.Ordinal)}";
        var parts = new[] { Benchmarks.Choose(dice), result.Attributes, taken.Attributes.Replace("SOURCE", name + "Sets", StringComparison.Ordinal) };
        if (taken.Source is { } source) sources.Add(ParameterKind.WriteSource(dice, name + "Sets", source));
        return new Member(name, string.Join(' ', parts.Where(part => part.Length > 0)), $"{modifiers}{result.Type} {name}({taken.Parameters})", body);
    }

    private ResultKind Result(string typeParameters) =>
        typeParameters.Length > 0 && dice.OneIn(3) ? new ResultKind("T", "return default!;") : ResultKind.All.Choose(dice);

    // An array would be taken for the list of all arguments.
    private static string Handed(ArgumentKind taken) => taken.Names.Contains(',', StringComparison.Ordinal) ? taken.Names : $"(object?){taken.Names}";
}
