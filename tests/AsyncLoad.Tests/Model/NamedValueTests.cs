using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Model;

/// <summary>Names that users write stand for these values: a change here changes what a profile means.</summary>
public class NamedValueTests
{
    [Fact]
    public void A_profile_without_measure_settings_gets_the_documented_ones()
    {
        var settings = MeasureSettings.Default;

        Assert.Equal((60, "10ms", "5s"), (settings.Slices, settings.Slice.ToString(), settings.WarmUpCap.ToString()));
        Assert.Equal([8, 12, 16, 24, 36, 48], settings.Looks);
        Assert.Equal((0.02, 0.03), (settings.HalfWidth, settings.Margin));
        Assert.Equal((VerdictMetric.Wall, false), (settings.Metric, settings.PlatformTiering));
    }

    [Fact]
    public void Presets_of_pressure_have_the_documented_size_and_pace()
    {
        var (gen0, rate) = (new ByteSize(4L << 20), new ByteSize(200L << 20));
        Assert.Equal(["calm", "old-heap", "churn", "large-objects", "finalizers", "pinned"], PressureSettings.Presets.Select(preset => preset.Name));
        Assert.Equal(new PressureSettings("calm", default, 0, null), PressureSettings.Calm);
        Assert.Equal(new PressureSettings("old-heap", new ByteSize(50L << 20), 50, gen0), PressureSettings.OldHeap);
        Assert.Equal(new PressureSettings("churn", default, 0, gen0, rate, SurvivePercent: 10), PressureSettings.Churn);
        Assert.Equal(new PressureSettings("large-objects", default, 0, gen0, rate, SurvivePercent: 10, LohPerMille: 400), PressureSettings.LargeObjects);
        Assert.Equal(new PressureSettings("finalizers", default, 0, gen0, rate, FinalizablePercent: 20), PressureSettings.Finalizers);
        Assert.Equal(new PressureSettings("pinned", default, 0, gen0, rate, SurvivePercent: 10, PinnedPercent: 5), PressureSettings.Pinned);
    }

    [Fact]
    public void Default_gc_settings_leave_everything_to_the_platform() => Assert.Equal(new GcSettings("default"), GcSettings.Default);

    [Fact]
    public void Loads_have_slugs_that_tell_them_apart()
    {
        LoadSettings[] loads = [new LoadSettings.Sequential(), new LoadSettings.ParallelFor(), new LoadSettings.ParallelFor(2)];

        Assert.Equal(["sequential", "parallelFor", "parallelFor-2"], loads.Select(load => load.Slug));
        Assert.Equal(["sequential", "parallelFor", "parallelFor"], loads.Select(load => load.Kind));
    }
}
