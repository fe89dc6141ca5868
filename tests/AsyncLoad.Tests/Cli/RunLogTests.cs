using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>What a measured process says of itself reaches log and error stream as text that is only read.</summary>
[Fault(22)]
public sealed class RunLogTests : IDisposable
{
    private const string Hostile = "boom\n::error file=a::b\r\n##vso[task.complete]\n\u001b[2J\u0007\0\u202e";

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-log-").FullName;

    public static TheoryData<CellOutcome> Outcomes =>
    [
        new CellOutcome.Crashed("slice 3", 134, "SIGABRT", Hostile, Hostile),
        new CellOutcome.TimedOut("slice 3", AsyncLoad.Model.Units.Duration.FromSeconds(1), Hostile),
        new CellOutcome.Refused(Hostile),
        new CellOutcome.CaptureLost(Hostile),
    ];

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Theory]
    [MemberData(nameof(Outcomes), DisableDiscoveryEnumeration = true)]
    public void No_line_of_it_begins_a_line_of_the_log_or_steers_a_terminal(CellOutcome outcome)
    {
        using (var log = new RunLog(folder, Verbosity.Quiet)) log.Note(new RunEvent.TraceEnded(SyntheticRun.ComparisonOf(), SyntheticRun.TracedRun(outcome)));

        var lines = File.ReadAllText(Path.Combine(folder, "asyncload.log")).Split(Environment.NewLine.ToCharArray(), StringSplitOptions.RemoveEmptyEntries);
        Assert.Contains(lines, line => line.Contains("boom", StringComparison.Ordinal));
        Assert.DoesNotContain(lines, line => line.TrimStart('\uFEFF').StartsWith(':') || line.StartsWith('#'));
        Assert.DoesNotContain(string.Concat(lines), letter => char.IsControl(letter) || letter == '\u202e');
    }

    [Fact]
    public void A_warning_is_one_line()
    {
        using (var log = new RunLog(folder, Verbosity.Quiet)) log.Warn(Hostile);

        Assert.Single(File.ReadAllLines(Path.Combine(folder, "asyncload.log")));
    }

    [Fact]
    public void A_line_says_how_grave_it_is()
    {
        using (var log = new RunLog(folder, Verbosity.Quiet)) log.Warn("boom");

        Assert.Matches("^[0-9TZ:.-]+ WRN boom$", Assert.Single(File.ReadAllLines(Path.Combine(folder, "asyncload.log"))));
    }
}
