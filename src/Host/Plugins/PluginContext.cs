using System.Reflection;
using System.Runtime.Loader;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Plugins;

/// <summary>
/// Where a plug-in lives: what it depends on comes from its own folder or from other shared frameworks, the contract and the framework from this
/// process. Not collectible, since that changes how its code is compiled.
/// </summary>
/// <param name="path">Full path of the plug-in.</param>
/// <param name="shared">The folder of all shared frameworks.</param>
internal sealed class PluginContext(string path, string shared) : AssemblyLoadContext(Path.GetFileNameWithoutExtension(path))
{
    private static readonly Assembly Contract = typeof(Workload).Assembly;

    private readonly AssemblyDependencyResolver resolver = new(path);
    private readonly IReadOnlyList<SharedFramework> named = SharedFramework.NamedBy(shared, path);

    /// <param name="path">Full path of the plug-in.</param>
    public PluginContext(string path)
        : this(path, SharedFramework.Shared)
    {
    }

    /// <summary>Loads the plug-in itself.</summary>
    public Assembly LoadPlugin() => LoadFromAssemblyPath(path);

    protected override Assembly? Load(AssemblyName assemblyName)
    {
        ArgumentNullException.ThrowIfNull(assemblyName);
        // A second copy of the contract would have a Workload of its own, which is no Workload here.
        if (assemblyName.Name == Contract.GetName().Name) return Contract;
        var (name, beside) = (assemblyName.Name!, resolver.ResolveAssemblyToPath(assemblyName));
        // As its own program would: a package that the framework has by now gives way to it, or there were two of its types.
        if (SharedFramework.Own.Find(name) is { } own) return IsNewer(beside, own) ? LoadFromAssemblyPath(beside!) : null;
        var found = named.Select(framework => framework.Find(name)).OfType<string>().FirstOrDefault();
        if (found is null || IsNewer(beside, found)) found = beside;
        // A class library names no framework.
        found ??= SharedFramework.Installed(shared, SharedFramework.AspNetCore)?.Find(name);
        return found is null ? null : LoadFromAssemblyPath(found);
    }

    protected override nint LoadUnmanagedDll(string unmanagedDllName) =>
        resolver.ResolveUnmanagedDllToPath(unmanagedDllName) is { } found ? LoadUnmanagedDllFromPath(found) : 0;

    private static bool IsNewer(string? beside, string other) => beside is not null && VersionOf(beside) > VersionOf(other);

    private static Version VersionOf(string path) => AssemblyName.GetAssemblyName(path).Version ?? new Version();
}
