using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Docs;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public class ExitCodeTests
{
    [Fact]
    public void The_numbers_are_those_of_the_documented_table() => Assert.Equal(
        [130, 143, 1, 4, 5, 10, 6, 8, 2, 7, 9, 3, 0],
        ExitCodes.Precedence.Select(code => (int)code));

    [Fact]
    public void Every_code_has_one_place_in_the_order() =>
        Assert.Equal(Enum.GetValues<ExitCode>().Order(), ExitCodes.Precedence.Order());

    [Fault(1, 2, 3)]
    [Fact]
    public void A_measured_process_that_ended_badly_is_seven_whichever_way_it_did()
    {
        CellOutcome[] ends = [new CellOutcome.Crashed("slice 0", 137, "SIGKILL", null, ""), new CellOutcome.TimedOut("slice 0", Duration.FromSeconds(1), "")];

        Assert.All(ends, end => Assert.Equal(ExitCode.ChildFailed, RunExit.Of(end)));
    }

    [Fact]
    public void A_side_that_finishes_no_operation_is_seven_though_its_process_ended_well()
    {
        var stuck = SyntheticRun.PairOf(1, SyntheticRun.Side(100), SyntheticRun.Side(0));

        Assert.Equal(ExitCode.ChildFailed, RunExit.Of(Judged(stuck, stuck)));
        Assert.Equal(ExitCode.Ok, RunExit.Of(Judged(stuck, SyntheticRun.PairOf(1, 0.5))));
    }

    [Fact]
    public void A_run_without_a_pair_has_run_nothing_unless_a_gate_is_undecided_for_it()
    {
        GateSettings gate = new("bytesPerOperation", null, 0, InconclusivePolicy.Fail);

        Assert.Equal(ExitCode.NothingRan, RunExit.AfterRun(Judged()));
        Assert.Equal(ExitCode.NothingRan, RunExit.AfterRun(Judged(SyntheticRun.ComparisonOf() with { Gates = [gate with { OnInconclusive = InconclusivePolicy.Warn }] })));
        Assert.Equal(ExitCode.GateInconclusive, RunExit.AfterRun(Judged(SyntheticRun.ComparisonOf() with { Gates = [gate] })));
        Assert.Equal(ExitCode.Ok, RunExit.Of(Judged()));
    }

    [Fact]
    public void The_page_has_a_line_for_every_code_and_their_order()
    {
        var page = Documents.Of("docs/exit-codes.md").Text;
        var rows = page.Split('\n').Where(line => line.StartsWith("| ", StringComparison.Ordinal)).Select(line => line.Split('|')[1].Trim());
        Assert.Equal(Enum.GetValues<ExitCode>().Select(code => ((int)code).ToString(CultureInfo.InvariantCulture)), rows.Where(cell => cell.All(char.IsAsciiDigit)));
        Assert.Contains(string.Join(", ", ExitCodes.Precedence.Select(code => ((int)code).ToString(CultureInfo.InvariantCulture))), page, StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_that_happened_is_fine() => Assert.Equal(ExitCode.Ok, ExitCodes.Worst());

    [Fact]
    public void The_worst_of_some_is_one_of_them_whatever_their_order_and_grouping()
    {
        var codes = Gen.Elements(Enum.GetValues<ExitCode>()).ArrayOf().Where(some => some.Length > 0).ToArbitrary();
        Check.One(Config.QuickThrowOnFailure.WithReplay(3, 5), Prop.ForAll(codes, some =>
        {
            var worst = ExitCodes.Worst(some);
            var half = some.Length / 2;
            return some.Contains(worst)
                && worst == ExitCodes.Worst([.. some.Reverse()])
                && worst == ExitCodes.Worst(ExitCodes.Worst(some[..half]), ExitCodes.Worst(some[half..]))
                && some.All(other => ExitCodes.Worst(worst, other) == worst);
        }));
    }

    private static JudgedRun Judged(params IReadOnlyList<JournalEntry> journal) => Judged(SyntheticRun.ComparisonOf(), journal);

    private static JudgedRun Judged(Comparison comparison, params IReadOnlyList<JournalEntry> journal)
    {
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], comparison), journal);
        var run = RunAnalyzer.Analyze(evidence, SyntheticRun.Trace);
        return new JudgedRun("runs/one", evidence, run, ReportDocument.From(run), []);
    }
}
