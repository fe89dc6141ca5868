namespace AsyncLoad.Host.Plugins;

/// <summary>Makes the folder of the running plug-in the base directory and the current directory, where a program would find its files.</summary>
internal static class PluginFolder
{
    // Read each time by AppContext.BaseDirectory. Assemblies of this process are still found as at its start.
    private const string BaseDirectory = "APP_CONTEXT_BASE_DIRECTORY";

    /// <summary>Makes a plug-in's folder both directories of this process.</summary>
    /// <param name="plugin">Full path of its assembly.</param>
    public static void Enter(string plugin)
    {
        var folder = Path.GetDirectoryName(plugin)!;
        // The runtime's own value ends with a separator too.
        AppContext.SetData(BaseDirectory, Path.EndsInDirectorySeparator(folder) ? folder : folder + Path.DirectorySeparatorChar);
        Environment.CurrentDirectory = folder;
    }
}
