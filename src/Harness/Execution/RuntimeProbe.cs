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
        var there = InstalledRuntimes.All(root);
        if (Missing(runtime, there) is { } missing) return new RuntimeOffer(runtime, null, missing);
        if (!HostFiles.IsThere(HostBuilds.For(runtime))) return new RuntimeOffer(runtime, null, "its build of the measured process is missing: build the solution, or install the tool again");
        var installed = InstalledRuntimes.Newest(runtime.Framework, there)!;
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
    /// <param name="runtime">The runtime.</param>
    /// <param name="there">All that are installed.</param>
    public static string? Missing(RuntimeSettings runtime, IReadOnlyList<InstalledRuntime> there) =>
        runtime.Compiler == HostCompiler.RuntimeAsync && InstalledRuntime.IsBefore(runtime.Framework, RuntimeSettings.OfRuntimeAsync)
            ? $"runtime async came with {RuntimeSettings.OfRuntimeAsync}: {runtime.Framework} cannot run what is compiled for it"
        : InstalledRuntimes.Newest(runtime.Framework, there) is null ? NotThere(runtime, there)
        : null;

    private static string NotThere(RuntimeSettings runtime, IReadOnlyList<InstalledRuntime> there)
    {
        var versions = there.Select(installed => installed.Version).Distinct(StringComparer.Ordinal).ToList();
        return $"there is no runtime for {runtime.Framework} ({(versions.Count == 0 ? "none was found" : $"found {string.Join(", ", versions)}")}): install it, or name a folder that holds it with --dotnet-root";
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
