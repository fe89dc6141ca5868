using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>
/// What <c>plan</c> said of a run, against what it took. The forecast is that of a machine that does nothing else, so it is held against runs only
/// that had the machine to themselves.
/// </summary>
public class ForecastTests
{
    private const string Folder = "ASYNCLOAD_SMOKE_RUN";

    // A one-look profile's duration within a quarter.
    private const double Allowed = 0.25;

    // Workers that never wait use all of the processor time that their slices offer. Below nine tenths of it others had the rest.
    private const double Undisturbed = 0.9;

    [Fact]
    public void The_smoke_profile_takes_what_was_forecast_within_a_quarter()
    {
        var path = Environment.GetEnvironmentVariable(Folder);
        Assert.SkipWhen(path is null, $"no smoke run to look at: .ci/run makes one and names its folder in {Folder}");
        var run = new RunFolder(path!);
        var manifest = run.Manifest;
        Assert.SkipUnless(manifest.Warnings.Count == 0, $"the machine was not fit to be timed: {string.Join(' ', manifest.Warnings)}");
        var share = ShareOfProcessors(run.Pairs);
        Assert.SkipUnless(share >= Undisturbed, FormattableString.Invariant($"others used the machine: the workers got {100 * share:0} % of the processor time that they asked for"));

        var forecast = manifest.Plan.Forecast;
        var took = manifest.Finished!.Value - manifest.Started;
        Assert.Equal((RunStatus.Complete, forecast.Shortest), (manifest.Status, forecast.Longest));
        Assert.InRange(took / forecast.Longest.Span, 1 - Allowed, 1 + Allowed);
    }

    [Fact]
    public void Processor_time_that_others_took_shows()
    {
        Assert.Equal(1, ShareOfProcessors([Pair(workers: 2, cpuNs: 20_000_000, pauseNs: 0)]), 6);
        // While a blocking collection runs, one of two workers has nothing to do.
        Assert.Equal(1, ShareOfProcessors([Pair(workers: 2, cpuNs: 16_000_000, pauseNs: 4_000_000)]), 6);
        Assert.Equal(0.5, ShareOfProcessors([Pair(workers: 2, cpuNs: 10_000_000, pauseNs: 0)]), 6);
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

    // Processor time is that of the open gate, elapsed time that between the edges: both are put on the operations that they belong to.
    private static double ShareOfProcessors(IEnumerable<JournalEntry.Pair> pairs)
    {
        var (used, offered) = (0.0, 0.0);
        foreach (var side in pairs.SelectMany(pair => new[] { pair.Baseline, pair.Candidate }).OfType<CellOutcome.Completed>().Select(outcome => outcome.Measurement))
        {
            foreach (var slice in side.Slices.Where(slice => slice.Process.CpuOperations > 0))
            {
                var cpu = slice.Process.UserCpu + slice.Process.SystemCpu - slice.Pressure.Cpu;
                used += cpu.Value * (slice.Operations / (double)slice.Process.CpuOperations);
                offered += (side.Workers * (slice.Elapsed - slice.Gc.Pause).Value) + slice.Gc.Pause.Value;
            }
        }

        return used / offered;
    }
}
