using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Execution;

/// <summary>How a measured process is started.</summary>
/// <param name="Build">Which executable.</param>
/// <param name="Runtime">The runtime that it is run on; null for this program's runtime.</param>
internal sealed record HostLaunch(HostBuild Build, RuntimeSettings? Runtime = null)
{
    /// <summary>The plain build on the runtime of this program.</summary>
    public static HostLaunch Plain { get; } = new(HostBuild.Plain);

    /// <summary>The process that measures a cell.</summary>
    public static HostLaunch Of(Cell cell) => new(HostBuilds.For(cell), cell.Runtime);

    /// <summary>The process for a runtime that was found.</summary>
    public static HostLaunch On(RuntimeSettings runtime) => new(HostBuilds.For(runtime), runtime);

    /// <summary>The program to start: <c>dotnet</c>, or the executable itself when its runtime lies beside it.</summary>
    public string Program => Executable ?? InstalledRuntimes.Muxer(Runtime?.Root);

    /// <summary>Its arguments: the exact version that was found, without roll-forward, and the executable.</summary>
    /// <exception cref="FileNotFoundException">The executable is not there.</exception>
    public IEnumerable<string> Arguments => this switch
    {
        { Executable: not null } => [],
        { Runtime.Version: { } version } => ["--fx-version", version, HostFiles.Assembly(Build)],
        _ => [HostFiles.Assembly(Build)],
    };

    // Other builds, and runtimes that a profile names, are started by the dotnet that is installed.
    private string? Executable => this is { Build: HostBuild.Plain, Runtime: null } ? HostFiles.Executable : null;
}

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
