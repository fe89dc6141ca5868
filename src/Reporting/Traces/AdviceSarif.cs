using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AsyncLoad.Analysis;
using AsyncLoad.Model;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Reporting.Traces;

/// <summary>What a SARIF file says about the program that wrote it and about the repository.</summary>
/// <param name="Version">Version of this program.</param>
/// <param name="Arguments">Its command line, without its name.</param>
/// <param name="Root">Folder of the repository.</param>
/// <param name="Relative">A source file relative to the repository, with slashes; null where it is not in it.</param>
public sealed record SarifOrigin(string Version, IReadOnlyList<string> Arguments, string Root, Func<string, string?> Relative);

/// <summary>Advice as SARIF 2.1.0, which code hosts show at the lines that it is about. A result for each remedy that removes bytes; advice without a remedy is omitted.</summary>
public static class AdviceSarif
{
    private const string Schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
    private const string RootId = "%SRCROOT%";

    private static readonly AdviceFinding[] Findings = Enum.GetValues<AdviceFinding>();

    public static void Write(TraceDigest digest, SarifOrigin origin, TextWriter writer)
    {
        var run = new JsonObject
        {
            ["tool"] = new JsonObject { ["driver"] = Driver(origin) },
            ["automationDetails"] = new JsonObject { ["id"] = $"asyncload/{Program(digest)}/" },
            ["invocations"] = List(Invocation(digest, origin)),
            ["originalUriBaseIds"] = new JsonObject { [RootId] = new JsonObject { ["uri"] = FolderUri(origin.Root) } },
            ["results"] = List([.. digest.Advice is { } report ? AdviceWords.ActionableEntries(report).Select(advice => Result(advice, report.Seconds, origin)) : []]),
        };
        ResultsJson.Write(new JsonObject { ["$schema"] = Schema, ["version"] = "2.1.0", ["runs"] = List(run) }, writer);
    }

    private static JsonObject Driver(SarifOrigin origin) => new()
    {
        ["name"] = "AsyncLoad",
        ["version"] = origin.Version,
        ["rules"] = List([.. Findings.Select(Rule)]),
    };

    private static JsonObject Rule(AdviceFinding finding) => new()
    {
        ["id"] = Id(finding),
        ["name"] = finding.ToString(),
        ["shortDescription"] = Message($"Allocates: {AdviceWords.Of(finding)}"),
        ["fullDescription"] = Message(AdviceHelp.Meaning(finding)),
        ["help"] = Message($"{AdviceHelp.Meaning(finding)} {AdviceHelp.Remedy(finding)} Each result says how many bytes it would save, and what to check first."),
        ["defaultConfiguration"] = new JsonObject { ["level"] = "warning" },
    };

    private static JsonObject Invocation(TraceDigest digest, SarifOrigin origin) => new()
    {
        ["executionSuccessful"] = digest.State.Damage is null,
        ["arguments"] = List([.. origin.Arguments.Select(argument => JsonValue.Create(VisibleText.Sentence(argument)))]),
        ["toolExecutionNotifications"] = List([.. TraceDocument.From(digest).Warnings.Select(Notification)]),
    };

    private static JsonObject Notification(Notice notice) => new()
    {
        ["level"] = notice.Mark.Tone == Tone.Bad ? "error" : notice.Mark.Tone == Tone.Even ? "note" : "warning",
        ["message"] = Message(notice.Sentence),
    };

    private static JsonObject Result(Advice advice, double seconds, SarifOrigin origin) => new()
    {
        ["ruleId"] = Id(advice.Finding),
        ["ruleIndex"] = Array.IndexOf(Findings, advice.Finding),
        ["level"] = advice.Weight == AdviceWeight.Recommended ? "warning" : "note",
        ["message"] = Message(Sentence(advice, seconds)),
        ["locations"] = List(Location(advice, origin)),
        ["partialFingerprints"] = new JsonObject { ["methodAndFinding/v1"] = Fingerprint(advice) },
        ["properties"] = Values(advice, seconds),
    };

    private static string Sentence(Advice advice, double seconds)
    {
        string?[] sentences =
        [
            $"{AdviceWords.Title(advice)} allocates {Figures.SizeRate(RateInterval.Of(advice.Allocated, seconds))}, {Figures.Percent(advice.Share)} of all bytes.",
            VisibleText.Sentence(advice.Because),
            AdviceWords.Remedy(advice),
            $"That would remove {Figures.SizeRate(advice.Removable!)}{(advice.Weight == AdviceWeight.Recommended ? "" : ", if the checks hold")}.",
            AdviceWords.Chain(advice) is { } chain ? $"Chain: {chain}." : null,
            .. AdviceWords.Checks(advice),
        ];
        return string.Join(' ', sentences.OfType<string>());
    }

    // Bytes per second, unrounded.
    private static JsonObject Values(Advice advice, double seconds)
    {
        var allocated = RateInterval.Of(advice.Allocated, seconds);
        return new JsonObject
        {
            ["weight"] = ModelJson.Word(advice.Weight),
            ["allocatedPerSecond"] = Interval(allocated),
            ["removablePerSecond"] = Interval(advice.Removable!),
            ["share"] = advice.Share,
        };
    }

    private static JsonObject Interval(RateInterval rate) => new() { ["estimate"] = rate.Estimate, ["low"] = rate.Low, ["high"] = rate.High };

    // Without a line of the repository a code host has nowhere to show it; other readers have the method.
    private static JsonObject Location(Advice advice, SarifOrigin origin)
    {
        var location = new JsonObject
        {
            ["logicalLocations"] = List(new JsonObject
            {
                ["name"] = VisibleText.Type(advice.Method),
                ["fullyQualifiedName"] = VisibleText.Type(advice.Namespace.Length == 0 ? advice.Method : $"{advice.Namespace}.{advice.Method}"),
                ["kind"] = "function",
            }),
        };
        if (advice.Source is { Line: > 0 } source && origin.Relative(source.File) is { } file)
        {
            location["physicalLocation"] = new JsonObject
            {
                ["artifactLocation"] = new JsonObject { ["uri"] = string.Join('/', file.Split('/').Select(Uri.EscapeDataString)), ["uriBaseId"] = RootId },
                ["region"] = new JsonObject { ["startLine"] = source.Line },
            };
        }

        return location;
    }

    // The same for the same advice on the same method, even if its lines move and its bytes change.
    private static string Fingerprint(Advice advice) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\n', advice.Assembly, advice.Namespace, advice.Method, Id(advice.Finding)))));

    private static string Id(AdviceFinding finding) => JsonNamingPolicy.KebabCaseLower.ConvertName(finding.ToString());

    // A code host replaces earlier results with the same id: those of the same program, not of another.
    private static string Program(TraceDigest digest)
    {
        var words = (digest.Process.CommandLine ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var program = words.FirstOrDefault(word => word.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)) ?? words.FirstOrDefault() ?? "";
        var name = Path.GetFileNameWithoutExtension(program.Split('/', '\\')[^1]);
        return name.Length == 0 ? "program" : VisibleText.Name(name);
    }

    private static string FolderUri(string folder) => new Uri(Path.TrimEndingDirectorySeparator(folder) + Path.DirectorySeparatorChar).AbsoluteUri;

    // A bracket before a parenthesis would begin a link.
    private static JsonObject Message(string text) => new() { ["text"] = text.Replace("](", "] (", StringComparison.Ordinal) };

    private static JsonArray List(params JsonNode?[] items) => new(items);
}
