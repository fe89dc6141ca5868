using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Harness.Cli.Doctor;

/// <summary>Tells in what kind of place a run is to be measured, and by which builds.</summary>
internal delegate Task<RunEnvironment> ReadEnvironment(CancellationToken cancellation);

/// <summary>Reads the environment of a run.</summary>
internal static class EnvironmentProbe
{
    /// <summary>From this machine, this process and a host that is started for it.</summary>
    public static ReadEnvironment Own { get; } = async cancellation => new RunEnvironment(
        PlaceProbe.Container(SystemFiles.OfMachine, Environment.GetEnvironmentVariable(PlaceProbe.ContainerVariable)),
        PlaceProbe.VirtualMachine(SystemFiles.OfMachine),
        BuildRefusal.Own(),
        await HostProbe.InspectAsync(cancellation),
        Forced: []);
}
