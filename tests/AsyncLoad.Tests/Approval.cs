using Xunit;

namespace AsyncLoad.Tests;

/// <summary>
/// Compares text with a file that a person has looked at: <c>Approved/&lt;name&gt;</c>. On a difference the text is written beside it as
/// <c>&lt;name&gt;.received.&lt;ext&gt;</c>; to accept it, move it over the approved file.
/// </summary>
internal static class Approval
{
    /// <summary>Fails unless the text equals the approved file, line endings aside: the repository stores them as LF.</summary>
    public static void Matches(string received, string name) => Is(received, Path.Combine("tests", "AsyncLoad.Tests", "Approved", name));

    /// <summary>The same for a file anywhere in the repository.</summary>
    public static void Is(string received, string path)
    {
        var (approvedPath, name) = (Path.Combine(Repository.Root, path), Path.GetFileName(path));
        var receivedPath = Path.Combine(Path.GetDirectoryName(approvedPath)!, $"{Path.GetFileNameWithoutExtension(name)}.received{Path.GetExtension(name)}");
        var text = received.ReplaceLineEndings("\n");
        var approved = File.Exists(approvedPath) ? File.ReadAllText(approvedPath).ReplaceLineEndings("\n") : null;
        if (approved == text)
        {
            File.Delete(receivedPath);
            return;
        }

        File.WriteAllText(receivedPath, text);
        Assert.Fail($"""
            {name}: {(approved is null ? "nothing approved yet" : FirstDifference(approved, text))}
            If the new text is right: mv '{receivedPath}' '{approvedPath}'
            """);
    }

    private static string FirstDifference(string approved, string received)
    {
        var (old, now) = (approved.Split('\n'), received.Split('\n'));
        var line = old.Zip(now).TakeWhile(pair => pair.First == pair.Second).Count();
        return $"""
            differs from line {line + 1}
            approved: {(line < old.Length ? old[line] : "(end)")}
            received: {(line < now.Length ? now[line] : "(end)")}
            """;
    }
}
