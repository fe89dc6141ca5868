namespace AsyncLoad.Tracing.Metadata;

/// <summary>Finds the assemblies that a trace speaks of, where the trace says they are or in given folders, and reads each once.</summary>
internal sealed class AssemblyLibrary(IReadOnlyList<string> folders) : IDisposable
{
    private const int MostNeighbours = 1_000;
    private const long LargestNeighbour = 32L << 20;

    private readonly Dictionary<string, AssemblyFile?> opened = new(StringComparer.Ordinal);
    private readonly Dictionary<string, AssemblyFile?> found = new(StringComparer.Ordinal);
    private readonly Dictionary<AssemblyFile, IReadOnlyList<AssemblyFile>> users = [];
    private readonly HashSet<string> beside = new(StringComparer.Ordinal);
    private PackageIndex? packages;

    public IEnumerable<AssemblyFile> Opened => opened.Values.OfType<AssemblyFile>();

    /// <summary>An assembly; null when it cannot be read.</summary>
    /// <param name="module">Its path in the traced process.</param>
    public AssemblyFile? Find(string module)
    {
        if (found.TryGetValue(module, out var known)) return known;
        var name = Framework.FileName(module);
        var assembly = Candidates(module, name).Select(Open).FirstOrDefault(file => file is not null);
        found.Add(module, assembly);
        return assembly;
    }

    /// <summary>The package that an assembly came out of; null for one of the user's projects, or when nothing tells. Asked once all assemblies of the trace are found.</summary>
    /// <param name="module">Its file, with or without folders; null for none.</param>
    public string? PackageOf(string? module) => module is null ? null : (packages ??= new PackageIndex([.. beside, .. folders])).Of(Framework.FileName(module));

    /// <summary>An assembly and those in reach that use it: in the given folders and beside any that was found.</summary>
    public IReadOnlyList<AssemblyFile> UsersOf(AssemblyFile assembly)
    {
        if (users.TryGetValue(assembly, out var known)) return known;
        var reach = beside.Concat(folders).Distinct(StringComparer.Ordinal).SelectMany(Files).Take(MostNeighbours);
        var all = reach.Select(path => OpenUser(path, assembly)).OfType<AssemblyFile>().Prepend(assembly).DistinctBy(file => file.FileName).ToList();
        users.Add(assembly, all);
        return all;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var assembly in opened.Values) assembly?.Dispose();
    }

    private IEnumerable<string> Candidates(string module, string name)
    {
        if (!IsAssembly(name)) return [];
        // The path stands in a file of unknown origin: it must not make this machine call another.
        var isShare = module.StartsWith(@"\\", StringComparison.Ordinal) || module.StartsWith("//", StringComparison.Ordinal);
        var inFolders = folders.Select(folder => Path.Combine(folder, name));
        return Path.IsPathFullyQualified(module) && !isShare ? inFolders.Prepend(module) : inFolders;
    }

    private static bool IsAssembly(string name) =>
        name.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) || name.EndsWith(".exe", StringComparison.OrdinalIgnoreCase);

    private AssemblyFile? Open(string path)
    {
        if (opened.TryGetValue(path, out var known)) return known;
        var assembly = AssemblyFile.Open(path);
        if (assembly is not null && Path.GetDirectoryName(path) is { } folder) beside.Add(folder);
        opened.Add(path, assembly);
        return assembly;
    }

    private AssemblyFile? OpenUser(string path, AssemblyFile used)
    {
        if (opened.TryGetValue(path, out var known)) return known is not null && Uses(known, used) ? known : null;
        if (AssemblyFile.Open(path, LargestNeighbour) is not { } assembly) return null;
        if (Uses(assembly, used))
        {
            opened.Add(path, assembly);
            return assembly;
        }

        // Most neighbours are of no use, and each lies in memory as a whole.
        assembly.Dispose();
        return null;
    }

    private static bool Uses(AssemblyFile user, AssemblyFile used) => Damage.Tolerate(() => user.References(used) ? user : null) is not null;

    private static IEnumerable<string> Files(string folder)
    {
        try
        {
            return [.. Directory.EnumerateFiles(folder, "*.dll").Where(path => !Framework.OwnsFile(Path.GetFileName(path))).Order(StringComparer.Ordinal)];
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
