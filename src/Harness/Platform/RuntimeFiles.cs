using System.Globalization;
using System.Net.Sockets;
using System.Text.RegularExpressions;

namespace AsyncLoad.Harness.Platform;

/// <summary>Sockets and pipes by which tools reach a .NET process, in its folder for temporary files. A runtime that is killed leaves them.</summary>
internal static partial class RuntimeFiles
{
    private static readonly EnumerationOptions Direct = new() { AttributesToSkip = FileAttributes.ReparsePoint, IgnoreInaccessible = true };

    /// <summary>The files of this user's processes that have ended.</summary>
    public static IEnumerable<string> Abandoned(string folder) =>
        from process in Directory.EnumerateFiles(folder, "*", Direct)
            .Select(file => (File: file, Name: Form().Match(Path.GetFileName(file))))
            .Where(file => file.Name.Success)
            .GroupBy(file => (Process: file.Name.Groups["process"].Value, Start: file.Name.Groups["start"].Value))
            .ToList()
        where int.TryParse(process.Key.Process, CultureInfo.InvariantCulture, out var number) && !ProcessList.Lives(number, process.Key.Start)
        // A process of another container has another number there.
        where !process.Any(file => file.Name.Groups["socket"].Success && Answers(file.File))
        from file in process
        where ThisSystem.Files.IsOwn(file.File)
        select file.File;

    private static bool Answers(string path)
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Connect(new UnixDomainSocketEndPoint(path));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
        catch (ArgumentOutOfRangeException)
        {
            // Its path is too long to connect to, so it counts as in use.
            return true;
        }
    }

    // The start is that of proc(5) on Linux, and some other time elsewhere.
    [GeneratedRegex("^(?:dotnet-diagnostic-(?<process>[0-9]+)-(?<start>[0-9]+)-(?<socket>socket)|clr-debug-pipe-(?<process>[0-9]+)-(?<start>[0-9]+)-(?:in|out))\\z", RegexOptions.CultureInvariant)]
    private static partial Regex Form();
}
