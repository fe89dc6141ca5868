using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Capture;

/// <summary>docs/evidence/reliability.md, row 10.</summary>
[Fault(10)]
public class TraceBufferTests
{
    private const int First = TraceBuffer.FirstMegabytes;

    private static readonly CellOutcome Completed = SyntheticRun.PairOf(1, 0.5).Baseline;

    [Fact]
    public void A_run_that_lost_events_is_repeated_once_with_twice_the_buffer()
    {
        var first = Run(Completed, First);

        Assert.Equal(512, TraceBuffer.Next(first, First, _ => 1));
        Assert.Null(TraceBuffer.Next(first with { BufferMegabytes = 512 }, First, _ => 1));
    }

    [Fact]
    public void A_run_that_lost_nothing_stands() => Assert.Null(TraceBuffer.Next(Run(Completed, First), First, _ => 0));

    [Fact]
    public void A_count_that_makes_no_sense_is_damage_that_no_buffer_mends() =>
        Assert.Null(TraceBuffer.Next(Run(Completed, First), First, _ => -1));

    [Fact]
    public void A_run_that_failed_is_not_read()
    {
        CellOutcome[] failures = [new CellOutcome.Crashed("slice 0", 1, null, null, ""), new CellOutcome.CaptureLost("the stream broke"), new CellOutcome.Refused("no")];

        Assert.All(failures, outcome => Assert.Null(TraceBuffer.Next(Run(outcome, First), First, Unasked)));
        Assert.Null(TraceBuffer.Next(Run(Completed, First) with { File = null }, First, Unasked));
    }

    [Fact]
    public void The_trace_of_the_run_is_the_one_that_is_read()
    {
        var read = new List<string>();
        _ = TraceBuffer.Next(Run(Completed, First), First, file =>
        {
            read.Add(file);
            return 0;
        });

        Assert.Equal(["traces/c001.nettrace"], read);
    }

    private static long? Unasked(string file) => throw new InvalidOperationException($"{file} was read");

    private static JournalEntry.TracedRun Run(CellOutcome outcome, int megabytes) =>
        new("a/b", Side.Baseline, "c001", "traces/c001.nettrace", megabytes, DateTimeOffset.UnixEpoch, new Nanoseconds(1), outcome);
}
