using System.Reflection;
using System.Runtime.Loader;
using System.Text.Json;
using AsyncLoad.Host.Plugins.Benchmarks;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Plugins;

/// <summary>A plug-in in this process, or why it is not.</summary>
/// <param name="Failure">Why nothing of it can be measured; null when it was loaded and has something to offer.</param>
internal sealed record LoadedPlugin(string Name, bool Optimized, string? Failure, IReadOnlyList<Offer> Offers)
{
    private const string NothingInIt = "it has neither a class with [Benchmark] methods nor [assembly: AsyncLoadWorkloads(…)]";

    /// <summary>Whether it was loaded and has nothing that could be measured.</summary>
    public bool IsEmpty => Failure == NothingInIt;

    /// <summary>Settings of .NET in its project that this process does not have; null for none.</summary>
    public IReadOnlyDictionary<string, string>? Settings { get; init; }

    /// <summary>Finds what it references. A process that measures does not ask.</summary>
    public Func<ReferencedBuilds> FindReferenced { get; init; } = static () => new ReferencedBuilds(null, null);

    /// <summary>Loads all plug-ins of a set. A failure of one of them is returned in its place.</summary>
    /// <param name="ids">Ids that workloads of this process have already.</param>
    /// <param name="enter">Called with the path of a plug-in before code of it runs.</param>
    public static IReadOnlyList<LoadedPlugin> All(PluginSet plugins, IEnumerable<string> ids, Action<string> enter)
    {
        var taken = ids.ToHashSet(StringComparer.Ordinal);
        return [.. plugins.Files.Select(file =>
        {
            var settings = ProjectSettings.Adopt(file.Path);
            return Load(file.Path, plugins.SharedInstance, taken, () => enter(file.Path)) with { Settings = settings };
        })];
    }

    private static LoadedPlugin Load(string path, bool sharesInstance, HashSet<string> taken, Action enter)
    {
        var name = Path.GetFileName(path);
        var optimized = true;
        try
        {
            optimized = PluginHeader.Read(path).Optimized;
            enter();
            var context = new PluginContext(path);
            var assembly = context.LoadPlugin();
            var (types, problem) = TypesOf(assembly);
            Offer[] offers = [.. NativeWorkloads.Find(assembly, taken).Concat(BenchmarkClasses.Find(types, taken, sharesInstance)).Select(offer => offer.After(enter))];
            if (offers.Length == 0) return new LoadedPlugin(name, optimized, Nothing(types, problem), []);
            if (problem is not null) offers = [.. offers, Offer.Of(new LeftOut("a class that does not load", problem))];
            return new LoadedPlugin(name, optimized, null, offers) { FindReferenced = () => context.Referenced(assembly) };
        }
        catch (Exception exception)
        {
            // Its failure is reported, and other plug-ins are loaded.
            return new LoadedPlugin(name, optimized, PluginFault.Reason(exception), []);
        }
    }

    // When some types cannot be loaded, the others may still be used.
    private static (IReadOnlyList<Type> Types, string? Problem) TypesOf(Assembly assembly)
    {
        try
        {
            return (assembly.GetTypes(), null);
        }
        catch (ReflectionTypeLoadException exception)
        {
            return ([.. exception.Types.OfType<Type>()], PluginFault.Reason(exception));
        }
    }

    private static string Nothing(IReadOnlyList<Type> types, string? problem)
    {
        if (problem is not null) return problem;
        return NativeWorkloads.Unlisted(types).FirstOrDefault() is { } workload
            ? $"it lists no workload: add [assembly: AsyncLoadWorkloads(typeof({workload.Name}))]"
            : NothingInIt;
    }
}

/// <summary>File names of assemblies whose times would mean nothing.</summary>
/// <param name="Unoptimized">Those that a plug-in references and that were built without optimisation, which BenchmarkDotNet refuses too; null for none.</param>
/// <param name="Covered">Those, the plug-in among them, that count for code coverage each line that runs; null for none.</param>
internal sealed record ReferencedBuilds(IReadOnlyList<string>? Unoptimized, IReadOnlyList<string>? Covered);

/// <summary>
/// The load context of a plug-in. Its dependencies come from its own folder, from packages or from other shared frameworks; the contract and the
/// framework come from this process. Not collectible, since that changes how its code is compiled.
/// </summary>
/// <param name="path">Path of its assembly.</param>
/// <param name="shared">The folder of all shared frameworks.</param>
/// <param name="packages">The folder of packages; null for none.</param>
internal sealed class PluginContext(string path, string shared, string? packages) : AssemblyLoadContext(Path.GetFileNameWithoutExtension(path))
{
    private static readonly Assembly Contract = typeof(Workload).Assembly;

    private readonly AssemblyDependencyResolver resolver = new(path);
    private readonly PackageAssets assets = PackageAssets.Of(packages, path);
    private readonly IReadOnlyList<SharedFramework> named = SharedFramework.NamedBy(shared, path);

    public PluginContext(string path)
        : this(path, SharedFramework.Shared, PackageAssets.Folder)
    {
    }

    /// <summary>Loads the plug-in itself.</summary>
    public Assembly LoadPlugin() => LoadFromAssemblyPath(path);

    /// <summary>How the plug-in and the assemblies that it references were built.</summary>
    public ReferencedBuilds Referenced(Assembly plugin)
    {
        ArgumentNullException.ThrowIfNull(plugin);
        string[] files = [.. plugin.GetReferencedAssemblies().Where(name => !IsContract(name)).Select(Find).OfType<string>()];
        return new ReferencedBuilds(Those(files, file => !PluginHeader.IsOptimized(file)), Those([path, .. files], PluginHeader.IsCovered));
    }

    private static string[]? Those(IEnumerable<string> files, Func<string, bool> wanted)
    {
        string[] found = [.. files.Where(wanted).Select(file => Path.GetFileName(file))];
        return found.Length == 0 ? null : found;
    }

    protected override Assembly? Load(AssemblyName assemblyName)
    {
        ArgumentNullException.ThrowIfNull(assemblyName);
        // A second copy of the contract would have another type Workload, which is not the one of this process.
        if (IsContract(assemblyName)) return Contract;
        return Find(assemblyName) is { } found ? LoadFromAssemblyPath(found) : null;
    }

    private static bool IsContract(AssemblyName name) => name.Name == Contract.GetName().Name;

    // Null for what the framework of this process has, and for what is missing.
    private string? Find(AssemblyName assembly)
    {
        var name = assembly.Name!;
        var beside = resolver.ResolveAssemblyToPath(assembly) ?? assets.Assembly(name);
        // As in a separate program, the framework replaces an older package of the same assembly, so that its types exist once.
        if (SharedFramework.Own.Find(name) is { } own) return IsNewer(beside, own) ? beside : null;
        var found = named.Select(framework => framework.Find(name)).OfType<string>().FirstOrDefault();
        if (found is null || IsNewer(beside, found)) found = beside;
        // A class library names no framework.
        return found ?? SharedFramework.Installed(shared, SharedFramework.AspNetCore)?.Find(name);
    }

    protected override nint LoadUnmanagedDll(string unmanagedDllName) =>
        (resolver.ResolveUnmanagedDllToPath(unmanagedDllName) ?? assets.Library(unmanagedDllName)) is { } found ? LoadUnmanagedDllFromPath(found) : 0;

    private static bool IsNewer(string? beside, string other) => beside is not null && VersionOf(beside) > VersionOf(other);

    private static Version VersionOf(string path) => AssemblyName.GetAssemblyName(path).Version ?? new Version();
}

/// <summary>The assemblies of a shared framework that is installed.</summary>
internal sealed record SharedFramework(string Folder)
{
    /// <summary>What web projects need in addition to the framework of every program.</summary>
    public const string AspNetCore = "Microsoft.AspNetCore.App";

    /// <summary>The one that this process runs on.</summary>
    public static SharedFramework Own { get; } = new(Path.GetDirectoryName(typeof(object).Assembly.Location)!);

    /// <summary>The folder of all installed frameworks: a folder for each, with one for each version.</summary>
    public static string Shared { get; } = Path.GetFullPath(Path.Combine(Own.Folder, "..", ".."));

    /// <summary>One in the version of this process's runtime; null where it is not installed.</summary>
    public static SharedFramework? Installed(string shared, string name)
    {
        var versions = Path.Combine(shared, name);
        if (!Directory.Exists(versions)) return null;
        return Directory.EnumerateDirectories(versions)
            .Where(folder => VersionOf(folder).Major == Environment.Version.Major && VersionOf(folder).Minor == Environment.Version.Minor)
            .OrderByDescending(VersionOf)
            .Select(folder => new SharedFramework(folder))
            .FirstOrDefault();
    }

    /// <summary>The installed ones that a plug-in names in its <c>runtimeconfig.json</c>, which only a program has.</summary>
    public static IReadOnlyList<SharedFramework> NamedBy(string shared, string plugin) =>
        [.. (ProjectSettings.Read(plugin, Names) ?? []).Select(name => Installed(shared, name)).OfType<SharedFramework>()];

    /// <summary>Path of an assembly; null where it has none of that name.</summary>
    public string? Find(string name)
    {
        var path = Path.Combine(Folder, name + ".dll");
        return File.Exists(path) ? path : null;
    }

    private static List<string> Names(JsonElement options)
    {
        var named = new List<JsonElement>();
        if (options.TryGetProperty("framework", out var only)) named.Add(only);
        if (options.TryGetProperty("frameworks", out var several)) named.AddRange(several.EnumerateArray());
        return [.. named.Select(framework => framework.GetProperty("name").GetString() ?? "")];
    }

    // Versions of previews end with a hyphen and words.
    private static Version VersionOf(string folder) => Version.TryParse(Path.GetFileName(folder).Split('-')[0], out var version) ? version : new Version();
}
