using AsyncLoad.Assurance.Planted;
using AsyncLoad.Model.Results;
using AsyncLoad.Tests.Model;
using Xunit;

namespace AsyncLoad.Tests.Planted;

/// <summary>How <c>bench/Assurance -- planted</c> judges what the program says.</summary>
public class PlantedRoundTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    [Fact]
    public void Both_found_and_nothing_else_said_meets_the_bars()
    {
        var round = PlantedRound.Of(Results(), Minute, planted: true);
        Assert.Equal("1.0 min, 12 comparisons, 1 inconclusive, slower found, heavier found, 0 false", round.Text(planted: true));
        Assert.True(PlantedCommand.Holds([round], planted: true));
        Assert.False(PlantedCommand.Holds([round, round with { Took = TimeSpan.FromMinutes(4) }], planted: true));
        Assert.False(PlantedCommand.Holds([round with { Comparisons = 11 }], planted: true));
    }

    [Fact]
    public void What_was_missed_or_said_falsely_is_told()
    {
        var missed = PlantedRound.Of(Results((PlantedRepository.Slower, Verdict.Inconclusive, 0), (PlantedRepository.Heavier, Verdict.Equivalent, 25)), Minute, planted: true);
        Assert.Equal((false, false), (missed.Slower, missed.Heavier));
        var wrong = PlantedRound.Of(Results((PlantedRepository.Heavier, Verdict.Loses, 24), ("sum", Verdict.Wins, 8), ("sort", null, null)), Minute, planted: true);
        Assert.Equal(
            [
                "compare/hash-HEAD-vs-HEAD~1/sequential/calm/default: loses 0.440 [0.430, 0.450] after 6 pairs",
                "compare/sum-HEAD-vs-HEAD~1/sequential/calm/default: wins 0.440 [0.430, 0.450] after 6 pairs",
                "compare/sum-HEAD-vs-HEAD~1/sequential/calm/default: +8.0 bytes",
                "compare/sort-HEAD-vs-HEAD~1/sequential/calm/default: no bytes",
            ],
            wrong.False);
        Assert.False(PlantedCommand.Holds([wrong], planted: true));
    }

    [Fact]
    public void Of_one_commit_one_verdict_in_sixty_may_be_false()
    {
        var right = PlantedRound.Of(Results((PlantedRepository.Slower, Verdict.Equivalent, 0), (PlantedRepository.Heavier, Verdict.Equivalent, 0)), Minute, planted: false);
        var wrong = PlantedRound.Of(Results((PlantedRepository.Heavier, Verdict.Equivalent, 0)), Minute, planted: false);
        Assert.Single(wrong.False);
        Assert.True(PlantedCommand.Holds([right, right, right, right, wrong], planted: false));
        Assert.False(PlantedCommand.Holds([right, wrong, right, right, wrong], planted: false));
    }

    [Fact]
    public void The_repository_plants_one_line_each_and_goes()
    {
        string folder;
        using (var repository = new PlantedRepository())
        {
            folder = Path.GetDirectoryName(repository.ProjectFile)!;
            var text = File.ReadAllText(Path.Combine(folder, "Planted.cs"));
            Assert.Contains("round < 1_050", text, StringComparison.Ordinal);
            Assert.Contains("Kept = new object();", text, StringComparison.Ordinal);
            Assert.Contains("Range(0, 1_000)", text, StringComparison.Ordinal);
            Assert.Equal(PlantedRepository.Methods, text.Split("[Benchmark]").Length - 1);
        }

        Assert.False(Directory.Exists(folder));
    }

    // All as it was planted, but for some.
    private static RunResults Results(params (string Method, Verdict? Verdict, double? Bytes)[] but)
    {
        (string Method, Verdict? Verdict, double? Bytes)[] all =
        [
            (PlantedRepository.Slower, Verdict.Loses, 0), (PlantedRepository.Heavier, Verdict.Equivalent, 24), ("sum", Verdict.Inconclusive, 0.01), ("sort", Verdict.Equivalent, 0),
            .. Enumerable.Range(1, 8).Select(number => ($"m{number}", (Verdict?)Verdict.Equivalent, (double?)0)),
        ];
        var one = Samples.Results.Comparisons[0];
        return Samples.Results with
        {
            Comparisons = [.. all.Select(entry => but.Where(other => other.Method == entry.Method).DefaultIfEmpty(entry).First())
                .Select(entry => one with { Id = $"compare/{entry.Method}-HEAD-vs-HEAD~1/sequential/calm/default", Verdict = entry.Verdict, BytesDifference = entry.Bytes })],
        };
    }
}
