using System.Reflection;
using System.Runtime.Loader;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Plugins;

/// <summary>
/// Where a plug-in lives: what it depends on comes from its own folder, the contract and the framework from this process. Not collectible, since
/// that changes how its code is compiled.
/// </summary>
/// <param name="path">Full path of the plug-in.</param>
internal sealed class PluginContext(string path) : AssemblyLoadContext(Path.GetFileNameWithoutExtension(path))
{
    private static readonly Assembly Contract = typeof(Workload).Assembly;

    private readonly AssemblyDependencyResolver resolver = new(path);

    /// <summary>Loads the plug-in itself.</summary>
    public Assembly LoadPlugin() => LoadFromAssemblyPath(path);

    protected override Assembly? Load(AssemblyName assemblyName)
    {
        ArgumentNullException.ThrowIfNull(assemblyName);
        // A second copy of the contract would have a Workload of its own, which is no Workload here.
        if (assemblyName.Name == Contract.GetName().Name) return Contract;
        if (resolver.ResolveAssemblyToPath(assemblyName) is not { } beside) return null;
        // As its own program would: a package that the framework has by now gives way to it, or there were two of its types.
        return SharedFramework.Own.Find(assemblyName.Name!) is { } shared && VersionOf(shared) >= VersionOf(beside) ? null : LoadFromAssemblyPath(beside);
    }

    protected override nint LoadUnmanagedDll(string unmanagedDllName) =>
        resolver.ResolveUnmanagedDllToPath(unmanagedDllName) is { } found ? LoadUnmanagedDllFromPath(found) : 0;

    private static Version VersionOf(string path) => AssemblyName.GetAssemblyName(path).Version ?? new Version();
}
