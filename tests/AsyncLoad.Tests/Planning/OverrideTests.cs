using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public class OverrideTests
{
    [Fact]
    public void A_measure_setting_replaces_that_of_the_file_or_its_default()
    {
        Assert.Equal(30, Profiles.Good(Profiles.Smallest, "measure.slices=30").Measure.Slices);
        Assert.Equal(31, Profiles.Good(ProfileReaderTests.Measure("\"slices\": 40"), "measure.slices=31").Measure.Slices);
        Assert.Equal(Duration.FromMilliseconds(20), Profiles.Good(Profiles.Smallest, "measure.slice=20ms").Measure.Slice);
        Assert.Equal(VerdictMetric.Cpu, Profiles.Good(Profiles.Smallest, "measure.metric=cpu").Measure.Metric);
        Assert.Equal(77, Profiles.Good(Profiles.Smallest, "seed=77").Seed);
    }

    [Fact]
    public void Looks_are_one_number_or_a_list()
    {
        Assert.Equal([6], Profiles.Good(Profiles.Smallest, "measure.looks=6").Measure.Looks);
        Assert.Equal([8, 16], Profiles.Good(Profiles.Smallest, "measure.looks=[8, 16]").Measure.Looks);
    }

    [Theory]
    [InlineData("measure.slices=30", "measure.slices=31", "--set measure.slices: set to 30 by --set measure.slices and to 31 here: leave out one of them")]
    [InlineData("seed=1", "seed=1", "--set seed: set to 1 by --set seed and to 1 here: leave out one of them")]
    [InlineData("gc.gen0Size=64MB", "gc.gen0Size=32MB", "--set gc.gen0Size: set to \"64MB\" by --set gc.gen0Size and to \"32MB\" here: leave out one of them")]
    public void A_setting_given_twice_is_refused(string first, string second, string error) => Assert.Equal(error, Profiles.Error(Profiles.Matrix, first, second));

    [Fact]
    public void A_pressure_setting_changes_every_entry_but_calm()
    {
        var experiments = Profiles.Good(Profiles.Matrix, "pressure.liveSet=200MB").Experiments;
        Assert.Equal(["calm", "old-heap-200MB"], experiments[0].Pressures.Select(pressure => pressure.Name));
        Assert.Equal(["calm"], experiments[1].Pressures.Select(pressure => pressure.Name));
    }

    [Fact]
    public void A_gc_setting_changes_every_entry_of_every_experiment()
    {
        var experiments = Profiles.Good(Profiles.Matrix, "gc.concurrent=false").Experiments;
        Assert.Equal(["no-concurrent", "server-no-concurrent-gen0Size-64MB"], experiments[0].GcSettings.Select(settings => settings.Name));
        Assert.Equal(["no-concurrent"], experiments[1].GcSettings.Select(settings => settings.Name));
    }

    [Fact]
    public void A_degree_changes_parallel_loads_only() => Assert.Equal(
        [new LoadSettings.Sequential(), new LoadSettings.ParallelFor(2)],
        Profiles.Good(Profiles.Matrix, "load.degree=2").Experiments[0].Loads);

    [Fact]
    public void A_degree_changes_loads_of_Parallel_ForAsync_too() => Assert.Equal(
        [new LoadSettings.ParallelForAsync(2)],
        Profiles.Good(ProfileReaderTests.Member("\"loads\": [\"parallelForAsync\"]"), "load.degree=2").Experiments[0].Loads);

    // Where arrivals are dropped, the remedy names this setting.
    [Fact]
    public void Arrivals_in_flight_change_open_loads_only() => Assert.Equal(
        [new LoadSettings.Sequential(), new LoadSettings.OpenLoop(50, null, ArrivalSpacing.Constant, 7)],
        Profiles.Good(ProfileReaderTests.Member("\"loads\": [\"sequential\", { \"kind\": \"openLoop\", \"rate\": 50 }]"), "load.maxInFlight=7").Experiments[0].Loads);

    [Fact]
    public void An_entry_is_known_by_its_preset_before_its_name()
    {
        // A name may be anything, and what is calm stays calm.
        var own = "\"pressures\": [{ \"preset\": \"calm\", \"name\": \"own\" }, { \"preset\": \"churn\", \"name\": \"other\" }]";
        var pressures = Profiles.Good(ProfileReaderTests.Member(own), "pressure.survivePercent=7").Experiments[0].Pressures;
        Assert.Equal([0, 7], pressures.Select(pressure => pressure.SurvivePercent));
    }

    [Theory]
    [InlineData("\"loads\": [5]", "load.degree=2")]
    [InlineData("\"gcSettings\": [5]", "gc.server=true")]
    public void An_entry_that_is_neither_a_name_nor_an_object_stays_wrong(string member, string setting) =>
        Assert.Contains(Profiles.Errors(ProfileReaderTests.Member(member), setting), error => error.EndsWith("not 5", StringComparison.Ordinal));

    [Fact]
    public void A_setting_of_null_is_one_left_out() => Assert.Equal(
        Profiles.Good(Profiles.Smallest).Seed,
        Profiles.Good(Profiles.Smallest, "seed=null").Seed);

    [Theory]
    [InlineData("pressure.liveset=1MB", "--set: unknown setting \"pressure.liveset\"; did you mean \"pressure.liveSet\"?")]
    [InlineData("measure.slices=abc", "--set measure.slices: \"slices\" must be a whole number, not \"abc\"")]
    [InlineData("measure.looks=4", "--set measure.looks: the first look must have 6 pairs or more: 4 cannot give the 95% that one look needs")]
    [InlineData("pressure.liveSet=1MB", "--set pressure.liveSet: no experiment has a pressure besides calm")]
    [InlineData("load.degree=2", "--set load.degree: no experiment has a parallelFor or parallelForAsync load")]
    [InlineData("load.workers=2", "--set load.workers: no experiment has a closedLoop load")]
    [InlineData("load.size=2", "--set load.size: no experiment has a wave load")]
    [InlineData("load.rate=2", "--set load.rate: no experiment has an openLoop load")]
    [InlineData("gc.server={}", "--set gc.server: \"server\" must be true or false, not \"{}\"")]
    [InlineData("measure.slice=\"\\ud800\"", "--set measure.slice: \"slice\" must be a duration such as 10ms or 2s, not \"\"\\ud800\"\"")]
    public void Errors_name_the_setting(string setting, string error) => Assert.Equal(error, Profiles.Error(Profiles.Smallest, setting));

    [Fact]
    public void Names_that_nobody_knows_are_no_GC_settings_to_change() => Assert.Contains(
        "--set gc.server: no experiment has GC settings",
        Profiles.Errors(ProfileReaderTests.Member("\"gcSettings\": [\"other\"]"), "gc.server=true"));

    [Theory]
    [InlineData("measure.slices")]
    [InlineData("=3")]
    [InlineData("")]
    public void An_argument_without_a_path_and_a_value_is_no_setting(string argument) => Assert.Null(Override.Parse(argument));

    [Fact]
    public void Every_listed_setting_can_be_set_to_some_value()
    {
        const string pressed = "\"pressures\": [{ \"preset\": \"churn\", \"liveSet\": \"1MB\" }], \"loads\": [\"parallelFor\", \"closedLoop\", \"wave\", \"openLoop\"]";
        string[] candidates = ["true", "8", "0.5", "20ms", "2s", "64MB", "cpu", "none"];
        foreach (var setting in Setting.All)
        {
            var accepted = candidates.Where(value => Profiles.Read(ProfileReaderTests.Member(pressed), $"{setting.Path}={value}").Errors.Count == 0);
            Assert.True(accepted.Any(), setting.Path);
        }
    }
}
