using System.Globalization;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>
/// One run in which everything is killed at moments of chance: the program, it with its measured processes, one of those, a traced run, the program as it takes
/// up the run, and then reports and merges: docs/evidence/reliability.md, rows 5 and 27.
/// </summary>
[Fault(5, 27)]
public sealed class Fault05KillTests : IDisposable
{
    // Two hundred are the long check of docs/evidence/reliability.md.
    private static readonly int Kills = int.Parse(Environment.GetEnvironmentVariable("ASYNCLOAD_KILLS") ?? "12", CultureInfo.InvariantCulture);

    private static readonly int WhileTracing = Math.Max(1, Kills / 7);
    private static readonly int OfReports = Math.Max(1, Kills / 10);
    private static readonly int OfMerges = Math.Max(1, Kills / 10);
    private static readonly int WhileMeasuring = Math.Max(1, Kills - WhileTracing - OfReports - OfMerges);

    // Of each of the two comparisons: more than are measured between all kills, which is two to four a kill, and not so many that what is left takes half an hour.
    private static readonly int Pairs = 6 + (5 * WhileMeasuring / 2);

    private const string Direct = """
        { "name": "direct", "workload": "call-chain", "baseline": "direct-task", "candidates": ["direct-value-task"], "loads": ["parallelFor"] }
        """;

    private static readonly string[] Resume = ["run", "--resume", "run"];

    private readonly Sandbox sandbox = new();
    private readonly Random random = new(7);
    private List<string> kept = [];

    private RunFolder Run => new(sandbox.At("run"));

    public Fault05KillTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Whatever_is_killed_and_whenever_nothing_is_lost_but_the_pair_in_flight_and_nothing_is_left()
    {
        var profile = sandbox.Write("profile.json", Profiles.FiguresOf(Pairs, Profiles.AwaitPair, Direct));
        string[] first = ["run", profile, "--traces", "one", "--output", "run", .. Profiles.Unwarmed, "--set", "measure.slice=20ms"];
        for (var kill = 0; kill < WhileMeasuring; kill++) await KillMeasuringAsync(kill == 0 ? first : Resume, kill % 4);
        await NothingIsLeftAsync();
        for (var kill = 0; kill < WhileTracing && Run.Manifest.Status != RunStatus.Complete; kill++) await KillTracingAsync();
        if (Run.Manifest.Status != RunStatus.Complete) (await EndedAsync(Resume)).Expect(0);

        AssertEverythingOnce();
        await KillReportsAsync();
        await KillMergesAsync();
        await NothingIsLeftAsync();
        (await EndedAsync(Resume)).Expect(8);
    }

    // The program; it with all that it started; it as it takes up the run; a measured process, and then the program.
    private async Task KillMeasuringAsync(string[] arguments, int kind)
    {
        using var program = Start(arguments);
        if (kind == 2 && kept.Count > 0) await DelayAsync(1_000);
        else await Run.HasLinesAsync(kept.Count + 1);
        if (kind == 3) await KillOneAsync();
        if (kind != 2) await DelayAsync(1_000);
        await KillAsync(program, ofGroup: kind == 1);
        await Until.HoldsAsync(() => HostProcesses.Of(sandbox).Count == 0, "the measured processes have ended by themselves");
    }

    // A pair that failed twice would be dropped, so one that was killed is let go on.
    private async Task KillOneAsync()
    {
        await Until.HoldsAsync(() => HostProcesses.Of(sandbox).Count == 2, "a pair lives");
        var lines = Run.LinesSoFar();
        var hosts = HostProcesses.Of(sandbox);
        if (hosts.Count > 0) HostProcesses.Send(hosts[random.Next(hosts.Count)], HostProcesses.Signal.Kill);
        await Run.HasLinesAsync(lines + 2);
    }

    private async Task KillTracingAsync()
    {
        using var program = Start(Resume);
        await Until.HoldsAsync(() => program.HasEnded || (Directory.Exists(Run.At("traces")) && Directory.EnumerateFiles(Run.At("traces"), "*.partial").Any()), "tracing begins", TimeSpan.FromHours(1));
        if (program.HasEnded) return;
        await DelayAsync(500);
        await KillAsync(program, ofGroup: false);
        // One that was just starting waits, suspended, until the next program ends it.
        await NothingIsLeftAsync();
    }

    private async Task KillReportsAsync()
    {
        var (files, bytes) = (Run.Files.ToList(), Judgement(Run));
        for (var kill = 0; kill < OfReports; kill++)
        {
            using (var program = Start("report", "run"))
            {
                await DelayAsync(1_000);
                await KillAsync(program, ofGroup: false);
            }

            (await EndedAsync("report", "run")).Expect(0);
            Assert.Equal(files, Run.Files);
            Assert.Equal(bytes, Judgement(Run));
        }
    }

    private async Task KillMergesAsync()
    {
        var merged = new RunFolder(sandbox.At("merged"));
        (await EndedAsync("merge", "run", "--output", "merged")).Expect(0);
        var (files, bytes, journal) = (merged.Files.ToList(), Judgement(merged), merged.Text("pairs.jsonl"));
        for (var kill = 0; kill < OfMerges; kill++)
        {
            Directory.Delete(merged.Folder, recursive: true);
            using (var program = Start("merge", "run", "--output", "merged"))
            {
                await DelayAsync(1_000);
                await KillAsync(program, ofGroup: false);
            }

            // Half of one is never taken for the whole.
            if (File.Exists(merged.At("manifest.json")) && merged.Manifest.Status == RunStatus.Complete) Assert.Equal(journal, merged.Text("pairs.jsonl"));
            if (Directory.Exists(merged.Folder)) Directory.Delete(merged.Folder, recursive: true);
            (await EndedAsync("merge", "run", "--output", "merged")).Expect(0);
            Assert.Equal(files, merged.Files);
            Assert.Equal(bytes, Judgement(merged));
        }
    }

    private async Task KillAsync(RunningProgram program, bool ofGroup)
    {
        var seen = Run.LinesSoFar();
        HostProcesses.Send(ofGroup ? -program.Id : program.Id, HostProcesses.Signal.Kill);
        await program.EndAsync();
        var lines = File.ReadAllText(Run.At("pairs.jsonl")).Split('\n');
        Assert.Equal(kept, lines.Take(kept.Count));
        kept = [.. lines.SkipLast(1)];
        Assert.InRange(kept.Count, seen, int.MaxValue);
    }

    private void AssertEverythingOnce()
    {
        Assert.Equal(kept, File.ReadAllLines(Run.At("pairs.jsonl")).Take(kept.Count));
        Assert.Equal(RunStatus.Complete, Run.Manifest.Status);
        // What was finished is never measured again. The pair in flight left no line, and what failed has one more.
        var planned = Run.Manifest.Plan.Schedule.Select(pair => (pair.Comparison, pair.Index)).Concat(Run.Manifest.Plan.LoadOverhead.Select(comparison => (comparison.Id, 1)));
        Assert.Equal(planned.Order(), Run.WholePairs.Select(pair => (pair.Comparison, pair.Index)).Order());
        Assert.All(Run.Pairs.GroupBy(pair => (pair.Comparison, pair.Index)), lines => Assert.True(RunFolder.IsWhole(lines.Last())));
        var traces = Run.Journal.OfType<JournalEntry.TracedRun>().ToList();
        Assert.Equal(2, traces.Count);
        Assert.Equal(traces.Select(trace => trace.File).Order(), Run.Files.Where(file => file.StartsWith("traces/", StringComparison.Ordinal)));
        Assert.DoesNotContain(Run.Files, file => file.EndsWith(".partial", StringComparison.Ordinal) || file == ".lock");
    }

    // The next program that measures or asks removes what killed ones left, and ends what waits for them.
    private async Task NothingIsLeftAsync()
    {
        (await EndedAsync("list", "workloads")).Expect(0);
        Assert.Empty(HostProcesses.All(sandbox));
        Assert.Empty(sandbox.TemporaryFiles);
    }

    // In a session and so in a group of its own.
    private RunningProgram Start(params string[] arguments) => RunningProgram.Start(sandbox, "setsid", Confined.Program(arguments));

    private async Task<EndedProgram> EndedAsync(params string[] arguments)
    {
        using var program = Start(arguments);
        return await program.EndAsync();
    }

    private Task DelayAsync(int mostMilliseconds) => Task.Delay(random.Next(mostMilliseconds), TestContext.Current.CancellationToken);

    private static List<string> Judgement(RunFolder folder) => [.. RunFolder.Judgement.Select(folder.Text)];
}
