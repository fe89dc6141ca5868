using System.Text.Json;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public class ListCommandTests
{
    [Theory]
    [InlineData("loads")]
    [InlineData("pressures")]
    [InlineData("settings")]
    [InlineData("metrics")]
    public async Task Every_word_and_its_meaning_stay_as_they_were_read(string topic)
    {
        var run = await CommandRun.Of("list", topic);
        Assert.Equal((0, ""), ((int)run.Code, run.Error));
        Approval.Matches(run.Output, $"list.{topic}.txt");
    }

    [Fact]
    public async Task Loads_are_listed_in_plain_columns()
    {
        var run = await CommandRun.Of("list", "loads");
        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        Assert.Equal(
            ["name              meaning", .. LoadFormat.Kinds.All.Select(kind => $"{kind.Word,-16}  {kind.Meaning}")],
            run.Output.Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries));
    }

    [Theory]
    [InlineData("workloads", "id", "call-chain")]
    [InlineData("loads", "name", "parallelFor")]
    [InlineData("pressures", "name", "old-heap")]
    [InlineData("settings", "path", "measure.slices")]
    [InlineData("metrics", "name", "bytesPerOperation")]
    public async Task Every_topic_is_json_too_and_narrows_to_a_name(string topic, string member, string name)
    {
        using var all = JsonDocument.Parse((await CommandRun.Of("list", topic, "--format", "json")).Output);
        Assert.Contains(name, all.RootElement.EnumerateArray().Select(entry => entry.GetProperty(member).GetString()));
        Assert.True(all.RootElement.GetArrayLength() > 1);
        using var one = JsonDocument.Parse((await CommandRun.Of("list", topic, name, "--format", "json")).Output);
        var entry = one.RootElement.ValueKind == JsonValueKind.Array ? Assert.Single(one.RootElement.EnumerateArray()) : one.RootElement;
        Assert.Equal(name, entry.GetProperty(member).GetString());
    }

    [Theory]
    [InlineData("workloads", "call-chian", "unknown workload \"call-chian\"; did you mean \"call-chain\"?")]
    [InlineData("loads", "sequentiel", "unknown load \"sequentiel\"; did you mean \"sequential\"?")]
    [InlineData("metrics", "ratoi", "unknown metric \"ratoi\"; did you mean \"ratio\"?")]
    public async Task A_name_that_does_not_exist_exits_4_with_the_nearest(string topic, string name, string message)
    {
        var run = await CommandRun.Of("list", topic, name);
        Assert.Equal((ExitCode.BadArguments, ""), (run.Code, run.Output));
        Assert.Equal($"error: {message}{Environment.NewLine}", run.Error);
    }

    [Theory]
    [InlineData("call-chain", 5)]
    [InlineData("nothing", 4)]
    public async Task A_plug_in_that_offers_nothing_is_named_beside_what_else_is_wrong(string workload, int code)
    {
        var catalogue = TestCatalogue.Own with { Plugins = [new PluginDescription("Mine.dll", Optimized: true, "why", [])] };
        var run = await CommandRun.With(_ => Task.FromResult(catalogue), null, "list", "workloads", workload);
        Assert.Equal((code, code == 4), ((int)run.Code, run.Error.Contains("error: unknown workload \"nothing\"", StringComparison.Ordinal)));
        Assert.EndsWith($"error: plug-in Mine.dll: why{Environment.NewLine}", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_without_dotnet_is_no_root_of_runtimes()
    {
        var wrong = await CommandRun.Of("list", "runtimes", "--dotnet-root", CommandRun.ProfileFolder);
        Assert.Equal((ExitCode.BadArguments, ""), (wrong.Code, wrong.Output));
        Assert.StartsWith("error: --dotnet-root: ", wrong.Error, StringComparison.Ordinal);

        var empty = await CommandRun.Of("list", "runtimes", "--dotnet-root", "");
        Assert.Equal((ExitCode.BadArguments, ""), (empty.Code, empty.Output));
        Assert.StartsWith("error: the value of --dotnet-root is an empty text", empty.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_workload_shows_parameters_variants_and_published_figures()
    {
        var output = (await CommandRun.Of("list", "workloads", "call-chain")).Output;
        foreach (var expected in new[] { "parameters:", "variants:", "published:", "direct-value-task", "bool, decimal, string", "94.6696", "504" })
            Assert.Contains(expected, output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Workloads_are_listed_with_meaning_source_parameters_and_variants()
    {
        var output = (await CommandRun.Of("list", "workloads")).Output;
        var block = output.Split(Environment.NewLine + Environment.NewLine)[0];
        Assert.Equal(
            string.Join(
                Environment.NewLine,
                "call-chain: a chain of five calls that ends in a constant, completing synchronously",
                "  from        Surprising cost of synchronous fast-paths in asynchronous methods, J. Cincura, 2021",
                "  parameters  deep = false, true (default true); result = bool, decimal, string (default string)",
                "  variants    direct-call, direct-task, await-task, direct-value-task, await-value-task"),
            block);
        Assert.All(TestCatalogue.Own.Workloads, workload => Assert.Contains($"{workload.Id}: {workload.Summary}{Environment.NewLine}", output, StringComparison.Ordinal));
        Assert.All(TestCatalogue.Own.Workloads.SelectMany(workload => workload.Variants), variant => Assert.Contains(variant.Id, output, StringComparison.Ordinal));
        Assert.All(output.Split(Environment.NewLine).Where(line => line.StartsWith("   ", StringComparison.Ordinal)), line => Assert.True(line.Length <= 110, line));
    }

    [Fact]
    public async Task A_workload_shows_what_its_source_printed_where_and_what_differs()
    {
        var output = (await CommandRun.With(_ => Task.FromResult(TestCatalogue.With(Quoted)), null, "list", "workloads", "quoted")).Output;
        Assert.Equal(
            """
            quoted: prints what it read
            from: A text, 2014
            published on: .NET Framework 4.5

            variants:
            name    returns    builder  pooled boxes  suspends  meaning
            plain   Task       default  0             never     plainly
            pooled  ValueTask  pooling  varies        often     from a pool

            published:
            variant  parameters  table   ns/op  as printed
            plain                first   12.5   –
            plain                second  –      49.793; 50.052

            where .NET 10 differs:
              88 B there, 80 B here
                a field went

            """.ReplaceLineEndings(),
            output);
    }

    [Fact]
    public async Task Profiles_are_listed_with_what_they_measure()
    {
        var run = await CommandRun.Of("list", "profiles");
        Assert.Equal(ExitCode.Ok, run.Code);
        Assert.Contains("5 comparisons: await-chain, suspending-chain", run.Output, StringComparison.Ordinal);
        Assert.Contains("64 comparisons and 5 sweeps: call-chain, ", run.Output, StringComparison.Ordinal);
        Assert.Contains("12 sweeps: frontier-bool, ", run.Output, StringComparison.Ordinal);
    }

    private static WorkloadDescription Quoted { get; } = new(
        "quoted",
        "prints what it read",
        "A text, 2014",
        [],
        [new("plain", "plainly", "Task", "default", null, 0), new("pooled", "from a pool", "ValueTask", "pooling", "often", null)],
        [
            new("plain", new Dictionary<string, string>(), 12.5, null, "first", null),
            new("plain", new Dictionary<string, string>(), null, null, "second", "49.793; 50.052"),
        ],
        ".NET Framework 4.5",
        [new("88 B there, 80 B here", "a field went")],
        []);

    [Fact]
    public void A_terminal_gets_a_framed_table_without_escapes_of_the_text()
    {
        using var output = new StringWriter();
        var terminal = new Terminal(output, TextWriter.Null, OutputIsTerminal: true, ErrorIsTerminal: false, NoColor: true);
        var style = new OutputStyle(OutputFormat.Text, Verbosity.Normal, Color: false, Progress: false);
        new TextTable(["name"], [["[red]a\u001b[2J"]]).Write(terminal, style);
        Assert.Contains("[red]a\\u001b[2J", output.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("\u001b[2J", output.ToString(), StringComparison.Ordinal);
    }
}
