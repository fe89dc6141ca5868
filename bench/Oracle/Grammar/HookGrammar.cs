using AsyncLoad.Fuzzing.Mutation;

namespace AsyncLoad.Oracle.Grammar;

/// <summary>Set-ups and clean-ups.</summary>
internal static class HookGrammar
{
    private static readonly Weighted<string> Kinds = new((300, "GlobalSetup"), (200, "GlobalCleanup"), (1, "IterationSetup"), (1, "IterationCleanup"));

    // What is refused is rare: it takes all methods of a class away from what is compared.
    private static readonly Weighted<(string Declaration, string Goes)> Shapes = new(
        (480, ("public void NAME()", "")),
        (120, ("public static void NAME()", "")),
        (160, ("public virtual void NAME()", "")),
        (120, ("public async Task NAME()", "await Task.Yield(); Recorder.Note(\"went on: NAME\");")),
        (40, ("public static async Task NAME()", "await Task.Yield(); Recorder.Note(\"went on: NAME\");")),
        (80, ("public async ValueTask NAME()", "await Task.Yield(); Recorder.Note(\"went on: NAME\");")),
        (40, ("public async Task<int> NAME()", "await Task.Yield(); Recorder.Note(\"went on: NAME\"); return 7;")),
        (40, ("public async ValueTask<int> NAME()", "await Task.Yield(); Recorder.Note(\"went on: NAME\"); return 7;")),
        (40, ("public virtual async Task NAME()", "await Task.Yield(); Recorder.Note(\"went on: NAME\");")),
        (40, ("public ValueTask NAME()", "return new ValueTask(new Source(\"NAME\"), 0);")),
        (40, ("public int NAME()", "return 7;")),
        (1, ("private void NAME()", "")),
        (1, ("public void NAME(int number)", "")),
        (1, ("public async void NAME()", "await Task.Yield();")),
        (1, ("public void NAME<T>()", "")),
        (1, ("public IEnumerable<int> NAME()", "return Results.Numbers(\"NAME\");")));

    /// <summary>One of them.</summary>
    /// <param name="benchmarks">Names that it may be for.</param>
    public static Member Write(Dice dice, string level, string name, IReadOnlyList<string> benchmarks)
    {
        var (kind, shape) = (Kinds.Choose(dice), Shapes.Choose(dice));
        var call = kind.EndsWith("Setup", StringComparison.Ordinal) ? "SetUp" : "CleanUp";
        return new Member(
            name,
            Attribute(dice, kind, benchmarks),
            shape.Declaration.Replace("NAME", name, StringComparison.Ordinal),
            $"Recorder.{call}(\"{level}.{name}\"); {shape.Goes.Replace("NAME", $"{level}.{name}", StringComparison.Ordinal)}");
    }

    private static string Attribute(Dice dice, string kind, IReadOnlyList<string> benchmarks)
    {
        if (dice.OneIn(30)) return $"[{kind}] [{(kind == "GlobalSetup" ? "GlobalCleanup" : "GlobalSetup")}]";
        if (benchmarks.Count == 0 || dice.Below(5) < 3) return Untargeted(dice, kind);
        var (one, other) = (dice.Of(benchmarks), dice.Of(benchmarks));
        return dice.Below(8) switch
        {
            0 => $"[{kind}(Targets = [\"{one}\", \"{other}\"])]",
            1 => $"[{kind}(Target = \"{one},{other}\")]",
            2 => $"[{kind}(Target = \"{one}, {other}\")]",
            4 => $"[{kind}(Target = \"\")]",
            5 => $"[{kind}(Target = \"Elsewhere\")]",
            3 when kind == "GlobalSetup" => $"[Ready(\"{one}\")]",
            _ => $"[{kind}(Target = \"{one}\")]",
        };
    }

    private static string Untargeted(Dice dice, string kind) => dice.OneIn(8)
        ? kind switch
        {
            "GlobalSetup" => "[Ready]",
            "GlobalCleanup" => "[Done]",
            _ => $"[{kind}]",
        }
        : $"[{kind}]";
}
