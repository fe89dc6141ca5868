using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace AsyncLoad.Analysis.Trace;

/// <summary>Reads what the runtime tells of its own settings at the end of a trace.</summary>
public static class SettingsReader
{
    /// <summary>The settings of the traced process.</summary>
    /// <param name="file">Path of the trace. Its session asked for look-ups of precompiled code, and for the GC and compilation rundowns.</param>
    /// <returns>Null when the trace lacks the GC settings, is damaged or lost events: then nothing is known.</returns>
    public static TracedSettings? Read(string file)
    {
        try
        {
            return Told(file);
        }
        catch (Exception damage)
        {
            // The library reports damage as FormatException, ArgumentOutOfRangeException, OutOfMemoryException or plain Exception, so all are caught.
            System.Diagnostics.Debug.WriteLine(damage);
            return null;
        }
    }

    private static TracedSettings? Told(string file)
    {
        using var source = new EventPipeEventSource(file);
        var rundown = new ClrRundownTraceEventParser(source);
        long? gen0 = null;
        TieredCompilationSettingsFlags? tiering = null;
        var precompiled = false;
        rundown.GCSettingsRundown += settings => gen0 = settings.Gen0MinBudgetConfig;
        rundown.TieredCompilationRundownSettingsDCStart += settings => tiering = settings.Flags;
        source.Clr.MethodR2RGetEntryPoint += _ => precompiled = true;
        if (!source.Process() || source.EventsLost != 0 || gen0 is not { } size) return null;
        // With tiered compilation off its settings do not come.
        return new TracedSettings(
            size == 0 ? null : new ByteSize(size),
            TieredCompilation: tiering is not null,
            TieredPgo: tiering is { } flags && flags.HasFlag(TieredCompilationSettingsFlags.TieredPGO),
            ReadyToRun: precompiled);
    }
}
