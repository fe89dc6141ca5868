namespace AsyncLoad.Host.Plugins;

/// <summary>The assemblies of a shared framework that is installed.</summary>
/// <param name="Folder">Where they lie.</param>
internal sealed record SharedFramework(string Folder)
{
    /// <summary>The one that this process runs on.</summary>
    public static SharedFramework Own { get; } = new(Path.GetDirectoryName(typeof(object).Assembly.Location)!);

    /// <summary>Path of an assembly; null where it has none of that name.</summary>
    public string? Find(string name)
    {
        var path = Path.Combine(Folder, name + ".dll");
        return File.Exists(path) ? path : null;
    }
}
