using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Workloads;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

/// <summary>What only workloads of the native contract can say, said by a plug-in and found true in a measured process of its own.</summary>
[Collection(nameof(WholeProcess))]
public sealed class NativePluginTests
{
    // Few, so that what happens to one operation in twenty is not in most counts.
    private const long Operations = 10;

    private static readonly WorkloadDescription Stock = FixturePlugins.Describe(FixturePlugins.ConsoleTests).Workloads.Single(workload => workload.Plugin is not null);

    [Fact]
    public void It_is_described_with_where_it_suspends_and_what_it_rents()
    {
        Assert.Equal(("remote-stock", "ConsoleTests.dll"), (Stock.Id, Stock.Plugin));
        Assert.Equal(
            ["task: default, always, on the device, 0 boxes", "pooled: pooling, always, on the device, 1 boxes"],
            Stock.Variants.Select(variant => FormattableString.Invariant($"{variant.Id}: {variant.Builder}, {variant.Suspends}, {variant.PooledBoxes} boxes")));
    }

    [Fact]
    public void It_allocates_the_bytes_that_it_expects()
    {
        using var host = new CountingHost { Plugins = FixturePlugins.Set(FixturePlugins.ConsoleTests) };

        Assert.Equal(["task", "pooled"], Stock.Expected.Select(row => row.Variant));
        // Where somebody else takes the core for the 100 µs of the device, the answer is there before it is awaited: that comes and goes, and a wrong figure stays wrong.
        Assert.All(Stock.Expected, row => Assert.Contains(
            Enumerable.Range(0, 4).Select(_ => host.BytesPerOperation(Stock.Id, row.Variant, Arguments.None, Operations)),
            bytes => Math.Abs(bytes - row.Bytes) <= 0.5));
    }

    [Fact]
    public void Its_device_is_the_one_that_the_host_reports_on()
    {
        using var host = new CountingHost { Plugins = FixturePlugins.Set(FixturePlugins.ConsoleTests) };
        host.Prepare(Stock.Id, "pooled", Arguments.None, new LoadSettings.Sequential());
        host.Ask<HostReply.SliceDone>(new HostRequest.RunSlice(0, Duration.FromMilliseconds(100), Batch: 1, Marked: false));

        var device = Assert.IsType<DeviceReport>(host.Ask<HostReply.Finished>(new HostRequest.Finish()).Device);

        Assert.InRange(device.Accesses, 1, long.MaxValue);
        Assert.InRange(device.AskedP50.Value, 99_000, 101_000);
    }
}
