using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using AsyncLoad.Assurance.Soak;
using AsyncLoad.Model;

namespace AsyncLoad.Assurance.Planted;

/// <summary><c>planted [--rounds N]</c> and <c>same [--rounds N]</c>: what <c>compare</c> finds between two commits, and what it says of one commit beside itself.</summary>
internal static class PlantedCommand
{
    private const int BarMissed = 2;
    private const int BadArguments = 4;
    private const int UsualRounds = 10;

    // Of one commit: sixty comparisons, of which one may be judged falsely.
    private const int UsualRoundsOfSame = 5;
    private const int MostFalse = 1;

    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(3);

    // The same build twice is refused, so that something has to differ that nothing reads.
    private static readonly string[] Two = ["--baseline", "commit=HEAD~1", "--candidate", "commit=HEAD"];
    private static readonly string[] Same = ["--baseline", "commit=HEAD", "--candidate", "commit=HEAD,env.READ_BY_NOTHING=1"];

    /// <summary>Measures all rounds and prints each, then the sum.</summary>
    /// <param name="planted">Whether the sides are the two commits.</param>
    /// <param name="options">The options.</param>
    /// <returns>The exit code: 2 when a bar is missed.</returns>
    public static async Task<int> RunAsync(bool planted, string[] options)
    {
        if (!TryRead(options, planted ? UsualRounds : UsualRoundsOfSame, out var rounds))
        {
            await Console.Error.WriteLineAsync("planted [--rounds N] | same [--rounds N]");
            return BadArguments;
        }

        var done = new List<PlantedRound>();
        while (done.Count < rounds)
        {
            var round = await RoundAsync(planted);
            done.Add(round);
            await Console.Out.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"round {done.Count}: {round.Text(planted)}"));
            foreach (var line in round.False) await Console.Out.WriteLineAsync($"  {line}");
        }

        await Console.Out.WriteLineAsync(Sum(done, planted));
        return Holds(done, planted) ? 0 : BarMissed;
    }

    /// <summary>Whether the bars are met: both found each time, nothing else said, within three minutes; of one commit at most one false verdict.</summary>
    public static bool Holds(IReadOnlyList<PlantedRound> rounds, bool planted) => planted
        ? rounds.All(round => round is { Slower: true, Heavier: true, False.Count: 0 } && round.Comparisons == PlantedRepository.Methods && round.Took <= Longest)
        : rounds.All(round => round.Comparisons == PlantedRepository.Methods) && rounds.Sum(round => round.False.Count) <= MostFalse;

    private static string Sum(List<PlantedRound> rounds, bool planted)
    {
        var (all, said) = (rounds.Sum(round => round.Comparisons), rounds.Sum(round => round.False.Count));
        var found = planted ? $"slower found {rounds.Count(round => round.Slower)} of {rounds.Count} times, heavier {rounds.Count(round => round.Heavier)} of {rounds.Count}, " : "";
        return string.Create(CultureInfo.InvariantCulture, $"{found}{said} false of {all} comparisons, {rounds.Sum(round => round.Undecided)} inconclusive, longest round {rounds.Max(round => round.Took).TotalMinutes:0.0} min");
    }

    private static bool TryRead(string[] options, int usual, out int rounds)
    {
        rounds = usual;
        return options is [] || (options is ["--rounds", var text] && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out rounds) && rounds > 0);
    }

    // A repository for each round, so that both commits are built in its time.
    private static async Task<PlantedRound> RoundAsync(bool planted)
    {
        using var repository = new PlantedRepository();
        var (folder, began) = (repository.Run("it"), Stopwatch.GetTimestamp());
        using var program = Process.Start("dotnet", [Clone.Program, "compare", "Planted", "--project", repository.ProjectFile, .. planted ? Two : Same, "--output", folder, "--quiet"]);
        await program.WaitForExitAsync();
        var took = Stopwatch.GetElapsedTime(began);
        // A process that failed twice is a comparison without a verdict, and counts as that.
        var results = Path.Combine(folder, "results.json");
        if (!File.Exists(results)) throw new InvalidOperationException($"asyncload compare ended with {program.ExitCode} and judged nothing");
        return PlantedRound.Of(JsonSerializer.Deserialize(await File.ReadAllBytesAsync(results), ModelJson.Line.RunResults)!, took, planted);
    }
}
