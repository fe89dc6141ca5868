using System.CommandLine;
using System.Globalization;
using AsyncLoad.Harness.Planning;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>The option of every command that can measure a share of its comparisons.</summary>
internal static class ShardOption
{
    // More machines than there will be.
    private const int MostShards = 10_000;

    /// <summary>The option as the parser knows it; null when it is left out.</summary>
    public static Option<(int Index, int Count)?> Create() => new("--shard")
    {
        Description = "measure shard I of N of the comparisons, one shard on each machine; \"merge\" joins the run folders",
        HelpName = "I/N",
        CustomParser = result =>
        {
            if (result.Tokens[0].Value.Split('/') is [var first, var second] && int.TryParse(first, NumberStyles.None, CultureInfo.InvariantCulture, out var index)
                && int.TryParse(second, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && index >= 1 && index <= count && count <= MostShards) return (index, count);
            result.AddError($"--shard takes I/N with I from 1 to N and N up to {MostShards}, such as 2/3, not {Printable.Quote(result.Tokens[0].Value)}");
            return null;
        },
    };
}
