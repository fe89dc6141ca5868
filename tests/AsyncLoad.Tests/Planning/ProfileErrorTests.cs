using Xunit;

namespace AsyncLoad.Tests.Planning;

[Fault(13)]
public class ProfileErrorTests
{
    // Line and column of what Experiment and Root insert: after the first member of the experiment and of the profile.
    private const int ExperimentLine = 5;
    private const int ExperimentColumn = 22;
    private const int RootLine = 3;
    private const int RootColumn = 23;

    [Fact]
    public void All_errors_come_at_once_in_the_order_of_the_file()
    {
        var errors = Profiles.Errors("""
            {
              "schemaVersion": 2,
              "name": "Bad Name",
              "sede": 1,
              "measure": { "slices": "many", "slice": "10", "margin": 7, "looks": [8, 6] },
              "experiments": [
                { "name": "a", "workload": "call-chian", "baseline": "x", "candidates": [] },
                { "name": "a", "workload": "call-chain", "name": "b",
                  "baseline": "await-task", "candidates": ["await-task", "await-valu-task"],
                  "loads": ["paralelFor"], "pressures": [{ "preset": "old-heap", "liveSet": "200 potatoes" }],
                  "gates": [{ "metric": "bytesPerOp", "max": -1 }] }
              ]
            }
            """);
        Assert.Equal(
            [
                "p.json:2:20: this program reads schemaVersion 1, not 2",
                "p.json:3:11: \"name\" must be kebab-case (lower-case words joined by hyphens), at most 80 characters, not \"Bad Name\"",
                "p.json:4:3: unknown member in profile: \"sede\"; did you mean \"seed\"?",
                "p.json:5:26: \"slices\" must be a whole number, not \"many\"",
                "p.json:5:43: \"slice\" must be a duration such as 10ms or 2s, not \"10\"",
                "p.json:5:59: \"margin\" must be from 0.001 to 1, not 7",
                "p.json:5:75: \"looks\" must ascend: 6 comes after 8",
                "p.json:7:32: unknown workload \"call-chian\"; did you mean \"call-chain\"?",
                "p.json:7:77: \"candidates\" must not be empty",
                "p.json:8:15: duplicate experiment \"a\"",
                "p.json:8:46: duplicate member \"name\", first written in line 8",
                "p.json:9:48: the baseline \"await-task\" is among the candidates",
                "p.json:9:62: unknown variant of \"call-chain\": \"await-valu-task\"; did you mean \"await-value-task\"?",
                "p.json:10:17: unknown load \"paralelFor\"; did you mean \"parallelFor\"?",
                "p.json:10:81: \"liveSet\" must be a size such as 64KB or 200MB, not \"200 potatoes\"",
                "p.json:11:29: unknown gate metric \"bytesPerOp\"; there are ratio, cpuRatio, p99Ratio, peakRatio, retainedRatio, bytesPerOperation, pauseShare, peak, retained, retainedPerOperation, latencyNs.p99, poolHitRate, …; \"asyncload list metrics\" shows all",
                "p.json:11:50: \"max\" must be from 0 to 1.7976931348623157E+308, not -1",
            ],
            errors);
    }

    [Theory]
    [InlineData("", "p.json:1:1: malformed JSON: there is no value, only white space or comments")]
    [InlineData(" \n // none", "p.json:1:1: malformed JSON: there is no value, only white space or comments")]
    [InlineData("nul", "p.json:1:4: malformed JSON: 'nul' is an invalid JSON literal")]
    [InlineData("{", "p.json:1:2: malformed JSON: it ends inside an object or array: close that with } or ]")]
    [InlineData("{ \"a\": [1 }", "p.json:1:11: malformed JSON: ")]
    [InlineData("{\n  \"é\": nul }", "p.json:2:11: malformed JSON: ")]
    [InlineData("{} {}", "p.json:1:4: malformed JSON: ")]
    [InlineData("{\n  \"a\": 1,,\n  \"b\": 2\n}\n", "p.json:2:10: malformed JSON: ")]
    [InlineData("{ \"a\": \"\\ud800\" }", "p.json:1:8: malformed JSON: not valid Unicode text")]
    public void Malformed_json_is_one_error_with_its_position(string text, string error) =>
        Assert.StartsWith(error, Profiles.Error(text), StringComparison.Ordinal);

    [Fact]
    public void Bytes_that_are_no_utf8_are_malformed()
    {
        var reading = Harness.Planning.Reading.ProfileReader.Read("p.json", [(byte)'"', 0xff, (byte)'"'], TestCatalogue.Own);
        Assert.StartsWith("p.json:1:", Assert.Single(reading.Errors).ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("[]", "profile must be an object, not a list")]
    [InlineData("1", "profile must be an object, not 1")]
    public void A_profile_that_is_no_object_is_the_wrong_type(string text, string message) =>
        Assert.Equal("p.json:1:1: " + message, Profiles.Error(text));

    [Fact]
    public void Every_missing_member_is_named() => Assert.Equal(
        [
            "p.json:1:1: missing member \"schemaVersion\" in profile",
            "p.json:1:1: missing member \"name\" in profile",
            "p.json:1:19: missing member \"name\" in experiment",
            "p.json:1:19: missing member \"workload\" in experiment",
            "p.json:1:19: missing member \"baseline\" in experiment",
            "p.json:1:19: missing member \"candidates\" in experiment",
        ],
        Profiles.Errors("{ \"experiments\": [{}] }"));

    [Theory]
    [InlineData("\"seed\": -1", 8, "\"seed\" must be from 0 to 2,147,483,647, not -1")]
    [InlineData("\"seed\": 1.5", 8, "\"seed\" must be a whole number, not 1.5")]
    [InlineData("\"seed\": 1e999", 8, "\"seed\" must be a whole number, not 1e999")]
    [InlineData("\"measure\": 3", 11, "measure must be an object, not 3")]
    [InlineData("\"measure\": { \"slices\": 3 }", 23, "\"slices\" must be from 4 to 10,000, not 3")]
    [InlineData("\"measure\": { \"slice\": \"10MB\" }", 22, "\"slice\" must be a duration such as 10ms or 2s, not \"10MB\"")]
    [InlineData("\"measure\": { \"slice\": \"2h\" }", 22, "\"slice\" must be from 1ms to 1m, not \"2h\"")]
    [InlineData("\"measure\": { \"halfWidth\": \"x\" }", 26, "\"halfWidth\" must be a number, not \"x\"")]
    [InlineData("\"measure\": { \"metric\": \"wal\" }", 23, "unknown metric \"wal\"; did you mean \"wall\"?")]
    [InlineData("\"measure\": { \"platformTiering\": 1 }", 32, "\"platformTiering\" must be true or false, not 1")]
    [InlineData("\"measure\": { \"looks\": [] }", 22, "\"looks\" must not be empty")]
    [InlineData("\"measure\": { \"looks\": [5] }", 23, "the first look must have 6 pairs or more: 5 cannot give the 95% that one look needs")]
    [InlineData("\"measure\": { \"looks\": 5 }", 22, "the first look must have 6 pairs or more: 5 cannot give the 95% that one look needs")]
    [InlineData("\"measure\": { \"looks\": [6, 8, 10, 12] }", 23, "the first look must have 8 pairs or more: 6 cannot give the 98.75% that each look needs")]
    [InlineData("\"measure\": { \"looks\": [8, 8] }", 26, "\"looks\" must ascend: 8 comes after 8")]
    [InlineData("\"measure\": { \"looks\": [2000] }", 23, "\"looks\" must be from 1 to 1,000, not 2000")]
    [InlineData("\"traces\": \"some\"", 10, "unknown traces \"some\"; did you mean \"one\"?")]
    [InlineData("\"environment\": [\"A-B\"]", 16, "\"A-B\" is not the name of an environment variable")]
    [InlineData("\"environment\": [\"DOTNET_gcServer\"]", 16, "\"DOTNET_gcServer\" is a GC or JIT setting: set gc.server instead, which is read back and named in reports")]
    [InlineData("\"environment\": [\"DOTNET_GCName\"]", 16, "\"DOTNET_GCName\" is a GC or JIT setting, which reports would not name: set it for a side by env.DOTNET_GCName=VALUE")]
    [InlineData("\"environment\": \"A\"", 15, "\"environment\" must be a list, not \"A\"")]
    [InlineData("\"crossover\": {}", 0, "unknown member in profile: \"crossover\"; there are $schema, schemaVersion, name, seed, measure, traces, experiments, environment, cpuSamples, plugins")]
    public void A_wrong_member_of_the_profile_is_placed(string member, int offset, string message) =>
        Assert.Equal($"p.json:{RootLine}:{RootColumn + offset}: {message}", Profiles.Error(ProfileReaderTests.Root(member)));

    [Theory]
    [InlineData("\"parameters\": { \"deap\": [true] }", 16, "unknown member in parameters: \"deap\"; did you mean \"deep\"?")]
    [InlineData("\"parameters\": { \"deep\": [\"ture\"] }", 25, "unknown value of parameter \"deep\": \"ture\"; did you mean \"true\"?")]
    [InlineData("\"parameters\": { \"deep\": [] }", 24, "\"deep\" must not be empty")]
    [InlineData("\"parameters\": { \"deep\": true }", 24, "\"deep\" must be a list, not true")]
    [InlineData("\"parameters\": { \"deep\": [[]] }", 25, "a value of \"deep\" must be a text, a number, true or false, not a list")]
    [InlineData("\"parameters\": { \"deep\": [true, \"true\"] }", 31, "duplicate value of \"deep\" \"true\"")]
    [InlineData("\"loads\": []", 9, "\"loads\" must not be empty")]
    [InlineData("\"loads\": [{}]", 10, "missing member \"kind\" in load")]
    [InlineData("\"loads\": [7]", 10, "load must be an object, not 7")]
    [InlineData("\"loads\": [{ \"kind\": \"sequential\", \"degree\": 2 }]", 34, "unknown member in load: \"degree\"; there is kind")]
    [InlineData("\"loads\": [{ \"kind\": \"parallelFor\", \"degree\": 0 }]", 45, "\"degree\" must be from 1 to 1,024, not 0")]
    [InlineData("\"loads\": [{ \"kind\": \"parallelFor\", \"degree\": \"all\" }]", 45, "\"degree\" must be a whole number or \"cores\", not \"all\"")]
    [InlineData("\"loads\": [\"sequential\", \"sequential\"]", 24, "duplicate load \"sequential\"")]
    [InlineData("\"pressures\": [\"old-heep\"]", 14, "unknown pressure \"old-heep\"; did you mean \"old-heap\"?")]
    [InlineData("\"pressures\": [{ \"liveSet\": \"1MB\" }]", 14, "missing member \"name\" in pressure")]
    [InlineData("\"pressures\": [{ \"name\": \"w\", \"oldToYoungWritesPerMs\": 5 }]", 14, "\"oldToYoungWritesPerMs\" needs a \"liveSet\" to write into")]
    [InlineData("\"pressures\": [{ \"name\": \"old-heap\", \"liveSet\": \"1MB\" }]", 14, "pressure \"old-heap\" has other values elsewhere; give this one another name")]
    [InlineData("\"pressures\": [{ \"name\": \"w\", \"survivePercent\": 5 }]", 14, "\"survivePercent\" is a share of what \"allocatePerSecond\" allocates: set that, or set the share to 0")]
    [InlineData("\"pressures\": [{ \"name\": \"w\", \"lohPerMille\": 5 }]", 14, "\"lohPerMille\" is a share of what \"allocatePerSecond\" allocates: set that, or set the share to 0")]
    [InlineData("\"pressures\": [{ \"name\": \"w\", \"finalizablePercent\": 5 }]", 14, "\"finalizablePercent\" is a share of what \"allocatePerSecond\" allocates: set that, or set the share to 0")]
    [InlineData("\"pressures\": [{ \"preset\": \"churn\", \"allocatePerSecond\": \"0MB\" }]", 14, "\"survivePercent\" is a share of what \"allocatePerSecond\" allocates: set that, or set the share to 0")]
    [InlineData("\"pressures\": [{ \"preset\": \"churn\", \"pinnedPercent\": 11 }]", 14, "\"pinnedPercent\" 11 is above \"survivePercent\" 10: pinned objects are some of those that survive")]
    [InlineData("\"pressures\": [{ \"preset\": \"pinned\", \"lohPerMille\": 1000 }]", 14, "\"lohPerMille\" 1000 leaves no small objects to pin or finalize: use 999 or less")]
    [InlineData("\"pressures\": [{ \"preset\": \"finalizers\", \"lohPerMille\": 1000 }]", 14, "\"lohPerMille\" 1000 leaves no small objects to pin or finalize: use 999 or less")]
    [InlineData("\"pressures\": [{ \"preset\": \"churn\", \"survivePercent\": 101 }]", 53, "\"survivePercent\" must be from 0 to 100, not 101")]
    [InlineData("\"pressures\": [{ \"preset\": \"churn\", \"lohPerMille\": 1001 }]", 50, "\"lohPerMille\" must be from 0 to 1,000, not 1001")]
    [InlineData("\"pressures\": [{ \"preset\": \"churn\", \"allocatePerSecond\": 200 }]", 56, "\"allocatePerSecond\" must be a size such as 64KB or 200MB, not 200")]
    [InlineData("\"pressures\": [\"calm\", \"calm\"]", 22, "duplicate pressure \"calm\"")]
    [InlineData("\"gcSettings\": [\"server\"]", 15, "unknown GC settings \"server\"; there is default")]
    [InlineData("\"gcSettings\": [{ \"servr\": true }]", 17, "unknown member in gcSettings: \"servr\"; did you mean \"server\"?")]
    [InlineData("\"gcSettings\": [{ \"gen0Size\": 64 }]", 29, "\"gen0Size\" must be a size such as 64KB or 200MB, not 64")]
    [InlineData("\"gcSettings\": [{ \"name\": \"default\", \"server\": true }]", 15, "GC settings \"default\" has other values elsewhere; give this one another name")]
    [InlineData("\"gates\": [{ \"max\": 1 }]", 10, "missing member \"metric\" in gate")]
    [InlineData("\"gates\": [{ \"metric\": \"pauseShare\", \"max\": 2 }]", 43, "\"max\" must be from 0 to 1, not 2")]
    [InlineData("\"gates\": [{ \"metric\": \"latency\", \"max\": 2 }]", 22, "unknown gate metric \"latency\"; there are ratio, cpuRatio, p99Ratio, peakRatio, retainedRatio, bytesPerOperation, pauseShare, peak, retained, retainedPerOperation, latencyNs.p99, poolHitRate, …; \"asyncload list metrics\" shows all")]
    [InlineData("\"gates\": [{ \"metric\": \"ratio\", \"variant\": \"direct-call\", \"max\": 2 }]", 42, "unknown variant of this experiment \"direct-call\"; there are await-task, await-value-task")]
    [InlineData("\"gates\": [{ \"metric\": \"ratio\", \"variant\": \"await-task\", \"max\": 2 }]", 42, "a gate on \"ratio\" must be about a candidate: the baseline's is 1 by definition")]
    [InlineData("\"gates\": [{ \"metric\": \"ratio\" }]", 10, "missing member \"max\" or \"maxChange\" in gate")]
    [InlineData("\"gates\": [{ \"metric\": \"ratio\", \"max\": 2, \"maxChange\": 2 }]", 10, "a gate has one limit: \"max\" or \"maxChange\"")]
    [InlineData("\"gates\": [{ \"metric\": \"ratio\", \"min\": 2 }]", 31, "this metric takes \"max\" or \"maxChange\", not \"min\"")]
    [InlineData("\"gates\": [{ \"metric\": \"poolHitRate\", \"min\": 1.5 }]", 44, "\"min\" must be from 0 to 1, not 1.5")]
    [InlineData("\"gates\": [{ \"metric\": \"ratio\", \"max\": 2, \"onInconclusive\": \"wran\" }]", 59, "unknown onInconclusive \"wran\"; did you mean \"warn\"?")]
    [InlineData("\"gates\": [{ \"metric\": \"ratio\", \"max\": 2, \"maxx\": 2 }]", 41, "unknown member in gate: \"maxx\"; did you mean \"max\"?")]
    [InlineData("\"tags\": {}", 0, "unknown member in experiment: \"tags\"; there are name, workload, parameters, compiler, runtimes, baseline, candidates, loads, pressures, gcSettings, gates, crossover")]
    public void A_wrong_member_of_an_experiment_is_placed(string member, int offset, string message) =>
        Assert.Equal($"p.json:{ExperimentLine}:{ExperimentColumn + offset}: {message}", Profiles.Error(ProfileReaderTests.Member(member)));

    [Fact]
    public void A_candidate_named_twice_is_an_error() => Assert.Equal(
        "p.json:5:109: duplicate candidate \"await-value-task\"",
        Profiles.Error(Profiles.Smallest.Replace("[\"await-value-task\"]", "[\"await-value-task\", \"await-value-task\"]")));

    [Fact]
    public void A_candidate_spelt_in_two_ways_is_named_twice() => Assert.Equal(
        "p.json:5:109: duplicate candidate \"await-value-task\"",
        Profiles.Error(Profiles.Smallest.Replace("[\"await-value-task\"]", "[\"await-value-task\", \"AwaitValueTask\"]")));

    [Fact]
    public void The_name_of_the_planners_own_comparisons_is_taken() => Assert.Equal(
        "p.json:5:15: duplicate experiment \"load-overhead\"",
        Profiles.Error(Profiles.Smallest.Replace("\"one\"", "\"load-overhead\"")));

    [Fact]
    public void One_name_for_two_settings_in_two_experiments_is_an_error()
    {
        var errors = Profiles.Errors("""
            {
              "schemaVersion": 1, "name": "two",
              "experiments": [
                { "name": "a", "workload": "call-chain", "baseline": "await-task", "candidates": ["direct-call"], "gcSettings": [{ "name": "x", "server": true }] },
                { "name": "b", "workload": "call-chain", "baseline": "await-task", "candidates": ["direct-call"], "gcSettings": [{ "name": "x", "server": false }] }
              ]
            }
            """);
        Assert.Equal(["p.json:5:118: GC settings \"x\" has other values elsewhere; give this one another name"], errors);
    }

    [Fact]
    public void An_absurd_matrix_is_refused_before_it_is_expanded()
    {
        var pressures = string.Join(',', Enumerable.Range(1, 1_000).Select(size => $"{{ \"preset\": \"old-heap\", \"name\": \"p{size}\" }}"));
        var loads = string.Join(',', Enumerable.Range(1, 1_000).Select(degree => $"{{ \"kind\": \"parallelFor\", \"degree\": {degree} }}"));
        var text = ProfileReaderTests.Member($"\"loads\": [{loads}], \"pressures\": [{pressures}]");
        Assert.Equal("p.json:4:18: the experiments expand to 1,000,000 comparisons, more than 100,000: shorten their lists", Profiles.Error(text));
    }

    [Fault(22)]
    [Fact]
    public void Hostile_text_reaches_no_terminal_as_it_is()
    {
        var error = Profiles.Error(Profiles.Smallest.Replace("\"call-chain\"", "\"\\u001b[31m\\u202e" + new string('x', 10_000) + "\""));
        Assert.StartsWith("p.json:5:34: unknown workload \"\\u001b[31m\\u202exxx", error, StringComparison.Ordinal);
        Assert.True(error.Length < 400, error);
    }
}
