namespace AsyncLoad.Host.Plugins;

/// <summary>The folder of the plug-in whose code runs. A program finds its files there, as its base directory and as the current one, and so does a plug-in.</summary>
internal static class PluginFolder
{
    // Asked for each time by AppContext.BaseDirectory. Where the assemblies of this process come from was settled when it started.
    private const string BaseDirectory = "APP_CONTEXT_BASE_DIRECTORY";

    /// <summary>Makes the folder of a plug-in that of this process.</summary>
    /// <param name="plugin">Full path of its assembly.</param>
    public static void Enter(string plugin)
    {
        var folder = Path.GetDirectoryName(plugin)!;
        // The runtime's has a separator at its end too.
        AppContext.SetData(BaseDirectory, Path.EndsInDirectorySeparator(folder) ? folder : folder + Path.DirectorySeparatorChar);
        Environment.CurrentDirectory = folder;
    }
}
