using System.Diagnostics.Tracing;

namespace AsyncLoad.Host;

/// <summary>Finds tools that watch this process from within its runtime, and so change its times.</summary>
internal static class Watcher
{
    // The runtime loads a profiler by this variable, and offers no other way to know.
    private const string Profiling = "CORECLR_ENABLE_PROFILING";

    // With it every task writes events at its start, wait and end, whose cost would be what is compared.
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
