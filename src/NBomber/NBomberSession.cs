using System.Runtime;
using NBomber.Contracts;
using NBomber.CSharp;
using Serilog;
using Spectre.Console;

namespace AsyncLoad.NBomber;

/// <summary>
/// One run of NBomber that restores the state of the process. NBomber writes to the terminal, replaces the process's logger and sets the latency mode
/// of the GC, which is a setting of the measurement.
/// </summary>
internal static class NBomberSession
{
    // The shortest interval of NBomber. Every report allocates histograms of 1.3 MB in the large object heap, so there is none before the end.
    private static readonly TimeSpan ShortestReporting = TimeSpan.FromSeconds(5);

    /// <summary>Runs a scenario to its end; NBomber's statistics take 3 to 5 s more.</summary>
    /// <param name="scenario">The scenario, complete except for its initialisation.</param>
    /// <param name="begun">Called as its load is about to begin.</param>
    /// <returns>NBomber's own 99th percentile of iterations, in ms, rounded by it to 0.01.</returns>
    public static double Run(ScenarioProps scenario, TimeSpan length, Action begun)
    {
        var (mode, logger, console) = (GCSettings.LatencyMode, Log.Logger, AnsiConsole.Console);
        AnsiConsole.Console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(TextWriter.Null) });
        try
        {
            var ready = scenario.WithoutWarmUp().WithInit(_ =>
            {
                // NBomber has set the latency mode by now; measure with the process's own.
                GCSettings.LatencyMode = mode;
                begun();
                return Task.CompletedTask;
            });
            // No report folder is named: NBomber deletes what is in it.
            var statistics = NBomberRunner.RegisterScenarios(ready)
                .WithoutReports()
                .WithReportingInterval(length > ShortestReporting ? length : ShortestReporting)
                .WithLoggerConfig(() => new LoggerConfiguration())
                .Run();
            return statistics.GetScenarioStats(scenario.ScenarioName).Ok.Latency.Percent99;
        }
        finally
        {
            GCSettings.LatencyMode = mode;
            Log.Logger = logger;
            AnsiConsole.Console = console;
        }
    }
}
