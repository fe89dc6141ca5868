using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Execution;

/// <summary>The builds of the measured process, all from the same sources.</summary>
internal enum HostBuild
{
    /// <summary>The default build; always there.</summary>
    Plain,

    /// <summary>With NBomber as a second engine; built on request.</summary>
    NBomber,

    /// <summary>For net8.0, to be run on that runtime or any newer one.</summary>
    AnyRuntime,

    /// <summary>With async methods that the runtime itself suspends.</summary>
    RuntimeAsync,
}

/// <summary>Which build measures what.</summary>
internal static class HostBuilds
{
    /// <summary>The build that has the cell's load, for the cell's runtime.</summary>
    public static HostBuild For(Cell cell) => cell switch
    {
        { Load: LoadSettings.Simulations { Engine: LoadEngine.NBomber } } => HostBuild.NBomber,
        { Runtime: { } runtime } => For(runtime),
        _ => HostBuild.Plain,
    };

    /// <summary>The build for a runtime that a profile names.</summary>
    public static HostBuild For(RuntimeSettings runtime) => runtime.Compiler == HostCompiler.RuntimeAsync ? HostBuild.RuntimeAsync : HostBuild.AnyRuntime;
}
