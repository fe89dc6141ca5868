using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public sealed class GateArgumentTests
{
    public static TheoryData<string> Gated => [.. Metric.All.Where(metric => metric.Gate is not null).Select(metric => metric.Name)];

    [Theory]
    [InlineData("bytes<=0", "{ \"metric\": \"bytesPerOperation\", \"max\": 0 }")]
    [InlineData(" bytesPerOperation  <= 1.5 kB ", "{ \"metric\": \"bytesPerOperation\", \"max\": 1500 }")]
    [InlineData("bytes=24B", "{ \"metric\": \"bytesPerOperation\", \"exactly\": 24 }")]
    [InlineData("bytes<=+24", "{ \"metric\": \"bytesPerOperation\", \"maxIncrease\": 24 }")]
    [InlineData("bytes<=-8", "{ \"metric\": \"bytesPerOperation\", \"maxIncrease\": -8 }")]
    [InlineData("bytes <= -5 %", "{ \"metric\": \"bytesPerOperation\", \"maxIncreasePercent\": -5 }")]
    [InlineData("peak<=+24MB", "{ \"metric\": \"peak\", \"maxIncrease\": 24000000 }")]
    [InlineData("peak<=-5%", "{ \"metric\": \"peakRatio\", \"max\": 0.95 }")]
    [InlineData("retained<=-1.5MB", "{ \"metric\": \"retained\", \"maxIncrease\": -1500000 }")]
    [InlineData("retainedPerOperation<=+0.5", "{ \"metric\": \"retainedPerOperation\", \"maxIncrease\": 0.5 }")]
    [InlineData("bytes<=+1.5kB", "{ \"metric\": \"bytesPerOperation\", \"maxIncrease\": 1500 }")]
    [InlineData("bytes <= +5 %", "{ \"metric\": \"bytesPerOperation\", \"maxIncreasePercent\": 5 }")]
    [InlineData("bytes of await-value-task<=0", "{ \"metric\": \"bytesPerOperation\", \"variant\": \"await-value-task\", \"max\": 0 }")]
    [InlineData("ratio<=1.05", "{ \"metric\": \"ratio\", \"max\": 1.05 }")]
    [InlineData("ratio<=+5%", "{ \"metric\": \"ratio\", \"max\": 1.05 }")]
    [InlineData("cpuRatio<=-12.5%", "{ \"metric\": \"cpuRatio\", \"max\": 0.875 }")]
    [InlineData("pauseShare<=5%", "{ \"metric\": \"pauseShare\", \"max\": 0.05 }")]
    [InlineData("pauseShare<=0.05", "{ \"metric\": \"pauseShare\", \"max\": 0.05 }")]
    [InlineData("latencyNs.p99<=1.5ms", "{ \"metric\": \"latencyNs.p99\", \"max\": 1500000 }")]
    [InlineData("latencyNs.p99<=+5%", "{ \"metric\": \"p99Ratio\", \"max\": 1.05 }")]
    [InlineData("latencyNs.p99<=700us", "{ \"metric\": \"latencyNs.p99\", \"max\": 700000 }")]
    [InlineData("poolHitRate>=90%", "{ \"metric\": \"poolHitRate\", \"min\": 0.9 }")]
    [InlineData("peak<=+5%", "{ \"metric\": \"peakRatio\", \"max\": 1.05 }")]
    [InlineData("retained<=50MB", "{ \"metric\": \"retained\", \"max\": 50000000 }")]
    [InlineData("retainedPerOperation<=0.1", "{ \"metric\": \"retainedPerOperation\", \"max\": 0.1 }")]
    [InlineData("eventsLost<=0", "{ \"metric\": \"eventsLost\", \"max\": 0 }")]
    public void A_gate_is_the_one_that_a_profile_would_have(string written, string json)
    {
        var argument = GateArgument.Parse(written);
        Assert.Null(argument.Problem);
        Assert.Equal(Assert.Single(Assert.Single(Profiles.Good(With(json)).Experiments).Gates), argument.Gate);
    }

    [Theory]
    [MemberData(nameof(Gated))]
    public void Every_metric_that_a_profile_gates_is_taken(string name)
    {
        var (metric, sign) = (Metric.Named(name)!, Metric.Named(name)!.Limits[0] == "min" ? ">=" : "<=");
        Assert.Equal(name, GateArgument.Parse($"{name}{sign}0.5").Gate!.Metric);
        Assert.Equal(name, GateArgument.Parse($"{metric.ShortName ?? name}{sign}0.5").Gate!.Metric);
    }

    [Fact]
    public void Names_and_short_names_are_those_of_one_metric()
    {
        string[] all = [.. Metric.All.SelectMany(metric => new[] { metric.Name, metric.ShortName }.OfType<string>())];
        Assert.Equal(all.Distinct(), all);
    }

    [Theory]
    [InlineData("bytes", "a gate is METRIC<=VALUE, in quotes since shells read < and > themselves; such as --gate \"bytes<=0\"")]
    [InlineData("", "a gate is METRIC<=VALUE, in quotes since shells read < and > themselves; such as --gate \"bytes<=0\"")]
    [InlineData("byts<=0", "unknown gate metric \"byts\"; did you mean \"bytes\"?; such as --gate \"bytes<=0\"")]
    [InlineData("nsPerOperation<=5", "unknown gate metric \"nsPerOperation\"; did you mean \"bytesPerOperation\"?; such as --gate \"bytes<=0\"")]
    [InlineData("ratio<1.05", "a gate includes its limit: write <=; such as --gate \"ratio<=1.05\"")]
    [InlineData("ratio>=0.9", "\"ratio\" takes <= and a number, or a change from the baseline such as +5%; such as --gate \"ratio<=1.05\"")]
    [InlineData("ratio<=5%", "\"5%\" is not a limit for \"ratio\", which takes <= and a number, or a change from the baseline such as +5%; such as --gate \"ratio<=1.05\"")]
    [InlineData("ratio<=+5", "\"+5\" is not a limit for \"ratio\", which takes <= and a number, or a change from the baseline such as +5%; such as --gate \"ratio<=1.05\"")]
    [InlineData("ratio<=2000000", "\"max\" must be from 0 to 1000000, not 2000000; such as --gate \"ratio<=1.05\"")]
    [InlineData("ratio<=-200%", "\"max\" must be from 0 to 1000000, not -1; such as --gate \"ratio<=1.05\"")]
    [InlineData("bytes<=", "\"\" is not a limit for \"bytesPerOperation\", which takes <= or = and a number, alone or in B, kB, MB, GB, or a change from the baseline such as +24, -8 or +5%; such as --gate \"bytes<=0\"")]
    [InlineData("bytes<=5ms", "\"5ms\" is not a limit for \"bytesPerOperation\", which takes <= or = and a number, alone or in B, kB, MB, GB, or a change from the baseline such as +24, -8 or +5%; such as --gate \"bytes<=0\"")]
    [InlineData("bytes>=-24", "\"-24\" is not a limit for \"bytesPerOperation\", which takes <= or = and a number, alone or in B, kB, MB, GB, or a change from the baseline such as +24, -8 or +5%; such as --gate \"bytes<=0\"")]
    [InlineData("bytes<=-120%", "\"maxIncreasePercent\" must be from -100 to 1000000000000, not -120; such as --gate \"bytes<=0\"")]
    [InlineData("peak<=+5ms", "\"+5ms\" is not a limit for \"peak\", which takes <= and a number, alone or in B, kB, MB, GB, or a change from the baseline such as +24MB, -8MB or +5%; such as --gate \"peak<=0\"")]
    [InlineData("retainedPerOperation<=+5%", "\"retainedPerOperation\" takes <= and a number, alone or in B, kB, MB, GB, or a change from the baseline such as +24 or -8; such as --gate \"retainedPerOperation<=0\"")]
    [InlineData("latencyNs.p99<=+5us", "\"+5us\" is not a limit for \"latencyNs.p99\", which takes <= and a number, alone or in ns, us, µs, ms, s, or a change from the baseline such as +5%; such as --gate \"latencyNs.p99<=1ms\"")]
    [InlineData("pauseShare<=+5%", "\"pauseShare\" takes <= and a number, alone or in %; such as --gate \"pauseShare<=5%\"")]
    [InlineData("poolHitRate<=0.9", "\"poolHitRate\" takes >= and a number, alone or in %; such as --gate \"poolHitRate>=0.9\"")]
    [InlineData("pauseShare<=120%", "\"max\" must be from 0 to 1, not 1.20; such as --gate \"pauseShare<=5%\"")]
    [InlineData("eventsLost<=99999999999999999999999999999999", "\"99999999999999999999999999999999\" is not a limit for \"eventsLost\", which takes <= and a number; such as --gate \"eventsLost<=0\"")]
    public void A_wrong_gate_is_told_with_the_nearest_right_one(string written, string problem)
    {
        var argument = GateArgument.Parse(written);
        Assert.Null(argument.Gate);
        Assert.Equal($"--gate \"{written}\": {problem}", argument.Problem);
    }

    [Fact]
    public void Gates_stand_beside_those_of_the_profile_where_their_variant_is()
    {
        var reading = Added(Profiles.Matrix, "bytes<=700", "bytes of AwaitTask<=600", "ratio of direct-value-task<=2");
        Assert.Equal(
            [
                [("await-value-task", 0.0), ("await-task", 600.0), (null, 1.5), (null, 700.0), ("await-task", 600.0)],
                [(null, 700.0), ("direct-value-task", 2.0)],
            ],
            reading.Profile!.Experiments.Select(experiment => experiment.Gates.Select(gate => (gate.Variant, gate.Max)).ToArray()).ToArray());
    }

    [Fact]
    public void A_gate_on_nothing_that_is_measured_is_refused()
    {
        Assert.Equal("--gate: unknown variant \"await-tusk\"; did you mean \"await-task\"?", Assert.Single(Added(Profiles.Smallest, "bytes of await-tusk<=0").Errors).ToString());
        Assert.Equal("--gate: unknown candidate \"await-task\"; there is await-value-task", Assert.Single(Added(Profiles.Smallest, "ratio of await-task<=1").Errors).ToString());
        Assert.Equal("--gate: unknown candidate \"await-task\"; there is await-value-task", Assert.Single(Added(Profiles.Smallest, "bytes of await-task<=+1").Errors).ToString());
    }

    [Fact]
    public void A_side_without_a_name_can_be_gated_once_it_has_one()
    {
        var unnamed = Profiles.Smallest.Replace("[\"await-value-task\"]", "[{ \"gc\": { \"server\": true } }]", StringComparison.Ordinal);
        Assert.Equal("--gate: unknown candidate \"server\"; there is await-task; name=NAME names a side", Assert.Single(Added(unnamed, "ratio of server<=1").Errors).ToString());
        Assert.Empty(Added(unnamed.Replace("{ \"gc\"", "{ \"name\": \"server\", \"gc\"", StringComparison.Ordinal), "ratio of server<=1").Errors);
    }

    /// <summary>Two methods that differ in an underscore, two in letter case, and overloads.</summary>
    [Theory]
    [InlineData("ReadAll", "read-all")]
    [InlineData("Read_All", "read-all-2")]
    [InlineData("read-all-2", "read-all-2")]
    [InlineData("Add", "add")]
    [InlineData("head", "head")]
    [InlineData("Take", "take")]
    public void A_gate_names_a_method_as_code_writes_it_and_no_other_of_its_letters(string typed, string meant)
    {
        var reading = GateArgument.Add([GateArgument.Parse($"bytes of {typed}<=0").Gate!], Profiles.Read(OfMethods(typed), Methods), Methods);
        Assert.Empty(reading.Errors);
        Assert.Equal([meant, meant], reading.Profile!.Experiments[0].Gates.Select(gate => gate.Variant));
    }

    [Theory]
    [InlineData("Sum", "\"Sum\" may mean several variants of \"reads\": write sum, sum-2")]
    [InlineData("add", "\"add\" may mean several variants of \"reads\": write add, add-2")]
    [InlineData("Read__All", "unknown variant{0} \"Read__All\"; did you mean \"read-all\"?")]
    public void A_gate_that_may_mean_several_methods_or_one_that_is_not_measured_is_refused(string typed, string said)
    {
        Assert.EndsWith(string.Format(null, said, " of this experiment"), Assert.Single(Profiles.Read(OfMethods(typed), Methods).Errors).ToString(), StringComparison.Ordinal);
        var reading = GateArgument.Add([GateArgument.Parse($"bytes of {typed}<=0").Gate!], Profiles.Read(OfMethods("head"), Methods), Methods);
        Assert.StartsWith($"--gate: {string.Format(null, said, "")}", Assert.Single(reading.Errors).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_gate_is_told_to_be_idle_where_the_method_that_it_names_is_not_planned()
    {
        string[] Idle(string typed, params string[] only)
        {
            GateSettings[] gates = [GateArgument.Parse($"bytes of {typed}<=0").Gate!];
            var profile = GateArgument.Add(gates, Profiles.Read(OfMethods("head"), Methods), Methods).Profile!;
            return [.. GateArgument.Idle(gates, ((PlanOutcome.Made)Planner.Make(profile, Methods, new PlanOptions(Only: only))).Plan, profile, Methods)];
        }

        Assert.Empty(Idle("Read_All"));
        Assert.Empty(Idle("Read_All", "*read-all-2*"));
        Assert.Contains("\"Read_All\"", Assert.Single(Idle("Read_All", "*/head-*")), StringComparison.Ordinal);
    }

    private static Catalogue Methods { get; } = TestCatalogue.With(new WorkloadDescription(
        "reads",
        "",
        null,
        [],
        [
            Method("read-all", "ReadAll"), Method("read-all-2", "Read_All"), Method("read-all-3", "Read__All"),
            Method("sum", "Sum"), Method("sum-2", "Sum"), Method("add", "Add"), Method("add-2", "add"), Method("take", "Take"),
        ],
        [],
        null,
        [],
        [],
        "mine.dll",
        "Shop.Reads"));

    private static string OfMethods(string gated) => $$"""
        {
          "schemaVersion": 1, "name": "methods",
          "experiments": [
            {
              "name": "one", "workload": "reads", "baseline": "read-all",
              "candidates": ["read-all-2", "sum", "sum-2", "Add", "add-2", { "name": "head", "variant": "take", "env": { "A": "1" } }],
              "gates": [{ "metric": "bytesPerOperation", "variant": "{{gated}}", "max": 0 }]
            }
          ]
        }
        """;

    private static VariantDescription Method(string id, string method) => new(id, "", "int", "none", null, 0, Declared: new BenchmarkDeclaration(method, null, [], ""));

    private static ProfileReading Added(string profile, params string[] written) =>
        GateArgument.Add([.. written.Select(text => GateArgument.Parse(text).Gate!)], Profiles.Read(profile), TestCatalogue.Own);

    private static string With(string gate) => Profiles.Smallest.Replace("\"baseline\"", $"\"gates\": [{gate}], \"baseline\"", StringComparison.Ordinal);
}
