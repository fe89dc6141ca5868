using System.Text.RegularExpressions;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>Runs the <c>dotnet</c> command to build something. When that fails, the user gets the messages of <c>dotnet</c>.</summary>
/// <param name="what">What is built, as the user named it.</param>
/// <param name="copy">The folder of a copy of the user's files that is built; its path is left out of messages. Null where the files themselves are built.</param>
internal sealed partial class DotnetBuild(string what, string? copy = null)
{
    private static readonly Duration Deadline = Duration.FromSeconds(600);

    /// <summary>Prints errors and nothing else.</summary>
    public static IReadOnlyList<string> Quiet { get; } = ["--nologo", "-v", "quiet", "-clp:ErrorsOnly"];

    /// <summary>What every build is given: it is quiet, in Release, and leaves no compiler running. A class library leaves its packages where they are, and a plug-in needs them beside it.</summary>
    public static IReadOnlyList<string> Usual { get; } =
        ["-c", "Release", .. Quiet, "-p:UseSharedCompilation=false", "-p:CopyLocalLockFileAssemblies=true"];

    /// <summary>What the copy lacks of the user's folder; each failure tells it.</summary>
    public CopyGaps Gaps { get; init; } = CopyGaps.None;

    /// <summary>Runs one command.</summary>
    /// <returns>What it printed.</returns>
    /// <exception cref="CommandFailedException">It failed or took too long.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<string> RunAsync(IReadOnlyList<string> arguments, string folder, CancellationToken cancellation)
    {
        var ended = await TryAsync(arguments, folder, cancellation);
        return ended.ExitCode == 0 ? ended.Output : throw Failure(ended);
    }

    /// <summary>Runs one command that may fail.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static Task<ToolResult> TryAsync(IReadOnlyList<string> arguments, string folder, CancellationToken cancellation) =>
        ToolProcess.RunAsync(HostFiles.Muxer, arguments, folder, Deadline, cancellation);

    /// <summary>The failure of a command, in its own words.</summary>
    public CommandFailedException Failure(ToolResult ended) => Failure((InstalledSdks.Missing(ended.Output) ?? InstalledSdks.TooOld(ended.Output), ended.ExitCode) switch
    {
        ({ } why, _) => $"{why}\n{ended.Output}",
        _ when copy is not null && AsksGit().IsMatch(ended.Output) => $"it asks git, and a copy of a commit has no .git: let the project go on without an answer, or build both sides yourself and name them by plugin=PATH\n{ended.Output}",
        (_, { } code) => FormattableString.Invariant($"dotnet ended with {code}:\n{ended.Output}"),
        _ => $"dotnet did not end within {Deadline}:\n{ended.Output}",
    });

    /// <summary>A failure; lines after the first are its details.</summary>
    public CommandFailedException Failure(string why)
    {
        var said = copy is null ? why : why.Replace(copy + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);
        // Submodules come first, since the errors of the compiler follow from them.
        string[] lines = [.. new[] { Gaps.Submodules, said, Gaps.Above }.OfType<string>().SelectMany(part => part.Split('\n'))];
        return new CommandFailedException(ExitCode.ProfileInvalid, $"{what} cannot be built: {lines[0]}") { Details = lines[1..] };
    }

    // As MSBuild names a command that failed, git itself, and Nerdbank.GitVersioning.
    [GeneratedRegex("The command \"\\W*git\\W.*\" exited with code|not a git repo|find a git repo|\\bgit repo(?:sitory)? (?:was )?not found", RegexOptions.IgnoreCase)]
    private static partial Regex AsksGit();
}

/// <summary>The SDKs of the .NET installation that runs builds.</summary>
internal static partial class InstalledSdks
{
    /// <summary>The folder of each; none where the installation has no SDK.</summary>
    public static IEnumerable<string> Folders() => Path.GetDirectoryName(HostFiles.Muxer) is { Length: > 0 } root && Directory.Exists(Path.Combine(root, "sdk"))
        ? Directory.EnumerateDirectories(Path.Combine(root, "sdk")).Order(StringComparer.Ordinal)
        : [];

    /// <summary>Why <c>dotnet</c> ran no SDK, where <c>global.json</c> asks for one that is not installed; null otherwise.</summary>
    /// <param name="said">What it printed.</param>
    public static string? Missing(string said)
    {
        if (Asked().Match(said) is not { Success: true } asked) return null;
        string[] installed = [.. Folders().Select(folder => Printable.Text(Path.GetFileName(folder)))];
        var there = installed.Length == 0 ? "no SDK is installed" : $"installed: {string.Join(", ", installed)}";
        return $"its global.json asks for .NET SDK {Printable.Text(asked.Groups[1].Value)}, which is not there ({there}): install it, or change global.json";
    }

    /// <summary>Why the SDK that ran cannot say where the output of a project is; null where it can.</summary>
    /// <param name="said">What it printed.</param>
    public static string? TooOld(string said) => said.Contains("MSB1001", StringComparison.Ordinal) && said.Contains("-getProperty", StringComparison.Ordinal)
        ? "the .NET SDK that its global.json chooses is older than 8: let \"rollForward\" choose a newer one there, or build both sides yourself and name them by plugin=PATH"
        : null;

    [GeneratedRegex(@"^Requested SDK version:[ \t]*([^\r\n]+?)[ \t]*\r?$", RegexOptions.Multiline)]
    private static partial Regex Asked();
}
