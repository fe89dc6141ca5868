using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Execution;

/// <summary>Looks for a runtime that a profile names, and starts a measured process on it to see that it works there.</summary>
internal static class RuntimeProbe
{
    /// <summary>What was found; takes 0.2 s where the runtime is there.</summary>
    /// <param name="root">A root of .NET in addition to the installation that runs this program; null for none.</param>
    /// <param name="describe">Asks a process on it what can be measured there.</param>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static async Task<RuntimeOffer> FindAsync(RuntimeSettings runtime, string? root, Func<HostLaunch, Task<Catalogue>> describe)
    {
        if (Missing(runtime, root) is { } missing) return new RuntimeOffer(runtime, null, missing);
        if (!HostFiles.IsThere(HostBuilds.For(runtime))) return new RuntimeOffer(runtime, null, "its build of the measured process is missing: build the solution, or install the tool again");
        var installed = InstalledRuntimes.Newest(runtime.Framework, root)!;
        var found = runtime with { Version = installed.Version, Root = installed.Root };
        try
        {
            return new RuntimeOffer(found, await describe(HostLaunch.On(found)), null);
        }
        catch (ChildFailedException failure)
        {
            return new RuntimeOffer(found, null, $"its process did not describe itself: {Said(failure.Outcome)}");
        }
    }

    /// <summary>Why nothing can be measured on a runtime, as installed runtimes tell without a process; null where they do not.</summary>
    /// <param name="root">A root of .NET in addition to the installation that runs this program; null for none.</param>
    public static string? Missing(RuntimeSettings runtime, string? root) =>
        runtime.Compiler == HostCompiler.RuntimeAsync && InstalledRuntime.IsBefore(runtime.Framework, RuntimeSettings.OfRuntimeAsync)
            ? $"runtime async came with {RuntimeSettings.OfRuntimeAsync}: {runtime.Framework} cannot run what is compiled for it"
        : InstalledRuntimes.Newest(runtime.Framework, root) is null ? NotThere(runtime, root)
        : null;

    private static string NotThere(RuntimeSettings runtime, string? root)
    {
        var there = InstalledRuntimes.All(root).Select(installed => installed.Version).Distinct(StringComparer.Ordinal).ToList();
        return $"there is no runtime for {runtime.Framework} ({(there.Count == 0 ? "none was found" : $"found {string.Join(", ", there)}")}): install it, or name a folder that holds it with --dotnet-root";
    }

    /// <summary>Why a process did not describe itself, in one line: the first line of an exception, without its stack.</summary>
    internal static string Said(CellOutcome outcome)
    {
        var text = outcome switch
        {
            CellOutcome.Crashed crashed => crashed.Message ?? crashed.StandardError,
            CellOutcome.TimedOut late => $"it did not answer within {late.Deadline} during {late.During}",
            CellOutcome.Refused refused => refused.Reason,
            _ => outcome.GetType().Name,
        };
        return Printable.Text(text.Split('\n').Select(line => line.Trim()).FirstOrDefault(line => line.Length > 0) ?? "it ended without a message");
    }
}
