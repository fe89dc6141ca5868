using AsyncLoad.Harness.Platform;

namespace AsyncLoad.Tests.Platform;

/// <summary>A folder that stands for the root of a machine, with the files that a test writes into it.</summary>
internal sealed class MachineFolder : IDisposable
{
    private readonly string root = Directory.CreateTempSubdirectory("al-machine-").FullName;

    public SystemFiles Files => new(root);

    /// <summary>Writes a file of the machine, such as <c>proc/stat</c>.</summary>
    public MachineFolder With(string path, string text)
    {
        var file = Path.Combine(root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
        return this;
    }

    public void Dispose() => Directory.Delete(root, recursive: true);
}
