namespace AsyncLoad.Harness.Cli.Help;

/// <summary>Under which heading help shows an option. One name means the same in every command.</summary>
internal static class OptionGroups
{
    /// <summary>The heading of options that no group names.</summary>
    public const string Others = "Other options";

    private static readonly (string Heading, string[] Options)[] Groups =
    [
        ("What is measured or read",
        [
            "--plugin", "--project", "--parameter", "--baseline", "--candidate", "--runtime", "--compiler", "--load", "--loads", "--pressure", "--pressures", "--gc", "--axis",
            "--only", "--category", "--resume", "--shard", "--dotnet-root", "--process-id", "--assembly", "--metric", "--file", "--levels", "--quick",
        ]),
        ("How it is measured or judged",
        [
            "--pairs", "--time-budget", "--set", "--seed", "--jobs", "--in-turn", "--traces", "--cpu-samples", "--shared-instance", "--ignore-values", "--force", "--duration",
            "--min-share", "--no-measure",
        ]),
        ("In a build", ["--gate", "--no-gate", "--against", "--fail-on"]),
        ("Output", ["--output", "--export", "--store", "--keep", "--convert", "--format", "--verbosity", "--quiet", "--no-color", "--no-progress"]),
        ("Help", ["--help", "--version"]),
    ];

    /// <summary>Puts options under their headings, in the order of the groups.</summary>
    public static IEnumerable<(string Heading, IReadOnlyList<T> Rows)> Group<T>(IReadOnlyList<T> rows, Func<T, string> name)
    {
        foreach (var (heading, options) in Groups)
        {
            var own = rows.Where(row => options.Contains(name(row))).OrderBy(row => Array.IndexOf(options, name(row))).ToList();
            if (own.Count > 0) yield return (heading, own);
        }

        var others = rows.Where(row => !Groups.Any(group => group.Options.Contains(name(row)))).ToList();
        if (others.Count > 0) yield return (Others, others);
    }
}
