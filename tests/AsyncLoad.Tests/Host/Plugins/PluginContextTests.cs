using System.Diagnostics;
using System.Reflection;
using System.Reflection.Emit;
using System.Text.Json;
using AsyncLoad.Host.Plugins;
using AsyncLoad.Host.Plugins.Benchmarks;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

/// <summary>Where a plug-in's dependencies come from.</summary>
public sealed class PluginContextTests : IDisposable
{
    private static readonly string Newer = new Version(Environment.Version.Major + 1, 0, 0).ToString();

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-context-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void The_framework_goes_before_a_package_that_is_no_newer()
    {
        var plugin = Copy(FixturePlugins.WithoutWorkloads, folder);
        var package = Copy(typeof(JsonSerializer).Assembly.Location, folder);

        var loaded = new PluginContext(plugin).LoadFromAssemblyName(AssemblyName.GetAssemblyName(package));

        Assert.Same(typeof(JsonSerializer).Assembly, loaded);
    }

    [Fact]
    public void What_the_framework_does_not_have_comes_from_the_plug_in_s_folder()
    {
        var plugin = Copy(FixturePlugins.Benchmarks, folder);
        var dependency = Copy(FixturePlugins.WithoutWorkloads, folder);

        var loaded = new PluginContext(plugin).LoadFromAssemblyName(AssemblyName.GetAssemblyName(dependency));

        Assert.Equal(dependency, loaded.Location);
    }

    [Theory]
    [InlineData("""{ "runtimeOptions": { "frameworks": [{ "name": "Microsoft.NETCore.App" }, { "name": "Made.Up.App", "version": "8.0.0" }] } }""")]
    [InlineData("""{ "runtimeOptions": { "framework": { "name": "Made.Up.App", "version": "8.0.0" } } }""")]
    public void A_shared_framework_that_it_names_is_found_in_the_version_of_this_process(string config)
    {
        var plugin = Copy(FixturePlugins.Benchmarks, folder);
        File.WriteAllText(Path.ChangeExtension(plugin, ".runtimeconfig.json"), config);
        Install("Made.Up.App", Newer);
        var shared = Install("Made.Up.App", Environment.Version.ToString(3));

        Assert.Equal(shared, Dependency(plugin).Location);
    }

    [Fact]
    public void A_class_library_finds_its_packages_where_they_lie()
    {
        Assert.False(File.Exists(Path.Combine(Path.GetDirectoryName(FixturePlugins.RealAttributes)!, "BenchmarkDotNet.Annotations.dll")));
        var loaded = new PluginContext(FixturePlugins.RealAttributes).LoadFromAssemblyName(new AssemblyName("BenchmarkDotNet.Annotations"));

        Assert.EndsWith(Path.Combine("netstandard2.0", "BenchmarkDotNet.Annotations.dll"), loaded.Location, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("HouseLookup", "an attribute of Budgeted cannot be read: it needs Fixtures.HouseAttributes, which is not beside it: name its project with --project, or publish it")]
    [InlineData("OnlyHouse", "an attribute of First cannot be read: it needs Fixtures.HouseAttributes, which is not beside it: name its project with --project, or publish it")]
    public void A_class_whose_attributes_are_missing_may_be_one_of_benchmarks_and_is_refused(string name, string reason)
    {
        var plugin = new PluginContext(Copy(FixturePlugins.ClassShapes, folder), Path.Combine(folder, "shared"), Path.Combine(folder, "packages")).LoadPlugin();
        var type = plugin.GetType("Fixtures.ClassShapes." + name, throwOnError: true)!;

        Assert.True(BenchmarkClass.Is(type));
        Assert.Equal(reason, Assert.Throws<PluginRefusedException>(() => BenchmarkClass.Read(type)).Message);
    }

    [Fact]
    public void Of_a_framework_and_a_package_of_one_version_the_framework_is_taken()
    {
        var plugin = Copy(FixturePlugins.Benchmarks, folder);
        Copy(FixturePlugins.WithoutWorkloads, folder);
        File.WriteAllText(Path.ChangeExtension(plugin, ".runtimeconfig.json"), """{ "runtimeOptions": { "framework": { "name": "Made.Up.App" } } }""");

        Assert.Equal(Install("Made.Up.App", Environment.Version.ToString(3)), Dependency(plugin).Location);
    }

    [Fact]
    public void A_class_library_that_names_none_finds_what_only_ASP_NET_Core_has()
    {
        var plugin = Copy(FixturePlugins.Benchmarks, folder);
        var shared = Install("Microsoft.AspNetCore.App", Environment.Version.ToString(3));

        Assert.Equal(shared, Dependency(plugin).Location);
    }

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("""{ "runtimeOptions": { "framework": { "name": 3 } } }""")]
    public void A_file_that_names_nothing_names_nothing(string config)
    {
        var plugin = Path.Combine(folder, "Plugin.dll");
        File.WriteAllText(Path.Combine(folder, "Plugin.runtimeconfig.json"), config);

        Assert.Empty(SharedFramework.NamedBy(SharedFramework.Shared, plugin));
    }

    [Fact]
    public void What_is_missing_of_another_version_is_missing()
    {
        Install("Made.Up.App", Newer);
        Assert.Null(SharedFramework.Installed(Path.Combine(folder, "shared"), "Made.Up.App"));
        Assert.Null(SharedFramework.Installed(Path.Combine(folder, "shared"), "Absent.App"));
    }

    [Theory]
    [InlineData(DebuggableAttribute.DebuggingModes.Default | DebuggableAttribute.DebuggingModes.DisableOptimizations, true)]
    [InlineData(DebuggableAttribute.DebuggingModes.IgnoreSymbolStoreSequencePoints, false)]
    public void What_it_references_and_was_built_without_optimisation_is_named(DebuggableAttribute.DebuggingModes modes, bool named)
    {
        var library = Made("Orders", new CustomAttributeBuilder(typeof(DebuggableAttribute).GetConstructor([typeof(DebuggableAttribute.DebuggingModes)])!, [modes]));
        var context = Referring(library, "Bench");

        string[]? expected = named ? ["Orders.dll"] : null;
        Assert.Equal(expected, context.Referenced(context.LoadPlugin()).Unoptimized);
    }

    // Names as coverlet 10 and Microsoft's coverage 18 give them.
    [Theory]
    [InlineData("Coverlet.Core.Instrumentation.Tracker.Orders_563b4785", "Bench", new[] { "Orders.dll" })]
    [InlineData("Coverlet.Core.Instrumentation.Tracker.Orders_563b4785", "Microsoft.CodeCoverage.Instrumentation.Static.Tracker.Bench", new[] { "Bench.dll", "Orders.dll" })]
    [InlineData("Coverlet.Tracker", "Bench", null)]
    public void Assemblies_with_counters_of_a_coverage_tool_are_named(string typeOfLibrary, string typeOfPlugin, string[]? named)
    {
        var library = Made("Orders");
        var context = Referring(library, typeOfPlugin, typeOfLibrary);

        Assert.Equal(named, context.Referenced(context.LoadPlugin()).Covered);
    }

    // A plug-in with a type that uses one of a library, which need not have another.
    private PluginContext Referring(PersistedAssemblyBuilder library, string type, string? another = null)
    {
        var module = library.DefineDynamicModule("Orders");
        var order = module.DefineType("Order", TypeAttributes.Public);
        order.CreateType();
        if (another is not null) module.DefineType(another).CreateType();
        library.Save(Path.Combine(folder, "Orders.dll"));
        var plugin = Made("Bench");
        var reads = plugin.DefineDynamicModule("Bench").DefineType(type, TypeAttributes.Public);
        reads.DefineField("Order", order, FieldAttributes.Public);
        reads.CreateType();
        plugin.Save(Path.Combine(folder, "Bench.dll"));
        return new PluginContext(Path.Combine(folder, "Bench.dll"));
    }

    private static PersistedAssemblyBuilder Made(string name, params CustomAttributeBuilder[] attributes) => new(new AssemblyName(name), typeof(object).Assembly, attributes);

    // A base class of one of the benchmarks.
    private Assembly Dependency(string plugin) =>
        new PluginContext(plugin, Path.Combine(folder, "shared"), Path.Combine(folder, "packages")).LoadPlugin().GetType("Fixtures.DerivesFromDependency", throwOnError: true)!.BaseType!.Assembly;

    private string Install(string framework, string version) =>
        Copy(FixturePlugins.WithoutWorkloads, Directory.CreateDirectory(Path.Combine(folder, "shared", framework, version)).FullName);

    // Without its .deps.json: all that lies beside it is its own.
    private static string Copy(string file, string to)
    {
        var copy = Path.Combine(to, Path.GetFileName(file));
        File.Copy(file, copy);
        return copy;
    }
}
