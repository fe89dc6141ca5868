using System.Globalization;
using System.Security.Cryptography;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Cli.Storing;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary>Measures a plan into a run folder, completely or until it is interrupted.</summary>
/// <param name="services">What commands take from their surroundings.</param>
/// <param name="environment">In what kind of place it measures.</param>
internal sealed class RunMeasurement(CliServices services, RunEnvironment environment)
{
    private static readonly TimeProvider Time = RunTerms.Usual.Time;

    /// <summary>Measures and returns the run folder. An interruption ends measuring, not the run: what there is gets judged.</summary>
    /// <exception cref="OutputUnwritableException">The run folder cannot be written.</exception>
    public async Task<string> RunAsync(Prepared prepared, RunRequest request, CancellationToken cancellation)
    {
        var (begun, known) = request.Subject is RunSubject.Unfinished unfinished
            ? GoOn(prepared, unfinished.Folder)
            : (await BeginAsync(prepared, request, cancellation), prepared);
        using var writer = begun;
        // The system clock may be set during a run; timestamps come from a clock that cannot be set.
        var (now, ticks) = (Time.GetUtcNow(), Time.GetTimestamp());
        using var log = new RunLog(writer.Folder, request.Style.Verbosity);
        foreach (var line in LoggedRun.Header(writer.Manifest, Environment.GetCommandLineArgs()[1..])) log.Say(line);
        foreach (var warning in writer.Manifest.Warnings) log.Warn(warning);
        var status = await MeasureAsync(known, request, writer, log, cancellation);
        writer.Finish(status, now + Time.GetElapsedTime(ticks));
        return writer.Folder;
    }

    // Names sort by time and are unique.
    private static string DefaultFolder(string profile, DateTimeOffset now) =>
        Path.Combine("runs", $"{RunStore.Stamp(now)}-{profile}-{RandomNumberGenerator.GetHexString(4, lowercase: true)}");

    private static IEnumerable<string> Warnings(RunEnvironment place) =>
        place.Forced.Select(reason => $"Measured with --force although this was refused: {reason}.");

    // A run that begins later sees this one, but this one sees it only by looking again.
    private static void WarnOfOthers(RunWriter writer, RunLog log)
    {
        if (Surroundings.LaterRun(writer.Manifest.Warnings) is not { } warning) return;
        writer.Warn(warning);
        log.Warn(warning);
    }

    // Said once per comparison: the next pair leaves the same processes.
    private static void TellLeft(RunEvent.ProcessesEnded ended, RunWriter writer, RunLog log)
    {
        const int Named = 5;
        var beginning = $"{ended.Comparison.Id}: a measured process left ";
        if (writer.Manifest.Warnings.Any(warning => warning.StartsWith(beginning, StringComparison.Ordinal))) return;
        var names = ended.Names.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal).ToList();
        var (what, were) = ended.Names.Count == 1 ? ("process", "was") : ("processes", "were");
        var listed = string.Join(", ", names.Take(Named)) + (names.Count > Named ? ", …" : "");
        var warning = string.Create(
            CultureInfo.InvariantCulture,
            $"{beginning}{ended.Names.Count} {what} running ({listed}), which {were} ended with it: end them in the workload's clean-up.");
        writer.Warn(warning);
        log.Warn(warning);
    }

    // Read again: another run that held the folder may have measured since the plan was read.
    private (RunWriter Writer, Prepared Known) GoOn(Prepared prepared, string folder)
    {
        var known = prepared;
        var writer = RunWriter.Resume(folder, Read, Time.GetUtcNow(), [.. Warnings(environment)]);
        return (writer, known);

        EvidenceSoFar Read()
        {
            var evidence = RunReader.Read(folder);
            if (UnfinishedRun.IsDone(folder, evidence)) throw new CommandFailedException(ExitCode.NothingRan, $"{folder} was completed by another run meanwhile");
            known = prepared with { Plan = evidence.Manifest.Plan, Unfinished = evidence };
            return new EvidenceSoFar(evidence.Journal, evidence.Doubts);
        }
    }

    private async Task<RunWriter> BeginAsync(Prepared prepared, RunRequest request, CancellationToken cancellation)
    {
        var started = Time.GetUtcNow();
        var folder = request.Output ?? DefaultFolder(prepared.Plan.ProfileName, started);
        var refusal = DiskRefusal.Refusal(prepared.Plan.Forecast, FreeDisk.For(folder));
        if (refusal is not null && !request.Forced) throw new CommandFailedException(ExitCode.OutputUnwritable, $"{folder}: {refusal} (use --force to measure anyway)");
        var place = refusal is null ? environment : environment with { Forced = [.. environment.Forced, refusal] };
        var manifest = await ManifestAsync(prepared, place, started, cancellation);
        return RunWriter.Create(folder, manifest, prepared.Catalogue, prepared.Profile, prepared.Against?.Folder);
    }

    private async Task<RunStatus> MeasureAsync(Prepared prepared, RunRequest request, RunWriter writer, RunLog log, CancellationToken cancellation)
    {
        var terms = RunTerms.Usual with { Forced = request.Forced, FreeMemory = services.FreeMemory() };
        Steering steering = new RunSteering(prepared.Against?.Run, writer.Manifest.Machine.Id).NextPairs;
        var budget = request.TimeBudget is { } most ? new TimeBudget(most, terms, steering) : request.IsMap ? TimeBudget.OfMap(prepared.Plan, terms, steering) : null;
        try
        {
            var guidance = new RunGuidance(
                budget is null ? steering : budget.NextPairs,
                budget is null ? SweepSteering.NextSteps : budget.NextSteps);
            IReadOnlyList<string> lost = [];
            var measured = prepared.Unfinished?.Journal.OfType<JournalEntry.Pair>().Any() == true;
            await new RunProgress(prepared.Plan, prepared.Unfinished?.Journal ?? [], services.Terminal, request.Style, request.IsMap) { Budget = () => budget?.Left }.ShowAsync(async show =>
            {
                var session = new RunSession(prepared.Plan, writer, guidance, happened =>
                {
                    log.Note(happened);
                    measured |= happened is RunEvent.PairEnded;
                    if (happened is RunEvent.PairEnded) WarnOfOthers(writer, log);
                    if (happened is RunEvent.ProcessesEnded ended) TellLeft(ended, writer, log);
                    show(happened);
                }, terms)
                { SoFar = prepared.Unfinished?.Journal ?? [] };
                await session.RunAsync(cancellation);
                lost = session.Lost;
            });
            foreach (var capture in lost) log.Warn($"{capture} could not be captured: capture it with --resume");
            if (budget is { IsSpent: true }) log.Warn(measured ? "the time budget is spent: what was measured so far is kept and judged" : "the time budget was spent before the first pair, so nothing was measured: give it more time");
            return budget is { IsSpent: true } || lost.Count > 0 ? RunStatus.Interrupted : RunStatus.Complete;
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            log.Warn("interrupted: what was measured so far is kept and judged");
            return RunStatus.Interrupted;
        }
        // FileNotFoundException means that the measured process is missing: room in the run folder would not help.
        catch (Exception exception) when (exception is (IOException or UnauthorizedAccessException) and not (NoPrivateDirectoryException or FileNotFoundException))
        {
            throw OutputUnwritableException.Midway(writer.Folder, exception);
        }
    }

    private static async Task<RunManifest> ManifestAsync(Prepared prepared, RunEnvironment place, DateTimeOffset started, CancellationToken cancellation)
    {
        var machine = MachineProbe.Read();
        var surroundings = await Surroundings.ReadAsync(machine.CpuLimit, cancellation);
        return new RunManifest(
            RunManifest.CurrentSchemaVersion,
            ToolVersion.Current,
            prepared.Catalogue.Runtime,
            started,
            Finished: null,
            RunStatus.Running,
            machine,
            prepared.Plan,
            [.. Warnings(place), .. surroundings.Warnings(), .. new[] { PlacingWarning.Of(prepared.Catalogue.Unbound) }.OfType<string>()],
            Files: [],
            place);
    }
}
