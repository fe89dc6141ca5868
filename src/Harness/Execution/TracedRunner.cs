using System.Diagnostics;
using AsyncLoad.Harness.Capture;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>Runs one side alone under an EventPipe session from its start. It is never timed, and its only slice is the marked window.</summary>
internal sealed class TracedRunner(Comparison comparison, Plan plan, ChildScope scope, TimeProvider time)
{
    // 0.2 to 0.3 s of work are enough for optimised code; more would only fill the trace.
    private const int WarmUpSlices = 25;

    /// <summary>Long enough for thousands of samples and hundreds of collections of an allocating side, short enough for a trace of some 20 MB.</summary>
    private static readonly Duration Window = Duration.FromMilliseconds(200);

    /// <summary>Measures the side; failures are in the entry, not thrown.</summary>
    public async Task<JournalEntry.TracedRun> RunAsync(Side side, string runFolder, int bufferMegabytes, CancellationToken stop)
    {
        var (started, clock) = (time.GetUtcNow(), Stopwatch.GetTimestamp());
        var cell = comparison.CellOf(side);
        var relative = $"traces/{cell.Name}.nettrace";
        var file = Path.Combine(FileOwner.MakeInside(runFolder, "traces"), $"{cell.Name}.nettrace");
        var partial = file + ".partial";
        File.Delete(partial);
        var outcome = await CaptureAsync(cell, partial, bufferMegabytes, stop);
        if (File.Exists(partial)) File.Move(partial, file, overwrite: true);
        return new JournalEntry.TracedRun(
            comparison.Id,
            side,
            cell.Name,
            File.Exists(file) ? relative : null,
            bufferMegabytes,
            started,
            Nanoseconds.From(Stopwatch.GetElapsedTime(clock)),
            outcome);
    }

    private async Task<CellOutcome> CaptureAsync(Cell cell, string file, int bufferMegabytes, CancellationToken stop)
    {
        await using var capture = TraceCapture.Listen(scope, file, TraceContent.Window(bufferMegabytes, plan.CpuSamples));
        CellOutcome outcome;
        try
        {
            outcome = new CellOutcome.Completed(await MeasureAsync(cell, capture, stop));
        }
        catch (ChildFailedException failure)
        {
            outcome = failure.Outcome;
        }
        catch (TraceLostException lost)
        {
            outcome = new CellOutcome.CaptureLost(lost.Message);
        }
        catch (OperationCanceledException)
        {
            // The process is gone by now, so its stream ends. The journal never names this partial trace.
            await capture.DrainAsync();
            File.Delete(file);
            throw;
        }

        var missing = await capture.DrainAsync();
        return outcome is CellOutcome.Completed && missing is not null ? new CellOutcome.CaptureLost(missing) : outcome;
    }

    private async Task<SideMeasurement> MeasureAsync(Cell cell, TraceCapture capture, CancellationToken stop)
    {
        await using var side = await SideSession.StartAsync(
            cell,
            plan,
            scope,
            capture.BeginAsync,
            environment => environment[HostEnvironment.DiagnosticPorts] = capture.SocketPath);
        for (var slice = 0; slice < WarmUpSlices; slice++)
        {
            stop.ThrowIfCancellationRequested();
            // One slow call has compiled what matters, and nothing is timed here.
            if (side.WarmUp.IsSlow) break;
            await side.WarmUpOnceAsync(InterleavedGroup.WarmUpSlice);
        }

        await side.MarkOnceAsync(Window);
        return await side.FinishAsync();
    }
}

/// <summary>The size of a session's buffer: a run that lost events is traced once more with twice the size.</summary>
internal static class TraceBuffer
{
    public const int FirstMegabytes = 256;

    /// <summary>The buffer to trace again with; null when the trace is kept as it is.</summary>
    /// <param name="run">A traced run as it ended.</param>
    /// <param name="first">The buffer of its first attempt, MB.</param>
    /// <param name="eventsLost">Asked only where a larger buffer could help.</param>
    public static int? Next(JournalEntry.TracedRun run, int first, Func<string, long?> eventsLost) =>
        run is { Outcome: CellOutcome.Completed, File: { } file } && run.BufferMegabytes < 2 * first && eventsLost(file) > 0 ? 2 * first : null;
}
