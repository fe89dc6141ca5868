using System.Reflection;
using System.Text.Json;
using AsyncLoad.Host.Plugins;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

/// <summary>Where a plug-in's dependencies come from.</summary>
public sealed class PluginContextTests : IDisposable
{
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

    // Without its .deps.json: all that lies beside it is its own.
    private static string Copy(string file, string to)
    {
        var copy = Path.Combine(to, Path.GetFileName(file));
        File.Copy(file, copy);
        return copy;
    }
}
