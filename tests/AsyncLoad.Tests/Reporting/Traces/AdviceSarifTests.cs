using System.Text.Json.Nodes;
using AsyncLoad.Reporting.Traces;
using AsyncLoad.Tests.Planning.Schemas;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Digests;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Traces;

/// <summary><c>analyze --format sarif</c>.</summary>
public class AdviceSarifTests
{
    private static readonly SarifOrigin Origin = new("1.2.3", ["analyze", "app.nettrace", "--format", "sarif"], "/shop", file => file.StartsWith("/shop/", StringComparison.Ordinal) ? file["/shop/".Length..] : null);

    private readonly SchemaValidator schema = new((JsonObject)JsonNode.Parse(Repository.Text("tests/AsyncLoad.Tests/Fixtures/sarif-2.1.0.schema.json"))!);

    [Fact]
    public void A_digest_with_everything_is_told_as_approved() => Approval.Matches(Text(WithLines()), "advice.sarif");

    [Fact]
    public void What_is_written_is_as_the_standard_says()
    {
        Assert.Empty(schema.Problems(Written(WithLines())));
        Assert.Empty(schema.Problems(Written(SampleDigest.Create())));
        Assert.Empty(schema.Problems(Written(SampleDigest.GcOnly())));
        Assert.Empty(schema.Problems(Written(SampleDigest.Create("\u001b[31m\u202E](evil)\r\n<script>"))));
    }

    // So that the schema above refuses something.
    [Fact]
    public void Every_member_that_is_added_or_of_another_kind_is_refused()
    {
        string[] open = ["properties", "originalUriBaseIds", "partialFingerprints"];
        var changes = Mutations.Of(Written(WithLines())).Where(change => (change.Change.Contains(" + member", StringComparison.Ordinal) || change.Change.EndsWith("= {}", StringComparison.Ordinal))
            && !open.Any(name => change.Change.Contains(name, StringComparison.Ordinal))).ToList();
        Assert.True(changes.Count > 50, $"{changes.Count}");
        Assert.All(changes, change => Assert.NotEmpty(schema.Problems(change.Document)));
    }

    [Fact]
    public void Each_remedy_is_a_result_by_its_weight_at_its_line_with_bytes_and_interval()
    {
        var results = Results(Written(WithLines()));

        Assert.Equal(["warning", "note", "warning"], results.Select(result => Text(result["level"])));
        Assert.Equal(["completes-synchronously", "completes-synchronously", "closure"], results.Select(result => Text(result["ruleId"])));
        Assert.StartsWith("Pricing.PriceAsync(string) allocates 5.48 MB/s [", Text(results[0]["message"]!["text"]), StringComparison.Ordinal);
        var place = results[0]["locations"]![0]!["physicalLocation"]!;
        Assert.Equal(("src/Pricing%20%26%20Co.cs", "%SRCROOT%", 42), (Text(place["artifactLocation"]!["uri"]), Text(place["artifactLocation"]!["uriBaseId"]), place["region"]!["startLine"]!.GetValue<int>()));
        // No line, or none of the repository: the method alone.
        Assert.All(results.Skip(1), result => Assert.Null(result["locations"]![0]!["physicalLocation"]));
        Assert.Equal("Orders.Pricing.PriceAsync(string)", Text(results[0]["locations"]![0]!["logicalLocations"]![0]!["fullyQualifiedName"]));
    }

    [Fact]
    public void Each_finding_is_a_rule_with_a_help_text_and_results_lead_to_theirs()
    {
        var document = Written(WithLines());
        var rules = document["runs"]![0]!["tool"]!["driver"]!["rules"]!.AsArray();

        Assert.Equal(Enum.GetNames<AdviceFinding>(), rules.Select(rule => Text(rule!["name"])));
        Assert.All(rules, rule => Assert.True(Text(rule!["help"]!["text"]).Length > Text(rule["fullDescription"]!["text"]).Length));
        Assert.Equal(rules.Count, rules.Select(rule => Text(rule!["fullDescription"]!["text"])).Distinct().Count());
        Assert.All(Results(document), result => Assert.Equal(Text(result["ruleId"]), Text(rules[result["ruleIndex"]!.GetValue<int>()]!["id"])));
    }

    [Fact]
    public void A_fingerprint_outlives_other_bytes_and_lines_and_tells_methods_and_findings_apart()
    {
        var digest = WithLines();
        var moved = digest with { Advice = digest.Advice! with { Seconds = 60, Methods = [.. digest.Advice.Methods.Select(advice => advice with { Source = new SourceLine("/shop/src/Moved.cs", 7), Share = advice.Share / 2 })] } };

        Assert.Equal(Fingerprints(digest), Fingerprints(moved));
        Assert.Equal(3, Fingerprints(digest).Distinct().Count());
    }

    [Fact]
    public void Runs_of_one_program_have_one_name_and_what_limits_them_is_told()
    {
        var run = Written(SampleDigest.Create())["runs"]![0]!;

        Assert.Equal("asyncload/Orders/", Text(run["automationDetails"]!["id"]));
        var notifications = run["invocations"]![0]!["toolExecutionNotifications"]!.AsArray();
        Assert.Equal(TraceDocument.From(SampleDigest.Create()).Warnings.Select(notice => notice.Sentence), notifications.Select(notification => Text(notification!["message"]!["text"])));
    }

    // "[text](target)" would be a link in a message.
    [Fact]
    public void No_name_makes_a_link_or_acts_on_a_terminal()
    {
        var text = Text(SampleDigest.Create("Evil[](https://example.org)\u202E\u001b[31m"));

        Assert.DoesNotMatch("\"text\": \"[^\"]*\\]\\(", text);
        Assert.DoesNotContain('\u202E', text);
        Assert.DoesNotContain('\u001b', text);
    }

    private static TraceDigest WithLines()
    {
        var digest = SampleDigest.Create();
        string[] files = ["/shop/src/Pricing & Co.cs", "/elsewhere/Stock.cs"];
        return digest with { Advice = digest.Advice! with { Methods = [.. digest.Advice.Methods.Select((advice, index) => index < files.Length ? advice with { Source = new SourceLine(files[index], 42) } : advice)] } };
    }

    private static List<JsonNode> Results(JsonNode document) => [.. document["runs"]![0]!["results"]!.AsArray().Select(result => result!)];

    private static List<string> Fingerprints(TraceDigest digest) => [.. Results(Written(digest)).Select(result => Text(result["partialFingerprints"]!["methodAndFinding/v1"]))];

    private static JsonNode Written(TraceDigest digest) => JsonNode.Parse(Text(digest))!;

    private static string Text(JsonNode? node) => node!.GetValue<string>();

    private static string Text(TraceDigest digest)
    {
        using var writer = new StringWriter();
        AdviceSarif.Write(digest, Origin, writer);
        return writer.ToString();
    }
}
