using System.Text;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Execution;

/// <summary>The folder of the cache that a build was made in. No other folder has its name, so that a file with the name refers to what lies there.</summary>
internal sealed class BuildFolder(string path)
{
    // Texts of files, and those of programs.
    private readonly byte[][] spellings = [Encoding.UTF8.GetBytes(Path.GetFileName(path)), Encoding.Unicode.GetBytes(Path.GetFileName(path))];

    /// <summary>Whether a file of the build has its name. Symbols do not count: nothing is measured with them.</summary>
    public bool IsNamedIn(string file) =>
        Path.GetExtension(file) != ".pdb" && RegularFile.ReadOrNull(file, ModuleContent.LargestModule) is { } content && spellings.Any(name => content.AsSpan().IndexOf(name) >= 0);

    /// <summary>Replaces its name by one of the same length that does not depend on the folder.</summary>
    public void Clear(Span<byte> content)
    {
        foreach (var name in spellings)
        {
            for (var rest = content; rest.IndexOf(name) is >= 0 and var at; rest = rest[(at + name.Length)..]) rest.Slice(at, name.Length).Clear();
        }
    }
}
