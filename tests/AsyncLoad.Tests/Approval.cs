using Xunit;

namespace AsyncLoad.Tests;

/// <summary>Compares text with a file that a person has approved.</summary>
internal static class Approval
{
    private const string Folder = "tests/AsyncLoad.Tests/Approved";

    /// <summary>Fails when the text differs, and leaves it beside the approved file as <c>*.received.*</c>.</summary>
    public static void Verify(string text, string name)
    {
        var approved = Path.Combine(Repository.Root, Folder, name);
        var received = Path.ChangeExtension(approved, $".received{Path.GetExtension(approved)}");
        if (File.Exists(approved) && File.ReadAllText(approved).ReplaceLineEndings("\n") == text)
        {
            File.Delete(received);
            return;
        }

        Directory.CreateDirectory(Path.Combine(Repository.Root, Folder));
        File.WriteAllText(received, text);
        Assert.Fail(
            $"{name} is not as approved. Compare the two files; if the change is meant, accept it with\n"
            + $"  mv {Folder}/{Path.GetFileName(received)} {Folder}/{name}\n"
            + "and say in CHANGELOG.md what it breaks.");
    }
}
