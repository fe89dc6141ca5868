using AsyncLoad.Assurance;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>The part of <c>bench/Assurance -- forecast</c> that decides whether a run had the machine to itself.</summary>
public sealed class ForecastCheckTests
{
    [Fact]
    public void Processor_time_that_others_took_shows()
    {
        Assert.Equal(1, ForecastCheck.ShareOfProcessors([Pair(workers: 2, cpuNs: 20_000_000, pauseNs: 0)]), 6);
        // While a blocking collection runs, one of two workers has nothing to do.
        Assert.Equal(1, ForecastCheck.ShareOfProcessors([Pair(workers: 2, cpuNs: 16_000_000, pauseNs: 4_000_000)]), 6);
        Assert.Equal(0.5, ForecastCheck.ShareOfProcessors([Pair(workers: 2, cpuNs: 10_000_000, pauseNs: 0)]), 6);
    }

    private static JournalEntry.Pair Pair(int workers, long cpuNs, long pauseNs)
    {
        var slice = new Slice(
            0,
            new Nanoseconds(10_000_000),
            1_000,
            new GcCounters(1, 0, 0, new Nanoseconds(pauseNs), 0),
            new ProcessCounters(new Nanoseconds(cpuNs), default, 1_000, 0, 0, 0, default),
            PressureCounters.None,
            new HeldUsage(default, default),
            0b11);
        var settings = new EffectiveSettings(false, true, 2, new Dictionary<string, string>(), new Dictionary<string, SettingReading>());
        var side = new CellOutcome.Completed(new SideMeasurement(settings, workers, new WarmUp(default, 0, true, 0, null, null), [slice], [], 0, null));
        return new JournalEntry.Pair("a", 1, 1, Side.Baseline, 1, default, default, side, side);
    }
}
