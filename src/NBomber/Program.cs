using AsyncLoad.Host;
using AsyncLoad.Workloads;

namespace AsyncLoad.NBomber;

/// <summary>The measured process with NBomber as its engine. Started by the harness with the path of its socket; not meant for users.</summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        if (HostProcess.Address(arguments) is { } address) return HostProcess.Serve(address, WorkloadCatalogue.CreateAll(), NBomberLoad.For);
        Console.Error.WriteLine(HostProcess.NotForPeople);
        return HostProcess.BadArguments;
    }
}
