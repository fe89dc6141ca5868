using System.Globalization;

namespace AsyncLoad.Harness.Platform;

/// <summary>Explains from /proc why a running process cannot be attached to.</summary>
internal static class LiveProcess
{
    /// <summary>A sentence with what would help; null where the system does not tell.</summary>
    /// <param name="files">The files of the machine, or of a test.</param>
    /// <param name="user">Number of the user that asks; null for the user of this process.</param>
    public static string? WhyNot(int process, SystemFiles files, uint? user = null)
    {
        if (!files.Exists("proc/self")) return null;
        var folder = string.Create(CultureInfo.InvariantCulture, $"proc/{process}");
        if (!files.Exists(folder)) return string.Create(CultureInfo.InvariantCulture, $"there is no process {process}");
        var who = string.Create(CultureInfo.InvariantCulture, $"process {process} ({files.Text($"{folder}/comm")?.TrimEnd() ?? "?"})");
        var asking = user ?? FileOwner.ThisUser;
        return asking != 0 && Owner(files.Lines($"{folder}/status")) is { } owner && owner != asking
            ? $"{who} belongs to another user: run asyncload as that user, or as root"
            : $"{who} does not answer like a .NET process: it is none, has DOTNET_EnableDiagnostics=0, or runs in a container whose files cannot be seen from here";
    }

    // "Uid:\t1000\t1000\t1000\t1000": real, effective, saved, file system.
    private static uint? Owner(IEnumerable<string> status) =>
        status.FirstOrDefault(line => line.StartsWith("Uid:", StringComparison.Ordinal))?.Split('\t') is [_, _, var effective, ..]
        && uint.TryParse(effective, NumberStyles.None, CultureInfo.InvariantCulture, out var owner) ? owner : null;
}

/// <summary>What the measured processes of a run share.</summary>
/// <param name="Sockets">Where their sockets and temporary files lie.</param>
/// <param name="End">Cancelling it kills all of them, and ends waits for them with a cancellation.</param>
/// <param name="Forced">Whether to measure even in processes that are built without optimisation or have a debugger attached.</param>
/// <param name="Left">Receives the names of processes that a measured process left running and that were ended with it; null for none.</param>
/// <param name="Alive">Measured processes that are alive at once. Each may take an equal share of the memory.</param>
internal sealed record ChildScope(PrivateDirectory Sockets, CancellationToken End, bool Forced = false, Action<IReadOnlyList<string>>? Left = null, int Alive = 2)
{
    /// <summary>Asks the run to end.</summary>
    public CancellationToken Stop { get; init; } = End;

    /// <summary>The processors that they are kept to; null for all.</summary>
    public IReadOnlyList<int>? Processors { get; init; }

    /// <summary>How they are reached.</summary>
    public ITransport Transport { get; init; } = ThisSystem.Transport;
}
