using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Runs;

/// <summary>Reads the settings that the runtime records at the end of a trace.</summary>
public static class SettingsReader
{
    /// <summary>The settings of the traced process.</summary>
    /// <param name="file">Path of the trace. Its session asked for look-ups of precompiled code, for compilation from start-up on, and for the GC rundown.</param>
    /// <returns>Null when the trace cannot be opened, lacks the GC settings, is damaged or lost events: then nothing is known.</returns>
    public static TracedSettings? Read(string file)
    {
        try
        {
            using var stream = File.OpenRead(file);
            return Told(stream);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            System.Diagnostics.Debug.WriteLine(failure);
            return null;
        }
    }

    private static TracedSettings? Told(FileStream stream)
    {
        var reader = new NettraceReader();
        GcConfigured? gc = null;
        TieringConfigured? tiering = null;
        var precompiled = false;
        reader.On(Providers.Rundown, GcConfigured.Id, (in traced) => gc = GcConfigured.Read(traced));
        // .NET 8 records it at start-up, later runtimes at the end as well.
        reader.On(Providers.Runtime, TieringConfigured.Id, (in traced) => tiering = TieringConfigured.Read(traced));
        reader.On(Providers.Rundown, TieringConfigured.Id, (in traced) => tiering = TieringConfigured.Read(traced));
        reader.On(Providers.Runtime, PrecompiledCode.Id, (in _) => precompiled = true);
        if (reader.Read(stream) is not { Ending: NettraceEnding.Whole, EventsLost: 0 } || gc is not { Gen0MinimumBytes: var size }) return null;
        // With tiered compilation off there is no such event.
        return new TracedSettings(
            size == 0 ? null : new ByteSize(size),
            TieredCompilation: tiering is not null,
            TieredPgo: tiering is { Pgo: true },
            ReadyToRun: precompiled);
    }
}
