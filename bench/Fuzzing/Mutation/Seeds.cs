using System.IO.Compression;

namespace AsyncLoad.Fuzzing.Mutation;

/// <summary>The files that inputs are made from, and those that once broke something.</summary>
internal static class Seeds
{
    private static string Root => Path.Combine(AppContext.BaseDirectory, "fuzz");

    /// <summary>Good files of a target, in the order of their names.</summary>
    public static IReadOnlyList<byte[]> Of(string target) => [.. Files(target, "seeds").Select(Read)];

    /// <summary>Files that broke a target once, by name.</summary>
    public static IReadOnlyList<(string Name, byte[] Content)> Found(string target) => [.. Files(target, "found").Select(path => (Path.GetFileName(path), Read(path)))];

    private static IEnumerable<string> Files(string target, string kind)
    {
        var folder = Path.Combine(Root, target, kind);
        return Directory.Exists(folder) ? Directory.EnumerateFiles(folder).Order(StringComparer.Ordinal) : [];
    }

    private static byte[] Read(string path)
    {
        if (!path.EndsWith(".gz", StringComparison.Ordinal)) return File.ReadAllBytes(path);
        using var packed = new GZipStream(File.OpenRead(path), CompressionMode.Decompress);
        using var bytes = new MemoryStream();
        packed.CopyTo(bytes);
        return bytes.ToArray();
    }
}
