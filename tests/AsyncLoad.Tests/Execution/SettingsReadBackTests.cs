using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>Real processes under every setting: what is asked for is what is found, or else refused by its name.</summary>
public class SettingsReadBackTests
{
    /// <summary>What works under either GC, each alone.</summary>
    [Theory]
    [InlineData("server", "true")]
    [InlineData("server", "false")]
    [InlineData("concurrent", "true")]
    [InlineData("concurrent", "false")]
    [InlineData("gen0Size", "256KB")]
    [InlineData("gen0Size", "4MB")]
    [InlineData("gen0Size", "128MB")]
    [InlineData("gen0MaxBudget", "4MB")]
    [InlineData("gen0MaxBudget", "1GB")]
    [InlineData("heapHardLimit", "16MB")]
    [InlineData("heapHardLimit", "200MB")]
    [InlineData("conserveMemory", "0")]
    [InlineData("conserveMemory", "9")]
    [InlineData("datas", "false")]
    [InlineData("heapCount", "1")]
    [InlineData("retainVm", "true")]
    [InlineData("retainVm", "false")]
    [InlineData("tieredPgo", "true")]
    [InlineData("tieredPgo", "false")]
    [InlineData("tieredCompilation", "true")]
    [InlineData("tieredCompilation", "false")]
    [InlineData("readyToRun", "true")]
    [InlineData("readyToRun", "false")]
    public async Task Each_setting_takes_alone(string name, string value) => await AssertTakesAsync($"{name}={value}");

    [Theory]
    [InlineData("server=true gen0Size=4MB")]
    [InlineData("server=true gen0Size=256MB concurrent=false")]
    [InlineData("server=true gen0MaxBudget=4MB")]
    [InlineData("server=true heapHardLimit=200MB")]
    [InlineData("server=true conserveMemory=5")]
    [InlineData("server=true conserveMemory=0 datas=false")]
    [InlineData("server=true datas=true")]
    [InlineData("server=true datas=false gen0Size=64MB")]
    [InlineData("server=true heapCount=1")]
    [InlineData("server=true heapCount=2 datas=false conserveMemory=0")]
    [InlineData("server=true retainVm=true")]
    [InlineData("heapHardLimit=200MB gen0Size=64MB")]
    [InlineData("gen0Size=4MB gen0MaxBudget=4MB")]
    [InlineData("tieredCompilation=false readyToRun=false")]
    [InlineData("tieredCompilation=false tieredPgo=false readyToRun=true")]
    public async Task Settings_take_together(string asked)
    {
        // The second heap needs a second processor.
        Assert.SkipWhen(asked.Contains("server", StringComparison.Ordinal) && Environment.ProcessorCount < 2, "server GC needs two processors");
        await AssertTakesAsync(asked);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task All_settings_take_at_once_under_every_kind_of_gc(bool server, bool concurrent)
    {
        Assert.SkipWhen(server && Environment.ProcessorCount < 2, "server GC needs two processors");
        await AssertTakesAsync(
            $"server={Word(server)} concurrent={Word(concurrent)} gen0Size=16MB gen0MaxBudget=32MB heapHardLimit=512MB conserveMemory=3 datas=false "
            + "heapCount=1 retainVm=true tieredPgo=false tieredCompilation=true readyToRun=false");
    }

    [Fault(15)]
    [Theory]
    [InlineData("gen0Size=129MB", "gen0Size: asked for 129MB, found 128MB")]
    [InlineData("gen0Size=256MB gen0MaxBudget=1GB", "gen0Size: asked for 256MB, found 128MB")]
    [InlineData("gen0Size=256MB concurrent=false", "gen0Size: asked for 256MB, found 128MB")]
    [InlineData("gen0Size=64MB gen0MaxBudget=4MB", "gen0Size: asked for 64MB, found 4MB")]
    [InlineData("gen0Size=128MB heapHardLimit=200MB", "gen0Size: asked for 128MB, found 64MB")]
    [InlineData("gen0Size=160MB heapHardLimit=200MB gen0MaxBudget=512MB", "gen0Size: asked for 160MB, found 128MB")]
    [InlineData("server=true heapCount=2 heapHardLimit=200MB gen0Size=64MB", "gen0Size: asked for 64MB, found 32MB")]
    [InlineData("server=true heapCount=2 heapHardLimit=200MB gen0Size=96MB gen0MaxBudget=512MB", "gen0Size: asked for 96MB, found 64MB")]
    [InlineData("datas=true", "datas: asked for true, found false (workstation GC has none")]
    [InlineData("server=true datas=true heapCount=2", "datas: asked for true, found false (\"heapCount\" turns it off")]
    [InlineData("heapCount=2", "heapCount: asked for 2, found 1 (workstation GC has one")]
    [InlineData("server=true heapCount=1024", "heapCount: asked for 1024, found ")]
    [InlineData("server=true conserveMemory=0", "conserveMemory: asked for 0, found 5 (DATAS makes 5 of 0")]
    [InlineData("tieredCompilation=false tieredPgo=true", "tieredPgo: asked for true, found false (it guides tiered compilation")]
    [InlineData("heapHardLimit=1MB", "heapHardLimit: asked for 1MB, found no room in it for a heap (0x8007000E; ask for more)")]
    [InlineData("heapHardLimit=1MB gen0Size=4MB", "heapHardLimit: asked for 1MB, found no room in it for a heap (0x8007000E; ask for more)")]
    public async Task What_does_not_take_is_refused_with_its_name_what_was_asked_and_what_was_found(string asked, string reason)
    {
        Assert.SkipWhen(asked.Contains("server", StringComparison.Ordinal) && Environment.ProcessorCount < 2, "server GC needs two processors");

        var refused = Assert.IsType<CellOutcome.Refused>(await SettingsCell.RunAsync(SettingsCell.Of(Settings(asked))));

        Assert.StartsWith($"settings did not take effect: {reason}", refused.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_gen0_size_of_a_pressure_is_read_back_like_that_of_the_settings()
    {
        var cell = SettingsCell.Of(GcSettings.Default, PressureSettings.OldHeap with { LiveSet = ByteSize.FromMegabytes(1) });

        Assert.Equal(new SettingReading("4MB", SettingSource.Trace), (await ReadBackAsync(cell))["gen0Size"]);
    }

    [Fault(15)]
    [Fact]
    public async Task A_limit_that_does_not_hold_the_live_set_is_refused_by_name()
    {
        var settings = GcSettings.Default with { Name = "limited", HeapHardLimit = ByteSize.FromMegabytes(24) };
        var pressure = PressureSettings.Calm with { Name = "heavy", LiveSet = ByteSize.FromMegabytes(64) };

        var refused = Assert.IsType<CellOutcome.Refused>(await SettingsCell.RunAsync(SettingsCell.Of(settings, pressure)));

        Assert.Equal("heapHardLimit: 24MB is too small for the workload and a live set of 64MB: set a higher limit or a smaller live set", refused.Reason);
    }

    [Fact]
    public async Task Settings_are_traced_once_for_all_cells_that_have_them_and_never_without_need()
    {
        using var sockets = PrivateDirectory.Create();
        var traced = 0;
        var cell = SettingsCell.Of(GcSettings.Default with { Name = "a", Gen0Size = ByteSize.FromMegabytes(4) });
        var probe = new SettingsProbe(SettingsCell.PlanOf(cell), new ChildScope(sockets, TestContext.Current.CancellationToken), Read);

        await probe.ReadAsync(SettingsCell.Of(GcSettings.Default with { Server = false, HeapHardLimit = ByteSize.FromMegabytes(200), RetainVm = true }));
        Assert.Equal(0, traced);
        var first = await probe.ReadAsync(cell);
        var second = await probe.ReadAsync(cell with { Name = "another", Gc = cell.Gc with { Name = "b" } });
        Assert.Equal(1, traced);
        Assert.Same(first, second);
        await probe.ReadAsync(cell with { Gc = cell.Gc with { Concurrent = false } });
        Assert.Equal(2, traced);
        Assert.DoesNotContain(Directory.GetFiles(sockets.Path), file => file.EndsWith(".nettrace", StringComparison.Ordinal));

        TracedSettings? Read(string file)
        {
            traced++;
            return SettingsReader.Read(file);
        }
    }

    [Fact]
    public async Task Pairs_side_by_side_read_settings_back_at_the_same_time()
    {
        using var sockets = PrivateDirectory.Create();
        var cell = SettingsCell.Of(GcSettings.Default with { Name = "a", Gen0Size = ByteSize.FromMegabytes(4) });
        var probe = new SettingsProbe(SettingsCell.PlanOf(cell), new ChildScope(sockets, TestContext.Current.CancellationToken), SettingsReader.Read);

        var found = await Task.WhenAll(probe.ReadAsync(cell), probe.ReadAsync(cell), probe.ReadAsync(cell with { Gc = cell.Gc with { Concurrent = false } }));

        Assert.All(found, one => Assert.Null(one.Failure));
        Assert.All(found, one => Assert.Equal("4MB", one.Found["gen0Size"].Value));
    }

    [Fault(15)]
    [Fact]
    public async Task A_trace_that_does_not_tell_is_no_proof()
    {
        using var sockets = PrivateDirectory.Create();
        var cell = SettingsCell.Of(GcSettings.Default with { Name = "a", TieredPgo = false });
        var probe = new SettingsProbe(SettingsCell.PlanOf(cell), new ChildScope(sockets, TestContext.Current.CancellationToken), _ => null);

        var refused = Assert.IsType<CellOutcome.Refused>((await probe.ReadAsync(cell)).Failure);

        Assert.StartsWith("settings did not take effect: tieredPgo: asked for false, found no event in the trace", refused.Reason, StringComparison.Ordinal);
    }

    private static async Task AssertTakesAsync(string asked)
    {
        var found = await ReadBackAsync(SettingsCell.Of(Settings(asked)));

        Assert.Equal(asked.Split(' ').Order(StringComparer.Ordinal), found.Select(setting => $"{setting.Key}={setting.Value.Value}").Order(StringComparer.Ordinal));
        Assert.All(found, setting => Assert.Equal(
            setting.Key is "gen0Size" or "tieredPgo" or "tieredCompilation" or "readyToRun" ? SettingSource.Trace : SettingSource.Process,
            setting.Value.Source));
    }

    private static async Task<IReadOnlyDictionary<string, SettingReading>> ReadBackAsync(Cell cell) =>
        Assert.IsType<CellOutcome.Completed>(await SettingsCell.RunAsync(cell)).Measurement.Settings.ReadBack;

    // As a profile would have them, in its own words.
    private static GcSettings Settings(string asked)
    {
        var errors = new ProfileErrors();
        var members = string.Join(", ", asked.Split(' ').Select(setting => setting.Split('=')).Select(pair =>
            $"\"{pair[0]}\": {(pair[1].EndsWith('B') ? $"\"{pair[1]}\"" : pair[1])}"));
        var tree = JsonTreeParser.Parse("settings", System.Text.Encoding.UTF8.GetBytes($"{{ {members} }}"), errors);
        var settings = new GcSettingsReader(new ValueReader(errors)).Read(new JsonMember("gcSettings", tree!.At, tree));
        Assert.Empty(errors.InOrder);
        return settings!;
    }

    private static string Word(bool value) => value ? "true" : "false";
}
