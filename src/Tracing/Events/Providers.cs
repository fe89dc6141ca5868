namespace AsyncLoad.Tracing.Events;

/// <summary>Names of the providers whose events are decoded here.</summary>
internal static class Providers
{
    /// <summary>The runtime, while it runs.</summary>
    public const string Runtime = "Microsoft-Windows-DotNETRuntime";

    /// <summary>The runtime at the end of a session: what was loaded and compiled.</summary>
    public const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";

    /// <summary>Stacks of all managed threads, about once a millisecond.</summary>
    public const string SampleProfiler = "Microsoft-DotNETCore-SampleProfiler";

    /// <summary>The session itself.</summary>
    public const string Session = "Microsoft-DotNETCore-EventPipe";

    /// <summary>Names of methods and modules that the TraceEvent library found by itself: events of the runtime's layout.</summary>
    public const string Library = "TraceEvent";

    /// <summary>The measured process of a run.</summary>
    public const string Phases = "AsyncLoad-Phases";
}
