using System.Globalization;
using System.Net;
using System.Net.Sockets;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Classes that take a port or a file of one name, with both sides alive at once and one after the other.</summary>
public sealed class InTurnTests : IDisposable
{
    private const string Profile = """
        {
          "schemaVersion": 1, "name": "alone", "seed": 1, "environment": ["FIXED_PORT", "FIXED_FILE"],
          "measure": { "slices": 4, "slice": "5ms", "warmUpCap": "100ms", "looks": [6] },
          "experiments": [
            { "name": "port", "workload": "fixed-port", "baseline": "by-task", "candidates": ["by-value-task"], "loads": ["sequential"] },
            { "name": "file", "workload": "fixed-file", "baseline": "by-task", "candidates": ["by-value-task"], "loads": ["sequential"] }
          ]
        }
        """;

    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_fixed_port_or_file_is_taken_while_both_sides_are_alive_and_the_sentence_names_what_to_do()
    {
        (await RunAsync()).Expect(7);

        Assert.All(["port", "file"], experiment => Assert.Contains(
            "both sides of a comparison are alive at once, and so are the instances of workers, so a fixed port, file or database name is taken: "
                + "use port 0, or a name with the process id and a number, or measure the sides one after the other (--in-turn)",
            Assert.Single(Pairs(experiment)[0].OfType<CellOutcome.Crashed>()).Message,
            StringComparison.Ordinal));
        Assert.All(Run.Results.Comparisons, comparison => Assert.Null(comparison.Verdict));
    }

    [Fact]
    public async Task One_after_the_other_they_get_a_verdict_and_every_report_says_how_they_were_measured()
    {
        var ended = (await RunAsync("--in-turn", "--only", "file/*")).Expect(0);

        var comparison = Assert.Single(Run.Results.Comparisons);
        Assert.NotNull(comparison.Verdict);
        Assert.Contains("sides-in-turn", comparison.Warnings);
        Assert.DoesNotContain("held-busy", comparison.Warnings);
        const string Sentence = "Sides were measured one after the other, so drift of the machine widens the interval";
        Assert.Contains(Sentence, Run.Text("report.md"), StringComparison.Ordinal);
        Assert.Contains(Sentence, Run.Text("report.html"), StringComparison.Ordinal);
        Assert.Contains("note: sides were measured one after the other, so intervals include the machine's drift", ended.Error, StringComparison.Ordinal);
        Assert.True(Run.Manifest.Plan.Measure.InTurn);
        Assert.Equal(
            [(Side.Baseline, 3), (Side.Candidate, 3)],
            Run.WholePairs.Where(pair => IsOf(pair, "file")).GroupBy(pair => pair.First).Select(pairs => (pairs.Key, pairs.Count())).Order());
    }

    // One pair: each call waits for another thread, which takes milliseconds on a busy machine.
    [Fact]
    public async Task One_after_the_other_they_take_the_same_port()
    {
        (await RunAsync("--in-turn", "--only", "port/*", "--set", "measure.looks=[1]", "--set", "measure.verdicts=false")).Expect(0);

        Assert.All(Assert.Single(Pairs("port")), outcome => Assert.IsType<CellOutcome.Completed>(outcome));
    }

    private List<CellOutcome[]> Pairs(string experiment) => [.. Run.Pairs.Where(pair => IsOf(pair, experiment)).Select(pair => new[] { pair.Baseline, pair.Candidate })];

    private static bool IsOf(JournalEntry.Pair pair, string experiment) => pair.Comparison.StartsWith(experiment + "/", StringComparison.Ordinal);

    private Task<EndedProgram> RunAsync(params string[] more) => Asyncload.RunInAsync(
        sandbox,
        [("FIXED_PORT", FreePort()), ("FIXED_FILE", sandbox.At("fixed.bin"))],
        ["run", sandbox.Write("alone.json", Profile), "--traces", "none", "--plugin", BuiltPlugins.ClassShapes, "--output", "run", .. more]);

    private static string FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port.ToString(CultureInfo.InvariantCulture);
    }
}
