using System.Reflection;
using AsyncLoad.Host;
using AsyncLoad.Host.Plugins;
using AsyncLoad.Host.Plugins.Benchmarks;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Workloads;

namespace AsyncLoad.Tests.Host.Plugins;

/// <summary>The plug-ins of tests/fixtures and samples, built with these tests.</summary>
internal static class FixturePlugins
{
    public static string Benchmarks { get; } = Built("tests/fixtures/Benchmarks", "Fixtures.Benchmarks.dll");

    public static string RealAttributes { get; } = Built("tests/fixtures/RealAttributes", "Fixtures.RealAttributes.dll");

    public static string ClassShapes { get; } = Built("tests/fixtures/ClassShapes", "Fixtures.ClassShapes.dll");

    public static string Sample { get; } = Built("samples/Plugin", "SamplePlugin.dll");

    public static string ConsoleTests { get; } = Built("samples/ConsoleTests", "ConsoleTests.dll");

    public static string WithoutWorkloads { get; } = Built("tests/fixtures/Dependency", "Fixtures.Dependency.dll");

    private static readonly Lazy<Assembly> Loaded = new(() => new PluginContext(Benchmarks).LoadPlugin());
    private static readonly Lazy<Assembly> Shapes = new(() => new PluginContext(ClassShapes).LoadPlugin());

    public static PluginSet Set(params IEnumerable<string> paths) => new([.. paths.Select(path => new PluginFile(path, 1, "00"))]);

    /// <summary>What the host says when it is asked with these plug-ins.</summary>
    public static Catalogue Describe(params IEnumerable<string> paths) => new WorkloadRegistry(WorkloadCatalogue.CreateAll(), static _ => { }).Describe(Set(paths));

    /// <summary>A class of the benchmarks.</summary>
    public static Type Type(string name) => Loaded.Value.GetType("Fixtures." + name, throwOnError: true)!;

    /// <summary>A class of the benchmarks as a workload.</summary>
    public static Workload Workload(string name, bool sharesInstance = false) => BenchmarkWorkload.Offered("id", BenchmarkClass.Read(Type(name)), sharesInstance).Workload!;

    /// <summary>A class of ClassShapes.</summary>
    public static Type Shape(string name) => Shapes.Value.GetType("Fixtures.ClassShapes." + name, throwOnError: true)!;

    /// <summary>A class of ClassShapes as a workload.</summary>
    public static Workload ShapeWorkload(string name, bool sharesInstance = false) => BenchmarkWorkload.Offered("id", BenchmarkClass.Read(Shape(name)), sharesInstance).Workload!;

    /// <summary>What an operation returns, as text.</summary>
    public static string? Value(Workload workload, string variant, params (string, string)[] arguments) =>
        ReturnedValue.Of(workload.CreateOperation(variant, Arguments.Of(arguments)));

    // bin/<configuration>/<framework>
    private static string Built(string project, string file)
    {
        var own = Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory);
        return Path.Combine(Repository.Root, project, "bin", Path.GetFileName(Path.GetDirectoryName(own)!), Path.GetFileName(own), file);
    }
}
