using AsyncLoad.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Runs;

public class SpoiltTraceTests
{
    [Fact]
    public void A_trace_without_phase_events_has_no_window_and_says_why()
    {
        var trace = TraceFixture.Read(TraceFixture.WithoutPhases);

        AssertNoFigures(trace);
        Assert.False(trace.Truncated);
        Assert.Contains("no phase events of AsyncLoad-Phases named 'measured'", trace.Problem, StringComparison.Ordinal);
    }

    [Fault(8)]
    [Fact]
    public void The_trace_of_a_killed_process_ends_early()
    {
        var trace = TraceFixture.Read(TraceFixture.Killed);

        AssertNoFigures(trace);
        Assert.True(trace.Truncated);
        Assert.Contains("killed.nettrace.gz ends early", trace.Problem, StringComparison.Ordinal);
    }

    [Fact]
    public void A_missing_file_is_a_problem_that_names_it()
    {
        var trace = TraceReader.Read(TraceFixture.Folder, "not-there.nettrace", "cell");

        AssertNoFigures(trace);
        Assert.StartsWith("not-there.nettrace cannot be opened", trace.Problem, StringComparison.Ordinal);
    }

    [Fault(7)]
    [Fact]
    public void An_empty_file_is_no_trace()
    {
        var trace = TraceFixture.Read([]);

        AssertNoFigures(trace);
        Assert.Equal("spoilt.nettrace is not a trace: it is empty", trace.Problem);
    }

    [Fault(7)]
    [Theory]
    [InlineData("N", "it does not begin with 'Nettrace' like an EventPipe trace: 'asyncload analyze --process-id ID' or dotnet-trace records one")]
    [InlineData("Nettrac", "it does not begin with 'Nettrace' like an EventPipe trace: 'asyncload analyze --process-id ID' or dotnet-trace records one")]
    [InlineData("nettrace", "it does not begin with 'Nettrace' like an EventPipe trace: 'asyncload analyze --process-id ID' or dotnet-trace records one")]
    [InlineData("{\"kind\":\"pair\"}\n", "it is JSON, such as a converted trace, and does not begin with 'Nettrace': give the .nettrace file that it was made from")]
    [InlineData("\u007fELF\u0002", "it is a dump of memory, which holds no events: 'asyncload analyze --process-id ID' records a trace")]
    [InlineData("MDMP", "it is a dump of memory, which holds no events: 'asyncload analyze --process-id ID' records a trace")]
    public void Another_kind_of_file_is_no_trace(string text, string kind)
    {
        var trace = TraceFixture.Read(System.Text.Encoding.UTF8.GetBytes(text));

        AssertNoFigures(trace);
        Assert.Equal($"spoilt.nettrace is not a trace: {kind}", trace.Problem);
    }

    [Fault(8)]
    [Fact]
    public void Cut_anywhere_a_small_trace_is_told_from_a_whole_one()
    {
        var bytes = TraceFixture.Bytes(TraceFixture.WithoutSuspensions);
        for (var length = 0; length < bytes.Length; length++)
        {
            var trace = TraceFixture.Read(bytes[..length]);
            Assert.True(trace.Problem is not null, $"cut at {length} of {bytes.Length}");
            Assert.Equal(length, trace.FileBytes);
        }
    }

    [Fact]
    public void Cut_in_its_window_a_trace_has_no_figures()
    {
        var bytes = TraceFixture.Bytes(TraceFixture.BackgroundCollection);
        var endings = new List<TraceAnalysis>();
        for (var length = bytes.Length / 8; length < bytes.Length; length += bytes.Length / 40) endings.Add(TraceFixture.Read(bytes[..length]));

        Assert.All(endings, trace => Assert.True(trace.Truncated));
        Assert.Contains(endings, trace => trace.Problem!.Contains("its stop marker is missing", StringComparison.Ordinal));
        Assert.All(endings.Where(trace => trace.Window is null), AssertNoFigures);
    }

    [Fact]
    public void Cut_behind_its_window_a_trace_keeps_its_figures_and_is_called_truncated()
    {
        foreach (var file in new[] { TraceFixture.ValueTasks, TraceFixture.Tasks })
        {
            var (bytes, whole) = (TraceFixture.Bytes(file), TraceFixture.Read(file));
            // In the rundown, which is more than half of it, and at its very end.
            foreach (var length in new[] { bytes.Length * 3 / 4, bytes.Length - 1 })
            {
                var trace = TraceFixture.Read(bytes[..length]);
                Assert.True(trace.Truncated);
                Assert.Equal(whole.Window, trace.Window);
                Assert.Equal(whole.Checks, trace.Checks);
                Assert.Equal("spoilt.nettrace ends early: its end mark is missing", trace.Problem);
            }
        }
    }

    [Fact]
    public void Events_lost_behind_the_window_leave_its_figures()
    {
        var trace = TraceFixture.Read(TraceFixture.WithLateGap(TraceFixture.BackgroundCollection));

        Assert.NotEqual(0, trace.EventsLost);
        Assert.False(trace.Truncated);
        Assert.Equal(TraceFixture.Read(TraceFixture.BackgroundCollection).Window, trace.Window);
    }

    [Fault(10)]
    [Fact]
    public void Events_that_never_arrived_are_counted_as_lost()
    {
        var trace = TraceFixture.Read(TraceFixture.WithoutStartMarker(TraceFixture.BackgroundCollection));

        AssertNoFigures(trace);
        Assert.NotEqual(0, trace.EventsLost);
        Assert.False(trace.Truncated);
        Assert.EndsWith("markers may be among the lost events", trace.Problem, StringComparison.Ordinal);
    }

    [Fault(9)]
    [Fact]
    public void Counters_that_run_backwards_or_overflow_are_damage()
    {
        foreach (var atStart in new[] { long.MaxValue, long.MinValue })
        {
            var trace = TraceFixture.Read(TraceFixture.WithStartingAllocation(TraceFixture.ValueTasks, atStart));

            AssertNoFigures(trace);
            Assert.False(trace.Truncated);
            Assert.StartsWith("spoilt.nettrace is damaged", trace.Problem, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_counter_that_the_trace_does_not_bear_out_fails_its_check()
    {
        var trace = TraceFixture.Read(TraceFixture.WithStartingAllocation(TraceFixture.BackgroundCollection, 0));

        Assert.NotNull(trace.Window);
        Assert.Equal([false, true], trace.Checks.Select(check => check.Passed));
    }

    [Fault(9)]
    [Fact]
    public void No_damage_makes_the_reader_throw()
    {
        const int Trials = 300;
        var random = new Random(20250807);
        var noticed = 0;
        for (var trial = 0; trial < Trials; trial++)
        {
            var bytes = TraceFixture.Bytes(TraceFixture.WithoutSuspensions);
            bytes[random.Next("Nettrace".Length, bytes.Length)] ^= (byte)random.Next(1, 256);
            if (TraceFixture.Read(bytes).Problem is not null) noticed++;
        }

        // The format has no checksum: much damage passes unnoticed.
        Assert.InRange(noticed, 1, Trials - 1);
    }

    private static void AssertNoFigures(TraceAnalysis trace)
    {
        Assert.Null(trace.Window);
        Assert.Null(trace.Pauses);
        Assert.Null(trace.AllocatedTotal);
        Assert.Empty(trace.Collections);
        Assert.Empty(trace.Allocations);
        Assert.Empty(trace.Stacks);
        Assert.Null(trace.Advice);
        Assert.Empty(trace.Checks);
        Assert.NotNull(trace.Problem);
    }
}
