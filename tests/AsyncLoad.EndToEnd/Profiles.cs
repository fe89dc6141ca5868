namespace AsyncLoad.EndToEnd;

/// <summary>Profiles that take seconds: enough to see that everything works, too little to believe a time.</summary>
internal static class Profiles
{
    /// <summary>One comparison: async chains under one worker.</summary>
    public const string AwaitPair = """
        {
          "name": "await", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"], "loads": ["sequential"]
        }
        """;

    /// <summary>What ends any measurement within seconds.</summary>
    public static string[] Short { get; } = ["--pairs", "6", .. Little];

    /// <summary>The same after one pair of each comparison, for tests that look at no ratio and no verdict.</summary>
    public static string[] Figures { get; } = ["--set", "measure.verdicts=false", "--set", "measure.looks=[1]", .. Little];

    /// <summary>For tests that look at no figure at all: the shortest warm-up there may be.</summary>
    public static string[] Unwarmed { get; } = ["--set", "measure.warmUpCap=100ms"];

    private static string[] Little => ["--traces", "none", "--set", "measure.slices=4", "--set", "measure.slice=5ms", "--set", "measure.warmUpCap=300ms"];

    /// <summary>A whole profile around experiments, with verdicts.</summary>
    public static string Of(params string[] experiments) => Around("\"looks\": [6]", experiments);

    /// <summary>The same with so many pairs of each comparison and no verdicts, and so no ratios in the results.</summary>
    public static string FiguresOf(int pairs, params string[] experiments) => Around($"\"looks\": [{pairs}], \"verdicts\": false", experiments);

    private static string Around(string judging, string[] experiments) => $$"""
        {
          "schemaVersion": 1, "name": "tiny", "seed": 1,
          "measure": { "slices": 4, "slice": "5ms", "warmUpCap": "300ms", {{judging}} },
          "experiments": [{{string.Join(", ", experiments)}}]
        }
        """;
}
