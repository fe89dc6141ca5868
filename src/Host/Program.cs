using AsyncLoad.Workloads;

namespace AsyncLoad.Host;

/// <summary>The measured process. Started by the harness with the path of its socket; not for people.</summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        if (HostProcess.SocketPath(arguments) is { } path) return HostProcess.Serve(path, WorkloadCatalogue.CreateAll(), engine: null);
        Console.Error.WriteLine(HostProcess.NotForPeople);
        return HostProcess.BadArguments;
    }
}
