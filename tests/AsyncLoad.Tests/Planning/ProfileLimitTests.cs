using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Planning;

/// <summary>Where what is accepted ends, on both sides of each end, and what is said beyond.</summary>
public class ProfileLimitTests
{
    [Theory]
    [InlineData("\"slices\": 4", true)]
    [InlineData("\"slices\": 3", false)]
    [InlineData("\"slices\": 10000", true)]
    [InlineData("\"slices\": 10001", false)]
    [InlineData("\"slice\": \"1ms\"", true)]
    [InlineData("\"slice\": \"999us\"", false)]
    [InlineData("\"slice\": \"60s\"", true)]
    [InlineData("\"slice\": \"60001ms\"", false)]
    [InlineData("\"warmUpCap\": \"100ms\"", true)]
    [InlineData("\"warmUpCap\": \"99ms\"", false)]
    [InlineData("\"halfWidth\": 1", true)]
    [InlineData("\"halfWidth\": 1.001", false)]
    [InlineData("\"margin\": 0.001", true)]
    [InlineData("\"margin\": 0.0009", false)]
    public void A_measure_setting_is_taken_up_to_its_ends(string member, bool accepted) =>
        Assert.Equal(accepted, Profiles.Read(ProfileReaderTests.Measure(member)).Errors.Count == 0);

    [Fact]
    public void There_are_only_so_many_looks()
    {
        Assert.Equal(Looks.MostLooks, Profiles.Good(ProfileReaderTests.Measure($"\"looks\": [{string.Join(", ", Enumerable.Range(20, Looks.MostLooks))}]")).Measure.Looks.Count);
        Assert.EndsWith(
            $"\"looks\" must have at most {Looks.MostLooks} entries, not {Looks.MostLooks + 1}",
            Profiles.Error(ProfileReaderTests.Measure($"\"looks\": [{string.Join(", ", Enumerable.Range(20, Looks.MostLooks + 1))}]")),
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_percentile_is_asked_for_less_narrowly_unless_a_width_is_given()
    {
        Assert.Equal(0.05, Profiles.Good(ProfileReaderTests.Measure("\"metric\": \"p99\"")).Measure.HalfWidth);
        Assert.Equal(0.02, Profiles.Good(ProfileReaderTests.Measure("\"metric\": \"cpu\"")).Measure.HalfWidth);
        Assert.Equal(0.04, Profiles.Good(ProfileReaderTests.Measure("\"metric\": \"p99\", \"halfWidth\": 0.04")).Measure.HalfWidth);
    }

    [Theory]
    [InlineData("\"gcSettings\": [{ \"gen0Size\": \"255KB\" }]", "\"gen0Size\" must be from 256KB to 16GB, not \"255KB\"")]
    [InlineData("\"gcSettings\": [{ \"gen0Size\": \"17GB\" }]", "\"gen0Size\" must be from 256KB to 16GB, not \"17GB\"")]
    [InlineData("\"gcSettings\": [{ \"heapHardLimit\": \"1025GB\" }]", "\"heapHardLimit\" must be from 1MB to 1024GB, not \"1025GB\"")]
    [InlineData("\"gcSettings\": [{ \"server\": true }, { \"server\": true }]", "duplicate GC settings \"server\"")]
    [InlineData("\"pressures\": [{ \"preset\": 7 }]", "\"preset\" must be a text, not 7")]
    [InlineData("\"pressures\": [{ \"name\": \"under_score\" }]", "\"name\" must be letters and digits joined by hyphens, at most 80 characters, not \"under_score\"")]
    [InlineData("\"pressures\": [{ \"name\": \"own\", \"liveSet\": {} }]", "\"liveSet\" must be a size such as 64KB or 200MB, not an object")]
    [InlineData("\"pressures\": [{ \"name\": \"own\", \"liveSet\": [] }]", "\"liveSet\" must be a size such as 64KB or 200MB, not a list")]
    [InlineData("\"gates\": [{ \"metric\": \"p99Ratio\", \"variant\": \"await-task\", \"max\": 1 }]", "a gate on \"p99Ratio\" must be about a candidate: the baseline's is 1 by definition")]
    public void Beyond_it_the_ends_are_told(string member, string error) =>
        Assert.EndsWith(error, Profiles.Error(ProfileReaderTests.Member(member)), StringComparison.Ordinal);

    [Theory]
    [InlineData("\"gen0Size\": \"256KB\"", "gen0Size-256KB")]
    [InlineData("\"gen0Size\": \"16GB\"", "gen0Size-16GB")]
    [InlineData("\"gen0MaxBudget\": \"6MB\"", "gen0MaxBudget-6MB")]
    [InlineData("\"heapCount\": 2, \"server\": true", "server-heapCount-2")]
    [InlineData("\"retainVm\": true, \"tieredPgo\": false", "retainVm-no-tieredPgo")]
    [InlineData("", "default")]
    public void Gc_settings_are_named_after_what_they_set(string members, string name) =>
        Assert.Equal(name, Assert.Single(Profiles.Good(ProfileReaderTests.Member($"\"gcSettings\": [{{ {members} }}]")).Experiments[0].GcSettings).Name);

    [Theory]
    [InlineData(80, true)]
    [InlineData(81, false)]
    public void A_name_has_up_to_eighty_letters(int letters, bool accepted) =>
        Assert.Equal(accepted, Profiles.Read(Profiles.Smallest.Replace("smallest", new string('a', letters), StringComparison.Ordinal)).Errors.Count == 0);

    [Theory]
    [InlineData("")]
    [InlineData("a--b")]
    [InlineData("-a")]
    [InlineData("a-B")]
    [InlineData("a-ü")]
    public void Words_of_a_name_are_joined_by_single_hyphens(string name) =>
        Assert.Contains("\"name\" must be kebab-case", Profiles.Error(Profiles.Smallest.Replace("smallest", name, StringComparison.Ordinal)), StringComparison.Ordinal);

    [Fact]
    public void Shares_of_nothing_and_pins_of_the_dead_are_refused_each_by_its_name()
    {
        var errors = Profiles.Errors(ProfileReaderTests.Member("\"pressures\": [{ \"name\": \"own\", \"survivePercent\": 1, \"lohPerMille\": 1, \"pinnedPercent\": 2, \"finalizablePercent\": 1 }]"));
        string[] shares = ["survivePercent", "lohPerMille", "pinnedPercent", "finalizablePercent"];
        Assert.All(shares, share => Assert.Contains(errors, error => error.EndsWith($"\"{share}\" is a share of what \"allocatePerSecond\" allocates: set that, or set the share to 0", StringComparison.Ordinal)));
        Assert.Contains(errors, error => error.Contains("\"pinnedPercent\" 2 is above \"survivePercent\" 1", StringComparison.Ordinal));
        Assert.Equal(5, errors.Count);
        Assert.Empty(Profiles.Read(ProfileReaderTests.Member("\"pressures\": [{ \"name\": \"own\", \"allocatePerSecond\": \"1MB\", \"lohPerMille\": 1000 }]")).Errors);
    }

    [Fact]
    public void Many_known_names_are_cut_short_and_none_is_said_to_be_none()
    {
        string[] names = [.. Enumerable.Range(1, 13).Select(number => $"name-{number}-of-many-names")];
        Assert.Equal($"unknown thing \"x\"; there are {string.Join(", ", names[..12])}", Suggestion.Unknown("thing", "x", names[..12]));
        Assert.Equal($"unknown thing \"x\"; there are {string.Join(", ", names[..12])}, …", Suggestion.Unknown("thing", "x", names));
        Assert.Equal($"unknown workload \"x\"; there are {string.Join(", ", names[..12])}, …; \"asyncload list workloads\" shows all", Suggestion.Unknown("workload", "x", names));
        Assert.Equal($"unknown workload \"x\"; there are {string.Join(", ", names[..12])}", Suggestion.Unknown("workload", "x", names[..12]));
        Assert.Equal("unknown thing \"x\": any will do; there are none", Suggestion.Unknown("thing", "x", [], "any will do"));
        Assert.Equal("unknown thing \"x\"; there are none", Suggestion.Unknown("thing", "x", []));
    }

    [Fact]
    public void What_the_framework_says_of_malformed_text_is_told_without_its_own_position()
    {
        var error = Profiles.Error("{\n  \"é\": nul }");
        Assert.Equal("p.json:2:11: malformed JSON: 'nul }' is an invalid JSON literal. Expected the literal 'null'.", error);
    }

    [Fact]
    public void A_list_of_numbers_is_swept_over_three_of_them_at_least()
    {
        var catalogue = TestCatalogue.With(new WorkloadDescription(
            "sizes", "", null, [new ParameterDescription("bytes", "", ["8", "64", "512", "4096"], "8", null)],
            [new VariantDescription("task", "", "Task", "default", null, 0), new VariantDescription("value-task", "", "ValueTask", "default", null, 0)], [], null, [], []));
        Assert.Equal((64.0, 4096.0), Swept("\"from\": 64"));
        Assert.Equal((8.0, 512.0), Swept("\"to\": 512"));
        Assert.EndsWith("parameters.bytes has fewer than 3 steps from 64 to 512: it takes 8, 64, 512, 4096", Assert.Single(Read("\"from\": 64, \"to\": 512").Errors).ToString(), StringComparison.Ordinal);

        (double, double) Swept(string ends)
        {
            var reading = Read(ends);
            Assert.Empty(reading.Errors);
            var crossover = reading.Profile!.Experiments[0].Crossover!;
            return (crossover.From, crossover.To);
        }

        ProfileReading Read(string ends) => Profiles.Read($$"""
            {
              "schemaVersion": 1, "name": "sweeps",
              "experiments": [{ "name": "one", "workload": "sizes", "baseline": "task", "candidates": ["value-task"], "crossover": { "axis": "parameters.bytes", {{ends}} } }]
            }
            """, catalogue);
    }

    [Theory]
    [InlineData("\"steps\": 5, \"mostSteps\": 5", 5, 5)]
    [InlineData("\"steps\": 9", 9, CrossoverSettings.DefaultMostSteps)]
    [InlineData("\"steps\": 3", 3, CrossoverSettings.DefaultMostSteps)]
    public void A_sweep_has_at_least_as_many_levels_at_most_as_at_first(string members, int steps, int most)
    {
        var crossover = Profiles.Good(ProfileReaderTests.Member($"\"pressures\": [\"old-heap\"], \"crossover\": {{ \"axis\": \"pressure.liveSet\", \"from\": \"0MB\", \"to\": \"90MB\", {members} }}")).Experiments[0].Crossover!;
        Assert.Equal((steps, most), (crossover.Steps, crossover.MostSteps));
    }

    [Fact]
    public void A_sweep_of_pressure_needs_one_that_is_not_calm() => Assert.EndsWith(
        "no load, pressure or parameter of the experiment has pressure.liveSet: calm entries stay calm",
        Profiles.Error(ProfileReaderTests.Member("\"crossover\": { \"axis\": \"pressure.liveSet\", \"from\": \"0MB\", \"to\": \"90MB\" }")),
        StringComparison.Ordinal);

    [Theory]
    [InlineData("load.degree=2", "a parallelFor or parallelForAsync load")]
    [InlineData("load.workers=2", "a closedLoop load")]
    [InlineData("load.size=2", "a wave load")]
    [InlineData("load.rate=2", "an openLoop load")]
    public void A_setting_that_no_entry_has_names_the_entry_that_would(string setting, string wanted) =>
        Assert.EndsWith($": no experiment has {wanted}", Profiles.Error(Profiles.Smallest, setting), StringComparison.Ordinal);

    [Fact]
    public void An_entry_is_known_by_its_preset_or_else_by_its_name()
    {
        var pressures = Profiles.Good(
            ProfileReaderTests.Member("\"pressures\": [{ \"name\": \"calm\" }, { \"name\": \"own\", \"liveSet\": \"1MB\" }, { \"name\": \"calm-heap\", \"preset\": \"old-heap\" }]"),
            "pressure.liveSet=7MB").Experiments[0].Pressures;
        Assert.Equal([("calm", 0L), ("own", 7L), ("calm-heap", 7L)], pressures.Select(pressure => (pressure.Name, pressure.LiveSet.Bytes >> 20)));
    }

    [Fact]
    public void A_path_of_one_letter_is_a_path() =>
        Assert.Equal(("a", "b=c"), Harness.Planning.Reading.Override.Parse("a=b=c") is { } parsed ? (parsed.Path, parsed.Written) : default);
}
