using System.Globalization;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Doctor;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;

namespace AsyncLoad.Harness;

internal static class Program
{
    // Synchronous and without types of other assemblies, which may need more files or threads than a low limit allows.
    private static int Main(string[] arguments)
    {
        if (ProcessLimits.Refusal() is not { } tooLow) return RunAsync(arguments).GetAwaiter().GetResult();
        Terminal.WriteBareError(tooLow);
        return (int)ExitCode.Refused;
    }

    private static async Task<int> RunAsync(string[] arguments)
    {
        // Figures must look the same in every language.
        CultureInfo.CurrentCulture = CultureInfo.DefaultThreadCurrentCulture = CultureInfo.InvariantCulture;
        CultureInfo.CurrentUICulture = CultureInfo.DefaultThreadCurrentUICulture = CultureInfo.InvariantCulture;
        ThisSystem.Offspring.Adopt();
        using var interruption = new Interruption(ThisSystem.Signals);
        var terminal = Terminal.OfProcess();
        var services = new CliServices(
            terminal, HostCatalogue.Own, () => MachineMemory.Read().Free, HostFiles.NBomberVersion, EnvironmentProbe.Own, ProfileFolder: "profiles", Console.OpenStandardInput);
        var code = await CommandLine.RunAsync(arguments, services, interruption.Token);
        if (terminal.OutputFailure is { } failure)
        {
            terminal.WriteError($"the results could not be written to the standard output: {failure}");
            // A gate that failed says more.
            if (code == ExitCode.Ok) code = ExitCode.OutputUnwritable;
        }

        // The command knows that it was interrupted, but only the signal says how.
        return (int)(interruption.Code == ExitCode.Ok ? code : interruption.Code);
    }
}
