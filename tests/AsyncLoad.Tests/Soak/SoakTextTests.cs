using AsyncLoad.Assurance.Soak;
using Xunit;

namespace AsyncLoad.Tests.Soak;

public sealed class SoakTextTests
{
    private static readonly Sample One = new(TimeSpan.FromSeconds(10), new ProcessFigures(100_000_000, 120, 20), new TemporaryFiles(8, 0), 50_000, 5);

    [Fact]
    public void Every_bar_is_a_row_and_each_that_was_missed_a_sentence()
    {
        var evidence = new Evidence(
            TimeSpan.FromHours(2),
            new Ended(0, TimeSpan.FromMinutes(120.5), 0),
            [One],
            new JournalFigures(40_000_000, 4_000, 0, []),
            ["al-1-00000000"],
            new Ended(0, TimeSpan.FromSeconds(4.3), 300_000_000));
        Bar[] bars =
        [
            new("resident memory", Unit.Bytes, 100_000_000, 150_000_000, 126_000_000),
            new("time between pairs", Unit.Milliseconds, 20, 21, 35),
            new("completed pairs", Unit.Count, null, 4_000, 3_000, AtLeast: true),
            new("most temporary files", Unit.Count, null, 0, 1, AtLeast: true),
            new("time of the report", Unit.Seconds, null, double.NaN, 60),
        ];

        Assert.Equal("""
            | figure | at the beginning | at the end | bar | |
            | --- | --: | --: | --: | --- |
            | resident memory | 100 MB | 150 MB | ≤ 126 MB | missed |
            | time between pairs | 20.0 ms | 21.0 ms | ≤ 35.0 ms | held |
            | completed pairs |  | 4,000 | ≥ 3,000 | held |
            | most temporary files |  | 0 | ≥ 1 | missed |
            | time of the report |  | nothing measured | ≤ 60.0 s | missed |

            4,000 pairs in 120.5 min, a journal of 40.0 MB; its report took 4.3 s and 300 MB of memory at most. 2 of 5 bars held.
            Missed: resident memory came to 150 MB, at most 126 MB was allowed after 100 MB at the beginning.
            Missed: most temporary files came to 0, at least 1 was asked for.
            Missed: time of the report came to nothing measured, at most 60.0 s was allowed.
            Left in TMPDIR: al-1-00000000

            """, SoakText.Of(evidence, bars));
    }

    [Fact]
    public void A_sample_is_a_line_with_a_figure_for_each_word_of_the_header()
    {
        Assert.Equal("10,100000000,120,20,8,0,50000,5\n", SoakText.Line(One));
        Assert.Equal(SoakText.Header.Split(',').Length, SoakText.Line(One).Split(',').Length);
    }
}
