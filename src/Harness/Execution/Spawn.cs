using System.Diagnostics;
using System.Text;
using AsyncLoad.Harness.Platform;

namespace AsyncLoad.Harness.Execution;

/// <summary>Starts .NET programs with redirected streams. Other tools start in <see cref="ToolProcess"/>.</summary>
internal static class Spawn
{
    /// <summary>How long the output of an ended process is waited for: a process that it started may hold the pipe open.</summary>
    public static readonly TimeSpan OutputDeadline = TimeSpan.FromSeconds(2);

    /// <summary>Starts a program.</summary>
    /// <param name="muxer">Path of the <c>dotnet</c> that runs it, or of its executable.</param>
    /// <param name="arguments">Path of its assembly, where <c>dotnet</c> runs it, and its arguments.</param>
    /// <param name="environment">Its whole environment.</param>
    /// <param name="sockets">Becomes its folder for temporary files: the diagnostic sockets that a killed runtime leaves are deleted with it.</param>
    /// <param name="processors">The processors that it is kept to; null for all.</param>
    public static Process Start(
        string muxer, IEnumerable<string> arguments, IReadOnlyDictionary<string, string> environment, PrivateDirectory sockets, IReadOnlyList<int>? processors = null)
    {
        var start = new ProcessStartInfo(muxer, arguments)
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
            RedirectStandardInput = true,
            StandardErrorEncoding = Encoding.UTF8,
            StandardOutputEncoding = Encoding.UTF8,
        };
        start.Environment.Clear();
        foreach (var (name, value) in environment) start.Environment[name] = value;
        foreach (var variable in ThisSystem.Files.TemporaryVariables) start.Environment[variable] = sockets.Path;
        return Offspring.Start(start, sockets, processors);
    }

    /// <summary>Kills a process with all that it started, where it has not ended.</summary>
    public static void Kill(Process process)
    {
        if (!process.HasExited) process.Kill(entireProcessTree: true);
    }

    /// <summary>Kills a process, waits until it is gone, and ends the processes that it left.</summary>
    /// <returns>Names of processes that it had left.</returns>
    public static async Task<IReadOnlyList<string>> EndAsync(Process process)
    {
        Kill(process);
        await process.WaitForExitAsync(CancellationToken.None);
        return await ThisSystem.Offspring.EndAsync(process);
    }
}
