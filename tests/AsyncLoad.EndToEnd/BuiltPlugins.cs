namespace AsyncLoad.EndToEnd;

/// <summary>Plug-ins that are built with these tests.</summary>
internal static class BuiltPlugins
{
    public static string Benchmarks { get; } = Of("tests/fixtures/Benchmarks", "Fixtures.Benchmarks.dll");

    public static string RealAttributes { get; } = Of("tests/fixtures/RealAttributes", "Fixtures.RealAttributes.dll");

    public static string Sample { get; } = Of("samples/Plugin", "SamplePlugin.dll");

    public static string WithoutWorkloads { get; } = Of("tests/fixtures/Dependency", "Fixtures.Dependency.dll");

    public static string Ending { get; } = Of("tests/fixtures/Ending", "Fixtures.Ending.dll");

    /// <summary>Ends a measurement within seconds.</summary>
    public static string[] Short { get; } =
        ["--pairs", "6", "--traces", "none", "--set", "measure.slices=4", "--set", "measure.slice=5ms", "--set", "measure.warmUpCap=300ms"];

    /// <summary>Copies a plug-in with all that lies beside it, but for some files, and returns its path.</summary>
    public static string CopyTo(this string plugin, Sandbox sandbox, params string[] without) =>
        Path.Combine(sandbox.Copy(Path.GetDirectoryName(plugin)!, "plugin", without.Contains), Path.GetFileName(plugin));

    // The program lies in bin/<configuration>/<framework>, and so do they.
    private static string Of(string project, string file)
    {
        var framework = Path.GetFileName(Repository.ProgramFolder);
        var configuration = Path.GetFileName(Path.GetDirectoryName(Repository.ProgramFolder)!);
        return Path.Combine(Repository.Root, project, "bin", configuration, framework, file);
    }
}
