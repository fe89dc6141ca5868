namespace AsyncLoad.Proof.Services;

/// <summary>A service in source.</summary>
/// <param name="Name">What it is called where it is told of.</param>
/// <param name="Library">Files of the assembly that the other one uses; empty for none.</param>
/// <param name="Program">Files of the program, its entries among them.</param>
internal sealed record Service(string Name, IReadOnlyList<SourceFile> Library, IReadOnlyList<SourceFile> Program)
{
    /// <summary>The same with its files in a folder, where they are written.</summary>
    public Service In(string folder)
    {
        Directory.CreateDirectory(folder);
        return this with { Library = Written(Library), Program = Written(Program) };

        IReadOnlyList<SourceFile> Written(IReadOnlyList<SourceFile> files) => [.. files.Select(file => SourceFile.Write(Path.Combine(folder, Path.GetFileName(file.Path)), file.Text))];
    }

    /// <summary>A folder of files: those in <c>Library</c> are the other assembly.</summary>
    public static Service Read(string folder)
    {
        var files = Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories).Order(StringComparer.Ordinal)
            .ToLookup(path => Path.GetRelativePath(folder, path).StartsWith("Library" + Path.DirectorySeparatorChar, StringComparison.Ordinal));
        return new Service(Path.GetFileName(folder), [.. files[true].Select(SourceFile.Read)], [.. files[false].Select(SourceFile.Read)]);
    }
}

/// <summary>A file of source, on the disk: the advisor reads what callers are written like.</summary>
internal sealed record SourceFile(string Path, string Text)
{
    public static SourceFile Read(string path) => new(path, File.ReadAllText(path));

    public static SourceFile Write(string path, string text)
    {
        File.WriteAllText(path, text);
        return new SourceFile(path, text);
    }
}
