using AsyncLoad.Workloads;

namespace AsyncLoad.Host;

/// <summary>The measured process. Started by the harness with the address to connect to; not for people.</summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        if (HostProcess.Address(arguments) is { } path) return HostProcess.Serve(path, WorkloadCatalogue.CreateAll(), engine: null);
        Console.Error.WriteLine(HostProcess.NotForPeople);
        return HostProcess.BadArguments;
    }
}
