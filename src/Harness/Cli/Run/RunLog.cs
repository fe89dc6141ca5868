using System.Diagnostics;
using System.Globalization;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Reporting.Markup;
using Serilog;
using Serilog.Core;
using Serilog.Events;
using Serilog.Formatting;
using Serilog.Formatting.Display;
using Serilog.Sinks.SystemConsole.Themes;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary>The run's log: everything goes to <c>asyncload.log</c>, and the chosen verbosity to the error stream.</summary>
internal sealed class RunLog : IDisposable
{
    private const string Line = "{Timestamp:yyyy-MM-ddTHH:mm:ss.fffZ} {Level:u3} {Message:lj}{NewLine}{Exception}";
    private const string ShortLine = "{Level:u3} {Message:lj}{NewLine}{Exception}";

    // 32 MiB: a measured process that prints without end must not fill the disk.
    private const long LargestFile = 32L << 20;

    private readonly Logger logger;

    public RunLog(string folder, Verbosity verbosity) => logger = new LoggerConfiguration()
        .MinimumLevel.Debug()
        .Destructure.AsScalar<ForeignLines>()
        .Enrich.With(new OneLineTexts())
        .WriteTo.File(
            new HarmlessLines(new MessageTemplateTextFormatter(Line, CultureInfo.InvariantCulture)),
            Path.Combine(folder, "asyncload.log"),
            fileSizeLimitBytes: LargestFile)
        .WriteTo.Console(
            Level(verbosity),
            outputTemplate: ShortLine,
            formatProvider: CultureInfo.InvariantCulture,
            // With colours Serilog writes an event in pieces, which would break a drawing on the terminal.
            theme: ConsoleTheme.None,
            standardErrorFromLevel: LogEventLevel.Verbose)
        .CreateLogger();

    /// <summary>Notes an event of the run.</summary>
    public void Note(RunEvent happened)
    {
        switch (happened)
        {
            case RunEvent.PairStarted pair:
                logger.Debug("{Comparison} pair {Index} attempt {Attempt}: {First} first", pair.Comparison.Id, pair.Pair.Index, pair.Attempt, pair.Pair.First);
                break;
            case RunEvent.PairEnded pair:
                Note(pair.Comparison.Id, pair.Pair.Baseline);
                Note(pair.Comparison.Id, pair.Pair.Candidate);
                logger.Information("{Comparison} pair {Index} ended after {Seconds:0.00} s", pair.Comparison.Id, pair.Pair.Index, pair.Pair.Took.Seconds);
                break;
            case RunEvent.ComparisonDropped dropped:
                logger.Error("{Comparison} is dropped: no more of its pairs are measured", dropped.Comparison.Id);
                break;
            case RunEvent.StepAdded added:
                logger.Information("{Comparison} is added to {Sweep}", added.Step.Comparison.Id, added.Step.Sweep);
                break;
            case RunEvent.TraceEnded trace:
                Note(trace.Comparison.Id, trace.Run.Outcome);
                logger.Information("{Comparison} {Side} traced to {File} in {Seconds:0.00} s", trace.Comparison.Id, trace.Run.Side, trace.Run.File, trace.Run.Took.Seconds);
                break;
        }
    }

    /// <summary>Logs a message.</summary>
    public void Say(string message) => logger.Information("{Message:l}", message);

    /// <summary>Logs a warning.</summary>
    public void Warn(string message) => logger.Warning("{Message:l}", message);

    public void Dispose()
    {
        try
        {
            logger.Dispose();
        }
        catch (IOException full)
        {
            // The disk had no room for the last lines. An error of the run itself must not be hidden by that.
            Debug.WriteLine(full);
        }
    }

    private void Note(string comparison, CellOutcome outcome)
    {
        switch (outcome)
        {
            case CellOutcome.Crashed crashed:
                logger.Error(
                    "{Comparison}: the process {Ended:l}{Message:l}{StandardError:l}",
                    comparison,
                    FailureSentence.Ended(crashed),
                    new ForeignLines(crashed.Message),
                    new ForeignLines(crashed.StandardError));
                break;
            case CellOutcome.TimedOut late:
                logger.Error("{Comparison}: the process {Late:l}, so it was ended{StandardError:l}", comparison, FailureSentence.Of(late), new ForeignLines(late.StandardError));
                break;
            case CellOutcome.Refused refused:
                logger.Error("{Comparison}: refused: {Reason:l}", comparison, refused.Reason);
                break;
            case CellOutcome.CaptureLost lost:
                logger.Error("{Comparison}: trace lost: {Reason:l}", comparison, lost.Reason);
                break;
            case CellOutcome.Completed completed when !PairRatios.Usable(completed.Measurement):
                logger.Error("{Comparison}: no operation was finished in the slices", comparison);
                break;
        }
    }

    private static LogEventLevel Level(Verbosity verbosity) => verbosity switch
    {
        Verbosity.Quiet => LogEventLevel.Error,
        Verbosity.Normal => LogEventLevel.Warning,
        Verbosity.Detailed => LogEventLevel.Information,
        Verbosity.Diagnostic => LogEventLevel.Debug,
        _ => throw new ArgumentOutOfRangeException(nameof(verbosity), verbosity, "not a verbosity"),
    };

    // Output of a measured process, indented so that none of its lines looks like one of the log.
    private sealed class ForeignLines(string? text)
    {
        public override string ToString() =>
            string.Concat((text ?? "").Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => $"\n    {Printable.Text(line.TrimEnd('\r'))}"));
    }

    // Other texts must not begin a new line.
    private sealed class OneLineTexts : ILogEventEnricher
    {
        public void Enrich(LogEvent logEvent, ILogEventPropertyFactory propertyFactory)
        {
            foreach (var (name, value) in logEvent.Properties.ToList())
            {
                if (value is ScalarValue { Value: string text }) logEvent.AddOrUpdateProperty(new LogEventProperty(name, new ScalarValue(Printable.Text(text))));
            }
        }
    }

    private sealed class HarmlessLines(ITextFormatter lines) : ITextFormatter
    {
        public void Format(LogEvent logEvent, TextWriter output) => lines.Format(logEvent, new HarmlessWriter(output));
    }
}
