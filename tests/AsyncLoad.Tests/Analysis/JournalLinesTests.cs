using System.Text;
using System.Text.Json;
using AsyncLoad.Analysis;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.Tests.Analysis;

public sealed class JournalLinesTests
{
    // What one line of 60 slices takes as a text, and more.
    private const int LongLine = 60_000;

    [Theory]
    [InlineData("", new string[0])]
    [InlineData("a", new[] { "a" })]
    [InlineData("a\n", new[] { "a" })]
    [InlineData("a\n\nb\r\nc", new[] { "a", "", "b", "c" })]
    [InlineData("\n", new[] { "" })]
    public void Lines_are_told_apart_however_they_arrive(string text, string[] lines)
    {
        Assert.Equal(lines, Read(new MemoryStream(Encoding.UTF8.GetBytes(text))).Select(line => line.Text));
        Assert.Equal(lines, Read(new Trickle(Encoding.UTF8.GetBytes(text))).Select(line => line.Text));
    }

    [Fact]
    public void The_last_line_is_known_as_the_last_with_and_without_its_end()
    {
        Assert.Equal([(1, false), (2, true)], Read(new Trickle("a\nb"u8.ToArray())).Select(line => (line.Number, line.Last)));
        Assert.Equal([(1, false), (2, true)], Read(new Trickle("a\nb\n"u8.ToArray())).Select(line => (line.Number, line.Last)));
    }

    [Fact]
    public void A_line_that_is_longer_than_the_buffer_is_whole()
    {
        var text = string.Join('\n', new[] { 1, 500_000, 3, 131_072, 131_071 }.Select((length, index) => new string((char)('a' + index), length)));
        var before = GC.GetAllocatedBytesForCurrentThread();

        Assert.Equal(text, string.Join('\n', Read(new MemoryStream(Encoding.UTF8.GetBytes(text))).Select(line => line.Text)));
        // The buffer doubles: it does not become as long as one can be.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 20_000_000);
    }

    [Fact]
    public void Reading_a_thousand_long_lines_allocates_no_more_than_reading_one()
    {
        var text = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(new string('x', LongLine) + "\n", 1_000)));
        var lines = new JournalLines(new MemoryStream(text));
        var before = GC.GetAllocatedBytesForCurrentThread();

        var read = 0L;
        while (lines.Read()) read += lines.Line.Length;

        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.Equal((1_000, 1_000L * LongLine), (lines.Number, read));
        Assert.InRange(allocated, 0, LongLine);
    }

    [Fact]
    public void What_all_pairs_say_alike_is_kept_once()
    {
        var parts = new SharedParts();
        var pairs = Enumerable.Range(1, 3).Select(index => (JournalEntry.Pair)parts.Of(Copied(SyntheticRun.PairOf(index, 0.5)))).ToList();
        var sides = pairs.SelectMany(pair => new[] { pair.Baseline, pair.Candidate }).Select(side => ((CellOutcome.Completed)side).Measurement).ToList();

        Assert.Single(sides.Select(side => side.Settings).Distinct(ReferenceEqualityComparer.Instance));
        Assert.All(sides.SelectMany(side => side.Slices), slice => Assert.Same(PressureCounters.None, slice.Pressure));
        Assert.Equal(Text(SyntheticRun.PairOf(3, 0.5)), Text(pairs[2]));
    }

    [Fact]
    public void Settings_that_differ_stay_apart()
    {
        var parts = new SharedParts();
        var usual = Settings(parts.Of(Copied(SyntheticRun.PairOf(1, 0.5))));
        var side = SyntheticRun.Side(100);
        var other = side with { Settings = side.Settings with { GcConfiguration = new Dictionary<string, string> { ["HeapCount"] = "2" } } };

        var kept = Settings(parts.Of(Copied(SyntheticRun.PairOf(2, other, other))));

        Assert.NotSame(usual, kept);
        Assert.Equal("2", kept.GcConfiguration["HeapCount"]);
    }

    private static EffectiveSettings Settings(JournalEntry entry) => ((CellOutcome.Completed)((JournalEntry.Pair)entry).Baseline).Measurement.Settings;

    // As it is read: nothing of it is shared.
    private static JournalEntry Copied(JournalEntry entry) => ModelJson.Read(Encoding.UTF8.GetBytes(Text(entry)), ModelJson.Line.JournalEntry);

    private static string Text(JournalEntry entry) => JsonSerializer.Serialize(entry, ModelJson.Line.JournalEntry);

    private static List<(string Text, int Number, bool Last)> Read(Stream stream)
    {
        var lines = new JournalLines(stream);
        var read = new List<(string, int, bool)>();
        while (lines.Read()) read.Add((Encoding.UTF8.GetString(lines.Line), lines.Number, lines.IsLast));
        return read;
    }

    /// <summary>One byte at a time.</summary>
    private sealed class Trickle(byte[] bytes) : MemoryStream(bytes)
    {
        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(1, count));
    }
}
