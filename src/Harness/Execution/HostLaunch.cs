using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Execution;

/// <summary>How a measured process is started.</summary>
/// <param name="Build">Which executable.</param>
/// <param name="Runtime">The runtime that it is run on; null for that of this program.</param>
internal sealed record HostLaunch(HostBuild Build, RuntimeSettings? Runtime = null)
{
    /// <summary>The plain build on the runtime of this program.</summary>
    public static HostLaunch Plain { get; } = new(HostBuild.Plain);

    /// <summary>The process that measures a cell.</summary>
    public static HostLaunch Of(Cell cell) => new(HostBuilds.For(cell), cell.Runtime);

    /// <summary>The process for a runtime that was found.</summary>
    public static HostLaunch On(RuntimeSettings runtime) => new(HostBuilds.For(runtime), runtime);

    /// <summary>What is started: the <c>dotnet</c> that runs it, or the executable itself where that has its runtime beside it.</summary>
    public string Program => Executable ?? InstalledRuntimes.Muxer(Runtime?.Root);

    /// <summary>What follows it on the command line: exactly the version that was found, not the next best, and the executable.</summary>
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
