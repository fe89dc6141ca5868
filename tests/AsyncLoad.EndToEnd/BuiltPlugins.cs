namespace AsyncLoad.EndToEnd;

/// <summary>Plug-ins that are built with these tests.</summary>
internal static class BuiltPlugins
{
    public static string Benchmarks { get; } = Repository.Built("tests/fixtures/Benchmarks", "Fixtures.Benchmarks.dll");

    public static string RealAttributes { get; } = Repository.Built("tests/fixtures/RealAttributes", "Fixtures.RealAttributes.dll");

    public static string ClassShapes { get; } = Repository.Built("tests/fixtures/ClassShapes", "Fixtures.ClassShapes.dll");

    public static string Sample { get; } = Repository.Built("samples/Plugin", "SamplePlugin.dll");

    public static string Service { get; } = Repository.Built("samples/Service", "SampleService.dll");

    public static string ConsoleTests { get; } = Repository.Built("samples/ConsoleTests", "ConsoleTests.dll");

    public static string WithoutWorkloads { get; } = Repository.Built("tests/fixtures/Dependency", "Fixtures.Dependency.dll");

    public static string Ending { get; } = Repository.Built("tests/fixtures/Ending", "Fixtures.Ending.dll");

    /// <summary>Copies a plug-in with all that lies beside it, but for some files, and returns its path.</summary>
    public static string CopyTo(this string plugin, Sandbox sandbox, params string[] without) =>
        Path.Combine(sandbox.Copy(Path.GetDirectoryName(plugin)!, "plugin", without.Contains), Path.GetFileName(plugin));
}
