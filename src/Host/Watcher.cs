using System.Diagnostics.Tracing;

namespace AsyncLoad.Host;

/// <summary>What watches this process from within its runtime, and so changes what it measures.</summary>
internal static class Watcher
{
    // By this variable alone a runtime loads a profiler; there is no question to ask it.
    private const string Profiling = "CORECLR_ENABLE_PROFILING";

    // Every task tells of its start, its wait and its end: what is compared here would be the telling.
    private const string TaskEvents = "System.Threading.Tasks.TplEventSource";

    /// <summary>The first that is found, in words; null when nothing watches.</summary>
    public static string? Find()
    {
        // The source is there from the first task on.
        new Task(static () => { }).RunSynchronously(TaskScheduler.Default);
        return Environment.GetEnvironmentVariable(Profiling) == "1" ? $"a profiler ({Profiling}=1)"
            : EventSource.GetSources().Any(source => source.Name == TaskEvents && source.IsEnabled()) ? $"a session for events of tasks ({TaskEvents})"
            : null;
    }
}
