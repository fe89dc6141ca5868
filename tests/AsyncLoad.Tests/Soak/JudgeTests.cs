using AsyncLoad.Assurance.Soak;
using Xunit;

namespace AsyncLoad.Tests.Soak;

public sealed class JudgeTests
{
    private const int Megabyte = 1_000_000;

    private static readonly TimeSpan TwoHours = TimeSpan.FromHours(2);

    private static readonly Evidence Steady = new(
        TwoHours,
        new Ended(0, TwoHours, 0),
        [.. Enumerable.Range(0, 720).Select(At)],
        new JournalFigures(40 * Megabyte, 4_000, 0, [.. Enumerable.Repeat(20.0, 3_999)]),
        [],
        new Ended(0, TimeSpan.FromSeconds(5), 300 * Megabyte));

    // Each a little beyond the bar of that name, and in the last quarter only where something grows.
    private static readonly Dictionary<string, Func<Evidence, Evidence>> Spoilt = new(StringComparer.Ordinal)
    {
        ["samples after the first minute"] = steady => steady with { Samples = [.. steady.Samples.Take(13)] },
        ["resident memory"] = steady => Late(steady, sample => WithMemory(sample, 127 * Megabyte)),
        ["open handles"] = steady => Late(steady, sample => sample with { Process = sample.Process with { Handles = 123 } }),
        ["threads"] = steady => Late(steady, sample => sample with { Process = sample.Process with { Threads = 23 } }),
        ["temporary files"] = steady => Late(steady, sample => sample with { Temporary = sample.Temporary with { Count = 21 } }),
        ["bytes of temporary files"] = steady => Late(steady, sample => sample with { Temporary = sample.Temporary with { Bytes = 2 * Megabyte } }),
        ["most temporary files"] = steady => Each(steady, sample => sample with { Temporary = new TemporaryFiles(0, 0) }),
        ["time between pairs"] = steady => steady with { Journal = steady.Journal with { MillisecondsBetween = [.. Enumerable.Repeat(20.0, 3_890), .. Enumerable.Repeat(36.0, 110)] } },
        ["damaged lines of the journal"] = steady => steady with { Journal = steady.Journal with { Damaged = 1 } },
        ["completed pairs"] = steady => steady with { Journal = steady.Journal with { Pairs = 2_999 } },
        ["exit code of the run"] = steady => steady with { Run = steady.Run with { ExitCode = 7 } },
        ["entries left in TMPDIR"] = steady => steady with { Left = ["al-1-00000000"] },
        ["exit code of the report"] = steady => steady with { Report = steady.Report with { ExitCode = 1 } },
        ["time of the report"] = steady => steady with { Report = steady.Report with { Took = TimeSpan.FromSeconds(61) } },
    };

    /// <summary>Every bar, so that none is left out.</summary>
    public static TheoryData<string> Figures { get; } = [.. Judge.Bars(Steady).Select(bar => bar.Figure)];

    [Fact]
    public void What_stays_as_it_is_holds_every_bar() => Assert.Empty(Missed(Steady));

    [Theory]
    [MemberData(nameof(Figures))]
    public void What_grows_beyond_its_bar_is_found_and_nothing_else(string figure) => Assert.Equal([figure], Missed(Spoilt[figure](Steady)));

    [Fact]
    public void Memory_that_grows_bit_by_bit_is_found() =>
        Assert.Equal(["resident memory"], Missed(Each(Steady, sample => WithMemory(sample, (100 * Megabyte) + (sample.Pairs * 20_000L)))));

    [Fact]
    public void What_is_within_a_bar_is_no_growth() => Assert.Empty(Missed(Late(Steady, sample => sample with
    {
        Process = new ProcessFigures(125 * Megabyte, 122, 22),
        Temporary = new TemporaryFiles(20, Megabyte),
    })));

    [Fact]
    public void The_first_minute_and_what_comes_after_the_time_do_not_count()
    {
        // Little in what would be the first quarter, and much in what would be the last one.
        var shorter = Steady with { Asked = TimeSpan.FromMinutes(3) };

        Assert.Empty(Missed(Each(shorter, sample => sample.At < TimeSpan.FromMinutes(1) ? WithMemory(sample, Megabyte) : sample)));
        Assert.Empty(Missed(Each(shorter, sample => sample.At > TimeSpan.FromMinutes(3) ? WithMemory(sample, 900 * Megabyte) : sample)));
    }

    [Fact]
    public void Only_two_hours_need_thousands_of_pairs()
    {
        var few = Steady with { Journal = Steady.Journal with { Pairs = 1 } };

        Assert.Equal(["completed pairs"], Missed(few));
        Assert.Empty(Missed(few with { Asked = TimeSpan.FromMinutes(119) }));
        Assert.Equal(["completed pairs"], Missed(Steady with { Asked = TimeSpan.FromMinutes(3), Journal = Steady.Journal with { Pairs = 0 } }));
    }

    [Fact]
    public void What_was_not_measured_holds_no_bar() => Assert.Equal(
        [
            "samples after the first minute", "resident memory", "open handles", "threads", "temporary files", "bytes of temporary files", "most temporary files",
            "time between pairs", "completed pairs",
        ],
        Missed(Steady with { Samples = [], Journal = new JournalFigures(0, 0, 0, []) }));

    private static IEnumerable<string> Missed(Evidence evidence) => Judge.Bars(evidence).Where(bar => !bar.Holds).Select(bar => bar.Figure);

    private static Evidence Each(Evidence evidence, Func<Sample, Sample> change) => evidence with { Samples = [.. evidence.Samples.Select(change)] };

    private static Evidence Late(Evidence evidence, Func<Sample, Sample> change) =>
        Each(evidence, sample => sample.At > TimeSpan.FromMinutes(90) ? change(sample) : sample);

    private static Sample WithMemory(Sample sample, long bytes) => sample with { Process = sample.Process with { ResidentBytes = bytes } };

    private static Sample At(int number) => new(
        TimeSpan.FromSeconds(10 * number), new ProcessFigures(100 * Megabyte, 120, 20), new TemporaryFiles(8, 0), number * 50_000L, number * 5);
}
