using System.Text.RegularExpressions;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting.Markup;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Targets;

/// <summary>Whatever measured processes, plug-ins and profiles say is only read in the log, and forges no line of it.</summary>
[Fault(22)]
public sealed partial class LogTargetTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-log-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void No_text_acts_in_the_log_or_on_the_error_stream()
    {
        using var error = new StringWriter();
        var lines = Logged(error, (text, index, log) =>
        {
            var comparison = SyntheticRun.ComparisonOf(text);
            var outcomes = Outcomes(text);
            log.Note(index % (outcomes.Length + 2) is var kind && kind < outcomes.Length
                ? new RunEvent.TraceEnded(comparison, SyntheticRun.TracedRun(outcomes[kind], file: text))
                : new RunEvent.ComparisonDropped(comparison, outcomes[0]));
            if (kind > outcomes.Length) log.Warn(text);
        });

        Assert.Empty(Raw.In(lines).Take(5));
        Assert.DoesNotMatch(Forged(), lines);
        Assert.Empty(Raw.In(error.ToString()).Take(5));
    }

    private static CellOutcome[] Outcomes(string text) =>
        [new CellOutcome.Crashed(text, 134, text, text, text), new CellOutcome.TimedOut(text, Duration.FromSeconds(1), text), new CellOutcome.Refused(text), new CellOutcome.CaptureLost(text)];

#pragma warning disable RS0030 // The log writes to the console of its process.
    private string Logged(TextWriter error, Action<string, int, RunLog> note)
    {
        var own = Console.Error;
        Console.SetError(new HarmlessWriter(error));
        try
        {
            using var log = new RunLog(folder, Verbosity.Quiet);
            foreach (var (index, text) in HostileTexts.All.Index()) note(text, index, log);
        }
        finally
        {
            Console.SetError(own);
        }

        return File.ReadAllText(Path.Combine(folder, "asyncload.log"));
    }
#pragma warning restore RS0030

    [GeneratedRegex("^[0-9TZ:.-]+ ERR forged", RegexOptions.Multiline)]
    private static partial Regex Forged();
}
