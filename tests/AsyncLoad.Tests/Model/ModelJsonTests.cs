using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Model;

public class ModelJsonTests
{
    [Fact]
    public void A_profile_comes_back_as_it_went() => AssertRoundTrip(Samples.Profile, json => json.Profile);

    [Fact]
    public void A_plan_comes_back_as_it_went() => AssertRoundTrip(Samples.Plan, json => json.Plan);

    [Fact]
    public void A_catalogue_comes_back_as_it_went() => AssertRoundTrip(Samples.Catalogue, json => json.Catalogue);

    [Fact]
    public void A_manifest_comes_back_as_it_went()
    {
        AssertRoundTrip(Samples.Manifest, json => json.RunManifest);
        AssertRoundTrip(Samples.Manifest with { Finished = null }, json => json.RunManifest);
    }

    [Fact]
    public void Results_come_back_as_they_went() => AssertRoundTrip(Samples.Results, json => json.RunResults);

    [Fact]
    public void Every_request_comes_back_as_it_went()
    {
        HostRequest[] requests =
        [
            new HostRequest.Describe(),
            new HostRequest.Describe(Samples.Plugins),
            new HostRequest.Prepare(Samples.Cell),
            new HostRequest.Prepare(Samples.Cell, Samples.Plugins with { SharedInstance = true }),
            new HostRequest.Prepare(Samples.Cell, Alive: 1),
            new HostRequest.Prepare(Samples.Cell with { Injected = new InjectedSlowdown(20, 21) }),
            new HostRequest.Prepare(Samples.Cell with { Injected = new InjectedSlowdown(50, 69, Drawn: true) }),
            new HostRequest.RunSlice(3, Duration.FromMilliseconds(10), 4096, true),
            new HostRequest.RunSlice(0, Duration.FromMilliseconds(10), 4096, false, WarmUp: true),
            new HostRequest.CountBytes(1_000_000),
            new HostRequest.RunSlice(1, Duration.FromMilliseconds(100), 1, false, WarmUp: false, Timed: true),
            new HostRequest.RunSlice(2, Duration.FromMilliseconds(10), 1, false, WarmUp: false, Timed: true, Whole: true),
            new HostRequest.Watch(),
            new HostRequest.Finish(),
            new HostRequest.Finish(Heap: true),
        ];

        AssertCoversAllCases(requests);
        Assert.All(requests, request => Assert.Equivalent(request, HostRequest.Parse(Sent(MessageBuffer.OfRequests(), request.ToMessage())), strict: true));
    }

    [Fact]
    public void Every_reply_comes_back_as_it_went()
    {
        HostReply[] replies =
        [
            new HostReply.Hello(HostRequest.ProtocolVersion, Optimized: true, Debugged: false),
            new HostReply.Described(Samples.Catalogue),
            new HostReply.Prepared(Samples.Settings, 2, "text \"with\" <quotes> and ünïcode", 52_428_800, OperationsPerCall: 16),
            new HostReply.SliceDone(Samples.Slice, 312, new Nanoseconds(98_765)),
            new HostReply.SliceDone(Samples.Slice with { ResponseTime = new Nanoseconds(77) }, 312, new Nanoseconds(98_765), Ended: true),
            new HostReply.SliceDone(Samples.Slice with { Pressure = PressureCounters.None }, 312, new Nanoseconds(98_765)),
            new HostReply.SliceDone(Samples.Slice with { Cores = -1, MoreCores = [0, 6, long.MinValue] }, 312, new Nanoseconds(98_765)),
            new HostReply.Watching(),
            new HostReply.BytesCounted(new CountSlice(1_000, 506_072, 2_072, 1_000) { FullCollections = 3 }),
            new HostReply.Finished(null),
            new HostReply.Finished(Samples.Device),
            new HostReply.Finished(null, Heap: Samples.Measurement.Memory!.Heap),
            new HostReply.Finished(null, Samples.Latency),
            new HostReply.Finished(null, Samples.Latency with { Response = null, Arrivals = null }, Samples.Latencies),
            new HostReply.Prepared(Samples.Settings, 1, null, 0),
            new HostReply.Failed(FailureReason.Setting, "server GC is off", null),
        ];

        AssertCoversAllCases(replies);
        Assert.All(replies, reply => Assert.Equivalent(reply, HostReply.Parse(Sent(MessageBuffer.OfReplies(), reply.ToMessage())), strict: true));
    }

    [Fact]
    public void Every_outcome_comes_back_in_its_journal_line()
    {
        CellOutcome[] outcomes =
        [
            new CellOutcome.Completed(Samples.Measurement),
            new CellOutcome.Crashed("slice 7", null, "SIGSEGV", null, "first line\nsecond line"),
            new CellOutcome.TimedOut("prepare", Duration.FromSeconds(30), ""),
            new CellOutcome.Refused("asked for server GC, found workstation"),
            new CellOutcome.CaptureLost("no stop marker"),
            new CellOutcome.Stopped("the other side crashed"),
        ];

        AssertCoversAllCases(outcomes);
        Assert.All(outcomes, outcome => AssertRoundTrip(PairEndingIn(outcome), json => json.JournalEntry));
        Assert.All(outcomes, outcome => AssertRoundTrip(TraceEndingIn(outcome), json => json.JournalEntry));
    }

    [Fact]
    public void What_older_versions_wrote_is_read_without_what_they_did_not_know()
    {
        var pair = JsonSerializer.SerializeToNode<JournalEntry>(PairEndingIn(new CellOutcome.Stopped("so")), ModelJson.Line.JournalEntry)!.AsObject();
        var manifest = JsonSerializer.SerializeToNode(Samples.Manifest, ModelJson.Line.RunManifest)!.AsObject();
        Assert.True(pair.Remove("environment") && manifest.Remove("environment"));

        Assert.Null(Assert.IsType<JournalEntry.Pair>(pair.Deserialize(ModelJson.Line.JournalEntry)).Environment);
        Assert.Null(manifest.Deserialize(ModelJson.Line.RunManifest)!.Environment);
    }

    [Fact]
    public void A_line_is_one_line()
    {
        var line = JsonSerializer.Serialize(PairEndingIn(new CellOutcome.Stopped("two\nlines")), ModelJson.Line.JournalEntry);

        Assert.DoesNotContain('\n', line);
        Assert.DoesNotContain('\r', line);
    }

    [Fact]
    public void Words_are_camel_case_and_units_read_as_people_write_them()
    {
        var json = JsonSerializer.SerializeToNode(Samples.Profile, ModelJson.Line.Profile)!;
        var experiment = json["experiments"]![0]!;

        Assert.Equal("cpu", (string?)json["measure"]!["metric"]);
        Assert.Equal("10ms", (string?)json["measure"]!["slice"]);
        Assert.Equal("warn", (string?)experiment["gates"]![0]!["onInconclusive"]);
        Assert.Equal("50MB", (string?)experiment["pressures"]![1]!["liveSet"]);
        Assert.Equal("0MB", (string?)experiment["pressures"]![0]!["liveSet"]);
        Assert.Equal("parallelFor", (string?)experiment["loads"]![2]!["kind"]);
        Assert.Equal("wins", (string?)JsonSerializer.SerializeToNode(Samples.Results, ModelJson.Line.RunResults)!["comparisons"]![0]!["verdict"]);
    }

    [Fact]
    public void A_member_of_any_object_that_nobody_knows_is_refused() =>
        AssertEveryObjectRefuses(spoilt => spoilt["unheardOf"] = 1);

    [Fact]
    public void A_member_of_any_object_that_is_missing_is_refused() =>
        AssertEveryObjectRefuses(spoilt => spoilt.Remove(spoilt.First().Key));

    [Fact]
    public void A_member_given_twice_is_refused() =>
        AssertSpoiltTraceLineRefused("\"bufferMegabytes\":256", "\"bufferMegabytes\":256,\"bufferMegabytes\":512");

    [Fact]
    public void Null_where_a_value_belongs_is_refused() => AssertSpoiltTraceLineRefused("\"cell\":\"c001\"", "\"cell\":null");

    [Fact]
    public void Null_among_the_values_of_any_map_is_refused()
    {
        var maps =
            from type in typeof(ModelJson).Assembly.GetExportedTypes()
            from member in type.GetProperties()
            where member.PropertyType.IsGenericType && member.PropertyType.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>)
            select JsonNamingPolicy.CamelCase.ConvertName(member.Name);
        var names = maps.ToHashSet(StringComparer.Ordinal);

        Assert.Contains("parameters", names);
        Assert.All(names, name => Assert.Equal(
            "an item of a list or a map is null",
            Assert.Throws<JsonException>(() => ModelJson.Read(Encoding.UTF8.GetBytes("{\"" + name + "\":{\"a\":null}}"), ModelJson.Line.Plan)).Message));
    }

    [Fact]
    public void A_word_or_case_that_nobody_knows_is_refused()
    {
        AssertSpoiltTraceLineRefused("\"side\":\"baseline\"", "\"side\":\"weather\"");
        AssertSpoiltTraceLineRefused("\"side\":\"baseline\"", "\"side\":0");
        AssertSpoiltTraceLineRefused("\"kind\":\"trace\"", "\"kind\":\"dance\"");
    }

    [Fact]
    public void A_case_that_is_not_named_is_refused() =>
        Assert.Throws<NotSupportedException>(() => JsonSerializer.Deserialize("{}", ModelJson.Line.JournalEntry));

    [Fact]
    public void A_unit_that_is_wrong_is_refused()
    {
        var json = JsonSerializer.Serialize(Samples.Profile, ModelJson.Line.Profile);
        var written = $"\"slice\":\"{Samples.Profile.Measure.Slice}\"";
        Assert.Contains(written, json, StringComparison.Ordinal);
        foreach (var length in new[] { "\"10\"", "\"-1ms\"", "10", "null", "\"ms\"", "\"\"" })
            AssertRefused(json.Replace(written, $"\"slice\":{length}", StringComparison.Ordinal), ModelJson.Line.Profile);
    }

    [Theory]
    [InlineData("dance")]
    [InlineData("slice index=1")]
    [InlineData("count")]
    [InlineData("count operations=ten")]
    [InlineData("count 5")]
    [InlineData("prepare inTurn=perhaps")]
    [InlineData("\u0001")]
    [InlineData("\u0001 and something")]
    public void A_message_that_is_no_request_is_refused(string line) => Assert.Throws<FormatException>(() => HostRequest.Parse(Encoding.UTF8.GetBytes(line)));

    // What the other side makes of it.
    private static ReadOnlySpan<byte> Sent(MessageBuffer buffer, byte[] message)
    {
        foreach (var piece in message.Chunk(1_000))
        {
            Assert.False(buffer.TryTake(out _));
            var room = buffer.Room();
            piece.AsSpan(0, Math.Min(piece.Length, room.Length)).CopyTo(room.Span);
            buffer.Add(piece.Length);
        }

        Assert.True(buffer.TryTake(out var taken));
        return taken.Span;
    }

    private static void AssertSpoiltTraceLineRefused(string whole, string spoilt)
    {
        var json = JsonSerializer.Serialize<JournalEntry>(TraceEndingIn(new CellOutcome.Stopped("so")), ModelJson.Line.JournalEntry);
        Assert.Contains(whole, json, StringComparison.Ordinal);
        AssertRefused(json.Replace(whole, spoilt, StringComparison.Ordinal), ModelJson.Line.JournalEntry);
    }

    private static JournalEntry.Pair PairEndingIn(CellOutcome outcome) => new(
        "call-chain/await", 2, 1, Side.Candidate, 4096, Samples.Manifest.Started, new Nanoseconds(4_500_000_000), outcome, new CellOutcome.Stopped("so"), Environment: Samples.Environment, Sharing: 3);

    private static JournalEntry.TracedRun TraceEndingIn(CellOutcome outcome) => new(
        "call-chain/await", Side.Baseline, "c001", null, 256, Samples.Manifest.Started, new Nanoseconds(1_500_000_000), outcome);

    private static void AssertRoundTrip<T>(T value, Func<ModelJson, JsonTypeInfo<T>> type)
    {
        foreach (var json in new[] { ModelJson.Line, ModelJson.Indented })
        {
            var text = JsonSerializer.Serialize(value, type(json));
            var back = JsonSerializer.Deserialize(text, type(json));

            Assert.Equivalent(value, back, strict: true);
            Assert.Equal(text, JsonSerializer.Serialize(back!, type(json)));
        }
    }

    private static void AssertCoversAllCases<T>(IEnumerable<T> cases)
        where T : notnull =>
        Assert.Equal(
            typeof(T).GetNestedTypes().Where(nested => nested.IsSubclassOf(typeof(T))).Select(nested => nested.Name).Order(StringComparer.Ordinal),
            cases.Select(entry => entry.GetType().Name).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal));

    private static void AssertRefused<T>(string json, JsonTypeInfo<T> type) =>
        Assert.ThrowsAny<JsonException>(() => JsonSerializer.Deserialize(json, type));

    // Spoils each object of a manifest in turn. Dictionaries take any name, and loads begin with the name of their case: both are left out.
    private static void AssertEveryObjectRefuses(Action<JsonObject> spoil)
    {
        var text = JsonSerializer.Serialize(Samples.Manifest, ModelJson.Line.RunManifest);
        var paths = Objects(JsonNode.Parse(text)!)
            .Select(node => node.GetPath())
            .Where(path => !path.EndsWith(".parameters", StringComparison.Ordinal) && !path.EndsWith(".load", StringComparison.Ordinal))
            .ToArray();

        Assert.True(paths.Length > 20);
        foreach (var path in paths)
        {
            var root = JsonNode.Parse(text)!;
            var target = Objects(root).Single(node => node.GetPath() == path);
            spoil(target);
            var spoilt = root.ToJsonString();
            Assert.True(Record.Exception(() => JsonSerializer.Deserialize(spoilt, ModelJson.Line.RunManifest)) is JsonException, path);
        }
    }

    private static IEnumerable<JsonObject> Objects(JsonNode? node) => node switch
    {
        JsonObject known => known.SelectMany(member => Objects(member.Value)).Append(known),
        JsonArray list => list.SelectMany(Objects),
        _ => [],
    };

    [Fact]
    public void Levels_of_one_side_alone_are_read_back()
    {
        var levels = new TwoLevels(new Levels(50, 69, 5, 3), null, null);

        Assert.Equal(levels, JsonSerializer.Deserialize(JsonSerializer.Serialize(levels, ModelJson.Line.TwoLevels), ModelJson.Line.TwoLevels));
    }
}
