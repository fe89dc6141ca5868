using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Workloads;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

/// <summary>
/// What it takes to call a method of a plug-in that does nothing, over what it takes to call a built-in one: two measured processes in alternating
/// slices, as the sides of a pair are, since in one process the compiler would favour whichever is called more.
/// </summary>
[Collection(nameof(WholeProcess))]
public sealed class PluginCostTests
{
    private const int WarmUps = 60;
    private const int Slices = 31;
    private const long Batch = 1_000;
    private const double Error = 0.01;

    // An operation of nothing takes a nanosecond or two, and where its loop happens to lie in memory is part of that; one more call by reflection takes ten times as long.
    private const double Most = 2;

    private static readonly Duration Length = Duration.FromMilliseconds(10);

    [Theory]
    [InlineData("task", "returns-task-of-number")]
    [InlineData("value-task", "returns-value-task-of-number")]
    public void A_benchmark_that_does_nothing_takes_about_as_long_as_a_built_in_operation(string builtIn, string benchmark)
    {
        using var own = new CountingHost();
        using var plugin = new CountingHost { Plugins = FixturePlugins.Set(FixturePlugins.Benchmarks) };
        own.Prepare("no-op", builtIn, Arguments.None, new LoadSettings.Sequential());
        plugin.Prepare("shapes", benchmark, Arguments.None, new LoadSettings.Sequential());
        for (var index = 0; index < WarmUps; index++) LogRatio(index, isWarmUp: true);

        double[] ratios = [.. Enumerable.Range(0, Slices).Select(index => LogRatio(index, isWarmUp: false))];
        var interval = SignedRank.Interval(ratios, Error)!;

        Assert.InRange(Math.Exp(interval.Low), 1 / Most, Most);
        Assert.InRange(Math.Exp(interval.High), 1 / Most, Most);

        double LogRatio(int index, bool isWarmUp) => Math.Log(TimeOf(plugin, index, isWarmUp) / TimeOf(own, index, isWarmUp));
    }

    // In ns an operation.
    private static double TimeOf(CountingHost host, int index, bool isWarmUp)
    {
        var slice = host.Ask<HostReply.SliceDone>(new HostRequest.RunSlice(index, Length, Batch, Marked: false, isWarmUp)).Slice;
        return slice.Elapsed.Value / (double)slice.Operations;
    }
}
