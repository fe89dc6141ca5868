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
    public static string[] Short { get; } =
        ["--pairs", "6", "--traces", "none", "--set", "measure.slices=4", "--set", "measure.slice=5ms", "--set", "measure.warmUpCap=300ms"];

    /// <summary>A whole profile around experiments.</summary>
    public static string Of(params string[] experiments) => $$"""
        {
          "schemaVersion": 1, "name": "tiny", "seed": 1,
          "measure": { "slices": 4, "slice": "5ms", "warmUpCap": "300ms", "looks": [6] },
          "experiments": [{{string.Join(", ", experiments)}}]
        }
        """;
}
