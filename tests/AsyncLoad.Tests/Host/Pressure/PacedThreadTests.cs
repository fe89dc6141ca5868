using System.Diagnostics;
using AsyncLoad.Host.Pressure;
using AsyncLoad.Host.Slices;
using Xunit;

namespace AsyncLoad.Tests.Host.Pressure;

/// <summary>The pace, over openings of a real slice barrier. Nothing rests on how long anything takes: due is counted in the slice barrier's own time.</summary>
public sealed class PacedThreadTests
{
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(10);

    [Theory]
    [InlineData(0.5)]
    [InlineData(50)]
    [InlineData(2_000)]
    public void What_is_due_is_done_and_no_more_over_many_openings(double perMillisecond)
    {
        var bench = new Bench(new Pieces(perMillisecond));
        for (var opening = 0; opening < 20; opening++)
        {
            bench.Open(TimeSpan.FromMilliseconds(opening % 5));
            Assert.InRange(bench.Work.Done, 0, bench.Due + 1);
        }

        // A machine that is busy elsewhere leaves a debt; it is made good as soon as the slice barrier is open for long enough.
        bench.OpenUntil(() => bench.Work.Done >= bench.Due - (10 * perMillisecond));
        Assert.InRange(bench.Work.Done, 0, bench.Due + 1);
        bench.Shut();
    }

    [Fact]
    public void What_one_opening_missed_is_made_good_in_the_next()
    {
        var bench = new Bench(new Pieces(1_000));
        bench.Work.Blocked.Reset();
        bench.OpenWhile(TimeSpan.FromMilliseconds(50), bench.Work.Blocked.Set);
        var missed = bench.Due - bench.Work.Done;
        Assert.InRange(missed, 1_000, double.MaxValue);
        bench.OpenUntil(() => bench.Work.Done > bench.DueBefore);
        bench.Shut();
    }

    [Fact]
    public void Nothing_is_done_while_the_gate_is_closed()
    {
        var bench = new Bench(new Pieces(1_000));
        bench.OpenUntil(() => bench.Work.Done > 0);
        var done = bench.Work.Done;
        using var never = new ManualResetEventSlim();
        never.Wait(TimeSpan.FromMilliseconds(20), TestContext.Current.CancellationToken);
        Assert.Equal(done, bench.Work.Done);
        bench.Shut();
        never.Wait(TimeSpan.FromMilliseconds(20), TestContext.Current.CancellationToken);
        Assert.Equal(done, bench.Work.Done);
    }

    [Fact]
    public void A_counted_order_is_not_waited_for_and_adds_no_time()
    {
        var bench = new Bench(new Pieces(1_000));
        bench.SliceBarrier.Open(WorkOrder.Counted(1, twin: false), participants: 0);
        bench.SliceBarrier.Close();
        Assert.Equal((0, TimeSpan.Zero), (bench.Work.Done, bench.SliceBarrier.OpenBefore));
        bench.Open(TimeSpan.FromMilliseconds(2));
        Assert.NotEqual(TimeSpan.Zero, bench.SliceBarrier.OpenBefore);
        bench.Shut();
    }

    private sealed class Bench
    {
        private readonly PacedThread thread;

        public Bench(Pieces work)
        {
            Work = work;
            thread = new PacedThread(work, SliceBarrier);
            thread.Start();
        }

        public SliceBarrier SliceBarrier { get; } = new();

        public Pieces Work { get; }

        /// <summary>What is due by the slice barrier's own time.</summary>
        public double Due => SliceBarrier.OpenBefore.TotalMilliseconds * Work.PerMillisecond;

        /// <summary>What was due before the last opening.</summary>
        public double DueBefore { get; private set; }

        public void Open(TimeSpan length) => OpenWhile(length, () => { });

        public void OpenWhile(TimeSpan length, Action beforeClosing)
        {
            Begin();
            using var never = new ManualResetEventSlim();
            never.Wait(length);
            beforeClosing();
            SliceBarrier.Close();
        }

        public void OpenUntil(Func<bool> condition)
        {
            var began = Stopwatch.GetTimestamp();
            do
            {
                Assert.True(Stopwatch.GetElapsedTime(began) < Deadline, $"{Work.Done} done of {Due} due");
                Open(TimeSpan.FromMilliseconds(10));
            }
            while (!condition());
        }

        public void Shut() => SliceBarrier.Shut();

        private void Begin()
        {
            DueBefore = Due;
            SliceBarrier.Open(WorkOrder.UntilClosed(1, timed: false, warmUp: false), participants: 1);
        }
    }

    private sealed class Pieces(double perMillisecond) : PacedWork("test pieces", perMillisecond)
    {
        private long done;

        public ManualResetEventSlim Blocked { get; } = new(initialState: true);

        public override long Done => Volatile.Read(ref done);

        public override void DoPiece()
        {
            Blocked.Wait();
            Volatile.Write(ref done, done + 1);
        }
    }
}
