using System.Security.Cryptography;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>
/// A folder of one test. Programs started in it find their temporary files in <see cref="Temporary"/>, which nobody else uses: what a program
/// leaves behind, and which processes come from it, can be told from there. Gone on disposal.
/// </summary>
internal sealed class Sandbox : IDisposable
{
    public Sandbox()
    {
        Folder = Path.Combine(Path.GetTempPath(), "al-test-" + RandomNumberGenerator.GetHexString(8, lowercase: true));
        Temporary = Directory.CreateDirectory(Path.Combine(Folder, "tmp")).FullName;
    }

    /// <summary>Working folder of the programs.</summary>
    public string Folder { get; }

    /// <summary>Their TMPDIR.</summary>
    public string Temporary { get; }

    /// <summary>What lies in their TMPDIR.</summary>
    public IEnumerable<string> TemporaryFiles => Directory.EnumerateFileSystemEntries(Temporary, "*", SearchOption.AllDirectories);

    /// <summary>Folders that programs keep for themselves in their TMPDIR, those of killed ones included.</summary>
    public IEnumerable<string> PrivateDirectories => Directory.EnumerateDirectories(Temporary, "al-*");

    public string At(string name) => Path.Combine(Folder, name);

    /// <summary>Writes a file and returns its path.</summary>
    public string Write(string name, string text)
    {
        File.WriteAllText(At(name), text);
        return At(name);
    }

    /// <summary>Copies a folder, without some of its files, and returns the path of the copy.</summary>
    public string Copy(string source, string name, Func<string, bool>? without = null)
    {
        foreach (var file in Directory.EnumerateFiles(source, "*", SearchOption.AllDirectories))
        {
            var relative = Path.GetRelativePath(source, file);
            if (without?.Invoke(relative) ?? false) continue;
            var target = Path.Combine(At(name), relative);
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }

        return At(name);
    }

    /// <summary>Fails when a process of the sandbox outlives its test, whatever the test was about, and ends it.</summary>
    public void Dispose()
    {
        var left = HostProcesses.EndAll(this);
        Directory.Delete(Folder, recursive: true);
        Assert.Empty(left);
    }
}
