using System.Text.Json;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Doctor;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>docs/evidence/reliability.md, rows 12 and 16.</summary>
public class DoctorCommandTests
{
    private static readonly RunEnvironment Debugged = CommandRun.Sound with { Harness = new ProcessState(Optimized: true, Debugged: true) };
    private static readonly RunEnvironment DebugHost = CommandRun.Sound with { Host = new ProcessState(Optimized: false, Debugged: false) };

    [Fact]
    public async Task For_programs_it_is_a_report_that_reads_back()
    {
        var run = await CommandRun.Of("doctor", "--no-measure", "--format", "json");
        var report = JsonSerializer.Deserialize(run.Output, ModelJson.Line.DoctorReport)!;
        Assert.Equal((ExitCode.Ok, true, null), (run.Code, report.Fit, report.Noise));
        Assert.Contains(report.Facts, fact => fact.Id == "sockets" && fact.State == FactState.Ok);
        Assert.Empty(run.Error);
    }

    [Fault(16)]
    [Fact]
    public async Task A_debugger_is_refused_by_name_and_nothing_is_measured()
    {
        var run = await CommandRun.In(Debugged, services => services, "doctor");
        Assert.Equal(ExitCode.Refused, run.Code);
        Assert.Contains("✗ refused  debugger           attached to asyncload", run.Output, StringComparison.Ordinal);
        Assert.Contains("not fit to measure: debugger", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("noise", run.Output, StringComparison.Ordinal);
    }

    [Fault(16)]
    [Fact]
    public async Task Runs_under_a_debugger_or_of_a_debug_build_are_refused_before_anything_is_written()
    {
        var folder = Path.Combine(Path.GetTempPath(), $"al-refused-{Guid.NewGuid():N}");
        var compare = await CommandRun.In(Debugged, services => services, "compare", "call-chain", "await-task", "await-value-task", "--output", folder);
        Assert.Equal(ExitCode.Refused, compare.Code);
        Assert.Contains("error: a debugger is attached to asyncload", compare.Error, StringComparison.Ordinal);
        Assert.Contains("--force", compare.Error, StringComparison.Ordinal);
        var run = await CommandRun.In(DebugHost, services => services, "run", CommandRun.Smoke, "--output", folder);
        Assert.Equal(ExitCode.Refused, run.Code);
        Assert.Contains("the host is built without optimisation", run.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(folder));
    }

    [Fact]
    public async Task A_plan_measures_nothing_and_is_shown_all_the_same() =>
        Assert.Equal(ExitCode.Ok, (await CommandRun.In(Debugged, services => services, "plan", CommandRun.Smoke)).Code);

    [Fact]
    public async Task Too_little_memory_can_be_forced_and_is_remembered()
    {
        using var words = new StringWriter();
        var services = new CliServices(new Terminal(words, words, false, false, false), Described, () => ByteSize.FromMegabytes(1), () => null, _ => Task.FromResult(CommandRun.Sound), "");
        var style = new OutputStyle(OutputFormat.Text, Verbosity.Quiet, Color: false, Progress: false);
        var request = new RunRequest(new RunSubject.ProfileFile(CommandRun.Smoke), [], new(), null, style);

        var refused = await Assert.ThrowsAsync<CommandFailedException>(() => new Preparation(services).PrepareAsync(request, TestContext.Current.CancellationToken));
        var forced = await new Preparation(services).PrepareAsync(request with { Forced = true }, TestContext.Current.CancellationToken);

        Assert.Equal(ExitCode.Refused, refused.Code);
        Assert.Contains("use a smaller live set, or free memory", forced.Forced, StringComparison.Ordinal);
    }

    [Fact]
    public void Noise_says_how_many_pairs_are_needed()
    {
        JournalEntry.Pair[] pairs = [.. new[] { 1, 1.02, 0.98, 1.01 }.Select((ratio, i) => SyntheticRun.PairOf(i + 1, ratio, "sequential") with { Took = new Nanoseconds(5_000_000_000) })];

        var (sequential, parallel) = (NoiseFigures.Of(pairs)[0], NoiseFigures.Of(pairs)[1]);

        Assert.Equal(("sequential", 4, 7, 12), (sequential.Load, sequential.Pairs, sequential.PairsNeeded, sequential.Look));
        Assert.Equal(0.0171, sequential.Spread!.Value, 3);
        Assert.True(sequential.SpreadLow < sequential.Spread && sequential.Spread < sequential.SpreadHigh);
        Assert.Equal(1, sequential.Minutes!.Value, 9);
        Assert.Equal(("parallelFor", 0, null, null, null), (parallel.Load, parallel.Pairs, parallel.Spread, parallel.PairsNeeded, parallel.Look));
    }

    [Theory]
    [InlineData(0.01, 6, 8, "±2 % needs 6 pairs (--pairs 6), and the default looks end at 8: 0.6 min per comparison")]
    [InlineData(0.06, 40, null, "±2 % needs 40 pairs (--pairs 40), 0.6 min per comparison; the default looks end with a wider interval")]
    [InlineData(2, null, null, "no allowed number of pairs gives ±2 %: stop what disturbs the machine")]
    public void Noise_is_said_in_a_sentence(double spread, int? needed, int? look, string end)
    {
        var figure = new NoiseFigure("sequential", 4, spread, spread / 2, spread * 3, 4.2, 0.05, 0.02, needed, look, 0.56);
        Assert.EndsWith(end, DoctorText.Sentence(figure), StringComparison.Ordinal);
    }

    [Fact]
    public void What_narrow_intervals_take_here_is_a_fact_and_noise_beyond_the_looks_a_warning()
    {
        var quiet = NoiseFigures.Fact([Figure("sequential", 0.01, 8, 0.3), Figure("parallelFor", 0.02, 12, 0.6)]);
        Assert.Equal((FactState.Ok, "±2 % for one comparison takes 0.3 min under sequential, 0.6 min under parallelFor", null), (quiet.State, quiet.Value, quiet.Remedy));

        var noisy = NoiseFigures.Fact([Figure("sequential", 0.01, 8, 0.3), Figure("parallelFor", 0.1, null, 4) with { PairsNeeded = 100 }]);
        Assert.Equal((FactState.Warn, "too noisy for ±2 %: 0.3 min under sequential, 4.0 min under parallelFor (--pairs 100, beyond the default looks)"), (noisy.State, noisy.Value));
        Assert.Equal("too noisy for ±2 %: out of reach under parallelFor", NoiseFigures.Fact([Figure("parallelFor", 2, null, null)]).Value);
        Assert.Matches(@"here expect about ±3\.[5-9] % after 48 pairs, and more inconclusive verdicts$", noisy.Remedy!);

        Assert.Equal(FactState.Unknown, NoiseFigures.Fact([Figure("sequential", null, null, null)]).State);
        // Pairs side by side are no comparison that goes one at a time.
        Assert.Equal(FactState.Ok, NoiseFigures.Fact([Figure("sequential", 0.01, 8, 0.3), Figure("sequential", 0.1, null, 4) with { Jobs = 2 }]).State);

        static NoiseFigure Figure(string load, double? spread, int? look, double? minutes) => new(load, 12, spread, null, null, 1.3, null, 0.02, look, look, minutes);
    }

    [Fact]
    public void A_machine_that_is_too_noisy_is_told_in_the_last_line()
    {
        Assert.EndsWith("fit to measure, with 1 warning: TOO NOISY for narrow intervals", LastLine(0.1), StringComparison.Ordinal);
        Assert.EndsWith("fit to measure", LastLine(0.01), StringComparison.Ordinal);

        static string LastLine(double spread)
        {
            using var output = new StringWriter();
            var figure = new NoiseFigure("sequential", 12, spread, spread / 2, 2 * spread, 1.3, null, 0.02, null, spread > 0.05 ? null : 8, 0.2);
            DoctorText.Write(new DoctorReport(1, Fit: true, new MachineFingerprint("abc", "Linux", "X64", "EPYC", 2, 8L << 30, null), [NoiseFigures.Fact([figure])], [figure]), output, reasons: false);
            return output.ToString().TrimEnd();
        }
    }

    [Fact]
    public void Noise_of_pairs_side_by_side_is_a_figure_of_its_own_against_those_one_at_a_time()
    {
        var took = new Nanoseconds(5_000_000_000);
        JournalEntry.Pair[] alone = [.. new[] { 1, 1.02, 0.98, 1.01 }.Select((ratio, i) => SyntheticRun.PairOf(i + 1, ratio, "sequential") with { Took = took })];
        // Both sides take a tenth longer.
        JournalEntry.Pair[] beside =
        [
            .. new[] { 1, 1.04, 0.96, 1.02 }.Select((ratio, i) => SyntheticRun.PairOf(i + 1, SyntheticRun.Side(90_909), SyntheticRun.Side((long)(90_909 / ratio)), "sequential") with { Took = took, Processors = i % 2 == 0 ? [0, 1] : [2, 3] }),
        ];

        var figures = NoiseFigures.Of([.. alone, .. beside]);

        Assert.Equal(NoiseFigures.Of(alone), figures.Take(2));
        Assert.Equal((2, 4), (figures[2].Jobs, figures[2].Pairs));
        Assert.Equal(0.1, figures[2].Slower!.Value, 2);
        Assert.StartsWith("noise, sequential, 2 pairs side by side (--jobs 2): a pair spreads by 3.", DoctorText.Sentence(figures[2]), StringComparison.Ordinal);
        Assert.Contains(", operations 10.3 % slower than one pair at a time; ", DoctorText.Sentence(figures[2]), StringComparison.Ordinal);
    }

    [Fact]
    public void Noise_without_two_pairs_is_not_available() =>
        Assert.Contains("n/a", DoctorText.Sentence(new NoiseFigure("sequential", 1, null, null, null, 21, null, 0.02, null, null, null)), StringComparison.Ordinal);

    private static Task<AsyncLoad.Model.Catalogues.Catalogue> Described(CancellationToken cancellation) => Task.FromResult(Planning.TestCatalogue.Own);
}
