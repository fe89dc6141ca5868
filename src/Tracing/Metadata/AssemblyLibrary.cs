using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Finds the assemblies that a trace names, at their traced paths or in given folders, and reads each once.</summary>
/// <param name="builds">Which builds the trace names; null where it names none. A file of another build is not read, since its code differs.</param>
internal sealed class AssemblyLibrary(IReadOnlyList<string> folders, TracedBuilds? builds = null) : IDisposable
{
    private const int MostNeighbours = 1_000;
    private const long LargestNeighbour = 32L << 20;

    private static readonly string[] SharedFrameworks = ["Microsoft.NETCore.App", "Microsoft.AspNetCore.App", "Microsoft.WindowsDesktop.App"];

    private readonly Dictionary<string, AssemblyFile?> opened = new(StringComparer.Ordinal);
    private readonly Dictionary<string, AssemblyFile?> found = new(StringComparer.Ordinal);
    private readonly Dictionary<string, AssemblyFile?> referenced = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, IReadOnlyList<string>> references = new(StringComparer.Ordinal);
    private readonly Dictionary<AssemblyFile, IReadOnlyList<AssemblyFile>> users = [];
    private readonly HashSet<string> beside = new(StringComparer.Ordinal);
    private readonly HashSet<string> runtimes = new(StringComparer.Ordinal);
    private readonly SortedSet<string> otherBuilds = new(StringComparer.Ordinal);
    private readonly Dictionary<string, ForeignLibrary?> foreign = new(StringComparer.OrdinalIgnoreCase);
    private PackageIndex? packages;
    private UserSources? sources;
    private Contracts? contracts;

    /// <summary>The assemblies that were found.</summary>
    public IEnumerable<AssemblyFile> Found => found.Values.OfType<AssemblyFile>().Distinct();

    /// <summary>Files that are another build than the one that was traced, by name, where no folder has the right one.</summary>
    public IReadOnlyList<string> OtherBuilds => [.. otherBuilds.Except(Found.Select(assembly => assembly.FileName))];

    /// <summary>What methods implement and override, with all assemblies in reach searched.</summary>
    public Contracts Contracts => contracts ??= new Contracts(this);

    /// <summary>An assembly; null when it cannot be read.</summary>
    /// <param name="module">Its path in the traced process.</param>
    public AssemblyFile? Find(string module)
    {
        if (found.TryGetValue(module, out var known)) return known;
        var name = Framework.FileName(module);
        var assembly = Candidates(module, name).Select(OpenWithFolder).FirstOrDefault(file => file is not null) ?? Built(name);
        found.Add(module, assembly);
        return assembly;
    }

    /// <summary>Looks for assemblies of the framework where the traced process had this one.</summary>
    /// <param name="module">The path of one.</param>
    public void AddRuntime(string module)
    {
        if (!IsReadable(module) || Path.GetDirectoryName(module) is not { } folder || !runtimes.Add(folder)) return;
        // Other frameworks lie beside that of the runtime, one folder a version.
        var shared = Path.GetDirectoryName(Path.GetDirectoryName(folder));
        if (Path.GetFileName(shared) == "shared") runtimes.UnionWith(SharedFrameworks.Select(name => Path.Combine(shared!, name, Path.GetFileName(folder))));
    }

    /// <summary>An assembly that another refers to: beside those that were found, in the given folders, or with the framework; null when it cannot be read.</summary>
    /// <param name="name">Its name, without folders and extension.</param>
    public AssemblyFile? Referenced(string name)
    {
        if (referenced.TryGetValue(name, out var known)) return known;
        var file = name + ".dll";
        // The name comes from a file of unknown origin: it must not lead out of these folders.
        var assembly = Framework.FileName(file) == file
            ? Found.FirstOrDefault(one => one.FileName.Equals(file, StringComparison.OrdinalIgnoreCase))
                ?? beside.Concat(folders).Concat(runtimes).Select(folder => Open(Path.Combine(folder, file))).FirstOrDefault(one => one is not null)
            : null;
        referenced.Add(name, assembly);
        return assembly;
    }

    /// <summary>Whose an assembly is; null for the user's own, or when nothing tells. Asked once all assemblies of the trace are found.</summary>
    /// <param name="module">Its file, with or without folders; null for none.</param>
    public ForeignLibrary? OwnerOf(string? module)
    {
        if (module is null) return null;
        var file = Framework.FileName(module);
        if (!foreign.TryGetValue(file, out var owner)) foreign.Add(file, owner = FindOwner(file));
        return owner;
    }

    /// <summary>An assembly and those in reach that use it: in the given folders and beside any that was found.</summary>
    public IReadOnlyList<AssemblyFile> UsersOf(AssemblyFile assembly)
    {
        if (users.TryGetValue(assembly, out var known)) return known;
        var reach = beside.Concat(folders).Distinct(StringComparer.Ordinal)
            .SelectMany(folder => RegularFile.In(folder, "*.dll"))
            .Where(path => !Framework.OwnsFile(Path.GetFileName(path)))
            .Take(MostNeighbours);
        var all = reach.Select(path => OpenUser(path, assembly)).OfType<AssemblyFile>().Prepend(assembly).DistinctBy(file => (file.FileName, file.Identity)).ToList();
        users.Add(assembly, all);
        return all;
    }

    public void Dispose()
    {
        foreach (var assembly in opened.Values) assembly?.Dispose();
    }

    // The user may reference a file that another build of the same sources made.
    private ForeignLibrary? FindOwner(string file)
    {
        packages ??= new PackageIndex([.. beside, .. folders]);
        var library = packages.Of(file);
        if (library is not { IsFile: true }) return library;
        sources ??= new UserSources(Found.Where(assembly => packages.IsProject(assembly.FileName)));
        return Referenced(Path.GetFileNameWithoutExtension(file)) is { } assembly && sources.Hold(assembly) ? null : library;
    }

    private IEnumerable<string> Candidates(string module, string name)
    {
        if (!IsAssembly(name)) return [];
        var inFolders = folders.Select(folder => Path.Combine(folder, name));
        return IsReadable(module) ? inFolders.Prepend(module) : inFolders;
    }

    // A program that was published as one file is not at its path. Where it was built here, its sources tell so: those of a package are elsewhere.
    private AssemblyFile? Built(string name) => !IsAssembly(name) || builds is null ? null : builds.FoldersOf(name)
        .Where(IsReadable)
        .Select(folder => Path.Combine(folder, name))
        .Where(path => !opened.ContainsKey(path) && IsBuiltHere(path))
        .Select(OpenWithFolder)
        .FirstOrDefault(file => file is not null);

    private bool IsBuiltHere(string path)
    {
        using var assembly = AssemblyFile.Open(path);
        return assembly is not null && !builds!.Exclude(assembly) && assembly.Lines.HasSource;
    }

    // The path comes from a file of unknown origin: it must not make this machine connect to another.
    private static bool IsReadable(string module) =>
        Path.IsPathFullyQualified(module) && !module.StartsWith(@"\\", StringComparison.Ordinal) && !module.StartsWith("//", StringComparison.Ordinal);

    /// <summary>Whether a file of this name may be an assembly.</summary>
    public static bool IsAssembly(string name) =>
        name.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) || name.EndsWith(".exe", StringComparison.OrdinalIgnoreCase);

    private AssemblyFile? OpenWithFolder(string path)
    {
        var assembly = Open(path);
        if ((assembly is not null || otherBuilds.Contains(Path.GetFileName(path))) && Path.GetDirectoryName(path) is { } folder) beside.Add(folder);
        return assembly;
    }

    private AssemblyFile? Open(string path)
    {
        if (opened.TryGetValue(path, out var known)) return known;
        var assembly = AssemblyFile.Open(path);
        if (assembly is not null && IsOther(assembly)) assembly = null;
        assembly?.Referenced = Referenced;
        opened.Add(path, assembly);
        return assembly;
    }

    private AssemblyFile? OpenUser(string path, AssemblyFile used)
    {
        if (opened.TryGetValue(path, out var known)) return known is not null && References(path, known).Contains(used.Name) ? known : null;
        if (references.TryGetValue(path, out var names) && !names.Contains(used.Name)) return null;
        if (AssemblyFile.Open(path, LargestNeighbour) is not { } assembly) return null;
        if (References(path, assembly).Contains(used.Name) && !IsOther(assembly))
        {
            assembly.Referenced = Referenced;
            opened.Add(path, assembly);
            return assembly;
        }

        // Most neighbours are of no use, and each is held in memory as a whole.
        assembly.Dispose();
        return null;
    }

    private IReadOnlyList<string> References(string path, AssemblyFile assembly)
    {
        if (!references.TryGetValue(path, out var names)) references.Add(path, names = assembly.References());
        return names;
    }

    private bool IsOther(AssemblyFile assembly)
    {
        if (builds?.Exclude(assembly) != true) return false;
        otherBuilds.Add(assembly.FileName);
        assembly.Dispose();
        return true;
    }
}

/// <summary>Which builds of assemblies a trace names, by the identities of their PDBs.</summary>
internal sealed class TracedBuilds
{
    private readonly Dictionary<string, HashSet<Guid>> signatures = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, List<string>> folders = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Notes a module.</summary>
    /// <param name="module">Its path in the traced process.</param>
    /// <param name="signature">All zeros where the trace does not state it.</param>
    /// <param name="pdb">Where the build wrote its PDB; null where the trace does not state it.</param>
    public void Add(string module, Guid signature, string? pdb = null)
    {
        var name = Framework.FileName(module);
        if (!signatures.TryGetValue(name, out var known)) signatures.Add(name, known = []);
        if (!known.Add(signature) || signature == default || Path.GetDirectoryName(pdb) is not { Length: > 0 } folder) return;
        if (!folders.TryGetValue(name, out var written)) folders.Add(name, written = []);
        written.Add(folder);
    }

    /// <summary>Where builds of an assembly wrote their PDBs.</summary>
    /// <param name="name">Name of its file.</param>
    public IReadOnlyList<string> FoldersOf(string name) => folders.TryGetValue(name, out var written) ? written : [];

    /// <summary>Whether a file is of another build than every module of its name; false where the trace does not state its build, and for the framework.</summary>
    public bool Exclude(AssemblyFile file) =>
        signatures.TryGetValue(file.FileName, out var traced) && !traced.Contains(default) && !Framework.OwnsFile(file.FileName) && !file.Signatures.Any(traced.Contains);
}
