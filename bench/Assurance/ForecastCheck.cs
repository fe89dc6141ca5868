using System.Globalization;
using System.Text.Json;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Assurance;

/// <summary>
/// Compares the forecast of a run with the time that the run took. The forecast is for a machine that does nothing else, so only a run that had the
/// machine to itself can fail.
/// </summary>
internal static class ForecastCheck
{
    // A forecast of one look must be right within a quarter; where operations wait it is a range.
    private const double Allowed = 0.25;

    // Workers that never wait use all of the processor time that their slices offer. Below nine tenths of it others had the rest.
    private const double Undisturbed = 0.9;

    /// <summary>Prints the comparison.</summary>
    /// <param name="folder">The run folder.</param>
    /// <returns>2 when the forecast was wrong on a machine that did nothing else, else 0.</returns>
    public static int Run(string folder)
    {
        var manifest = JsonSerializer.Deserialize(File.ReadAllText(Path.Combine(folder, "manifest.json")), ModelJson.Line.RunManifest)!;
        var journal = File.ReadLines(Path.Combine(folder, "pairs.jsonl")).Select(line => JsonSerializer.Deserialize(line, ModelJson.Line.JournalEntry)!).ToList();
        if (manifest.Finished is not { } finished)
        {
            Console.Error.WriteLine($"{folder} did not finish");
            return 4;
        }

        foreach (var moment in Replay(manifest.Plan, journal))
        {
            Console.Out.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"after pair {moment.Pairs}: {moment.Took.TotalSeconds:0} s more, the forecast was {moment.Forecast.Expected.TotalSeconds:0} s, {moment.Forecast.Most.TotalSeconds:0} s at most"));
        }

        var (took, least, most) = (finished - manifest.Started, manifest.Plan.Forecast.Shortest.Span, manifest.Plan.Forecast.Longest.Span);
        var share = ShareOfProcessors(journal.OfType<JournalEntry.Pair>());
        Console.Out.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"took {took.TotalSeconds:0} s, the forecast was {least.TotalSeconds:0} to {most.TotalSeconds:0} s; the workers got {100 * share:0} % of the processor time that they asked for"));
        var alone = manifest.Warnings.Count == 0 && share >= Undisturbed;
        return alone && (took < least * (1 - Allowed) || took > most * (1 + Allowed)) ? 2 : 0;
    }

    /// <summary>What the progress line said after each pair, and how long the run took from there on.</summary>
    /// <param name="plan">What was planned when the run began.</param>
    /// <param name="journal">All that was measured, in its order.</param>
    public static IEnumerable<ReplayedForecast> Replay(Plan plan, IReadOnlyList<JournalEntry> journal)
    {
        var tally = new RunTally(plan, []);
        var (pairs, end) = (0, journal.Max(Ended));
        foreach (var entry in journal)
        {
            if (entry is JournalEntry.AddedStep step) tally.Add(step);
            if (entry is not JournalEntry.Pair pair) continue;
            tally.Add(pair);
            yield return new ReplayedForecast(++pairs, tally.Left(), (end - Ended(pair))!.Value);
        }
    }

    private static DateTimeOffset? Ended(JournalEntry entry) => entry switch
    {
        JournalEntry.Pair pair => pair.Started + TimeSpan.FromSeconds(pair.Took.Seconds),
        JournalEntry.TracedRun run => run.Started + TimeSpan.FromSeconds(run.Took.Seconds),
        _ => null,
    };

    /// <summary>Processor time that workers got, of what they asked for. Processor time is that of the open slice barrier, elapsed time that between the edges: both are put on the operations that they belong to.</summary>
    public static double ShareOfProcessors(IEnumerable<JournalEntry.Pair> pairs)
    {
        var (used, offered) = (0.0, 0.0);
        foreach (var side in pairs.SelectMany(pair => new[] { pair.Baseline, pair.Candidate }).OfType<CellOutcome.Completed>().Select(outcome => outcome.Measurement))
        {
            foreach (var slice in side.Slices.Where(slice => slice.Process.CpuOperations > 0))
            {
                var cpu = slice.Process.UserCpu + slice.Process.SystemCpu - slice.Pressure.Cpu;
                used += cpu.Value * (slice.Operations / (double)slice.Process.CpuOperations);
                offered += (side.Workers * (slice.Elapsed - slice.Gc.Pause).Value) + slice.Gc.Pause.Value;
            }
        }

        return used / offered;
    }
}

/// <summary>One moment of a run.</summary>
/// <param name="Pairs">Pairs that were done, failed attempts included.</param>
/// <param name="Forecast">What was forecast for the rest.</param>
/// <param name="Took">What the rest took.</param>
internal sealed record ReplayedForecast(int Pairs, RemainingTime Forecast, TimeSpan Took);
