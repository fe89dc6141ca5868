using System.Collections.Concurrent;
using System.Globalization;
using AsyncLoad.Harness.Capture;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Execution;

/// <summary>Settings of a cell that only a trace shows.</summary>
/// <param name="Found">What is in force, by its member name in a profile; empty when nothing of the kind was asked for.</param>
/// <param name="Failure">Why the cell cannot be measured with them, or null.</param>
internal sealed record TracedReadBack(IReadOnlyDictionary<string, SettingReading> Found, CellOutcome? Failure)
{
    /// <summary>A cell that asks for nothing of the kind.</summary>
    public static TracedReadBack Nothing { get; } = new(new Dictionary<string, SettingReading>(), null);

    /// <summary>The outcome with these settings added to those that its process read itself.</summary>
    public CellOutcome AddTo(CellOutcome outcome)
    {
        if (Found.Count == 0 || outcome is not CellOutcome.Completed { Measurement: var measurement }) return outcome;
        var readBack = measurement.Settings.ReadBack.Concat(Found).ToDictionary(StringComparer.Ordinal);
        return new CellOutcome.Completed(measurement with { Settings = measurement.Settings with { ReadBack = readBack } });
    }
}

/// <summary>
/// Reads back settings that a process cannot see itself: gen0 size and JIT switches. The runtime reports them at the end of a trace. So a process is started
/// with the same settings under a session, and ended at once. That takes 0.1 to 0.2 s for each distinct set of settings in a run. Thread-safe: pairs run side by side.
/// </summary>
/// <param name="plan">The plan, whose environment the processes get.</param>
/// <param name="read">Reads the settings in a trace, by the full path of its file; null when it has none.</param>
internal sealed class SettingsProbe(Plan plan, ChildScope scope, Func<string, TracedSettings?> read)
{
    private readonly ConcurrentDictionary<string, TracedReadBack> known = new(StringComparer.Ordinal);
    private int traces;

    /// <summary>The settings of a cell, from an earlier cell with the same ones or from a separate process.</summary>
    /// <exception cref="OperationCanceledException">The scope ended.</exception>
    public async Task<TracedReadBack> ReadAsync(Cell cell)
    {
        if (Compare(cell, null).Count == 0) return TracedReadBack.Nothing;
        var environment = HostEnvironment.For(cell, plan.Measure.PlatformTiering, plan.Environment);
        var key = $"{cell.Runtime?.Name}\0{string.Join('\0', environment.OrderBy(variable => variable.Key, StringComparer.Ordinal))}";
        if (known.TryGetValue(key, out var before)) return before;
        var found = await ProbeAsync(cell, environment);
        // Other failures may not happen again.
        if (found.Failure is null or CellOutcome.Refused) return known.GetOrAdd(key, found);
        return found;
    }

    private async Task<TracedReadBack> ProbeAsync(Cell cell, Dictionary<string, string> environment)
    {
        var file = Path.Combine(scope.Sockets.Path, string.Create(CultureInfo.InvariantCulture, $"settings-{Interlocked.Increment(ref traces)}.nettrace"));
        try
        {
            await TraceAsync(cell, environment, file);
            return Judge(Compare(cell, read(file)));
        }
        catch (ChildFailedException failure)
        {
            return Failed(failure.Outcome);
        }
        catch (TraceLostException lost)
        {
            return Failed(new CellOutcome.CaptureLost($"settings cannot be read back: {lost.Message}"));
        }
        finally
        {
            File.Delete(file);
        }
    }

    private async Task TraceAsync(Cell cell, Dictionary<string, string> environment, string file)
    {
        await using var capture = TraceCapture.Listen(scope, file, TraceContent.Settings);
        environment[HostEnvironment.DiagnosticPorts] = capture.SocketPath;
        await using (var child = await CellProcess.StartAsync(cell, environment, scope, capture.BeginAsync))
        {
            await child.FinishAsync();
        }

        if (await capture.DrainAsync() is { } missing) throw new TraceLostException(missing);
    }

    private static TracedReadBack Judge(List<SettingComparison> settings) => SettingComparison.Refusal(settings) is { } refusal
        ? Failed(new CellOutcome.Refused(refusal))
        : new TracedReadBack(settings.ToDictionary(setting => setting.Name, setting => new SettingReading(setting.Found, SettingSource.Trace), StringComparer.Ordinal), null);

    private static TracedReadBack Failed(CellOutcome outcome) => TracedReadBack.Nothing with { Failure = outcome };

    // Each setting of the kind that the cell asks for, compared with the trace.
    private static List<SettingComparison> Compare(Cell cell, TracedSettings? traced)
    {
        var settings = new List<SettingComparison>();
        if (cell.Gen0Size is { } size) Add("gen0Size", size.ToString(), traced is null ? null : traced.Gen0Size?.ToString() ?? "the platform's own");
        Switch("tieredCompilation", cell.Gc.TieredCompilation, traced?.TieredCompilation);
        Switch("tieredPgo", cell.Gc.TieredPgo, traced?.TieredPgo, traced is { TieredCompilation: false }
            ? "it guides tiered compilation, which is off: leave one of the two out"
            : null);
        Switch("readyToRun", cell.Gc.ReadyToRun, traced?.ReadyToRun);
        return settings;

        void Switch(string name, bool? asked, bool? found, string? remedy = null)
        {
            if (asked is { } value) Add(name, Word(value), found is { } flag ? Word(flag) : null, remedy);
        }

        void Add(string name, string asked, string? found, string? remedy = null) =>
            settings.Add(new SettingComparison(name, asked, found ?? "no event in the trace", remedy ?? "the runtime ignored it"));
    }

    private static string Word(bool value) => value ? "true" : "false";
}
