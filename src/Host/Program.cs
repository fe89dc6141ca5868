using AsyncLoad.Workloads;

namespace AsyncLoad.Host;

/// <summary>The measured process. The harness starts it with the address to connect to; users do not.</summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        if (HostProcess.Address(arguments) is { } path) return HostProcess.Serve(path, WorkloadCatalogue.CreateAll(), engine: null);
        Console.Error.WriteLine(HostProcess.NotForPeople);
        return HostProcess.BadArguments;
    }
}
