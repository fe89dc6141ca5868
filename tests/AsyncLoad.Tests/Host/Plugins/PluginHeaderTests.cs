using System.Diagnostics;
using System.Reflection;
using System.Reflection.Emit;
using System.Text;
using AsyncLoad.Host.Plugins;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

/// <summary>Files that are refused before anything of them is loaded.</summary>
public sealed class PluginHeaderTests : IDisposable
{
    private readonly string file = Path.GetTempFileName();

    public void Dispose() => File.Delete(file);

    [Fact]
    public void A_good_one_tells_how_it_was_built() => Assert.True(PluginHeader.Read(FixturePlugins.Sample).Optimized);

    [Theory]
    [InlineData("", "it is not a .NET assembly")]
    [InlineData("MZ, and nothing else of an assembly", "it is not a .NET assembly")]
    [InlineData("#!/bin/sh", "it is not a .NET assembly")]
    public void Other_files_are_called_so(string content, string reason)
    {
        File.WriteAllText(file, content);
        Assert.Equal(reason, Assert.Throws<PluginRefusedException>(() => PluginHeader.Read(file)).Message);
    }

    [Fact]
    public void A_newer_framework_is_named_with_what_to_do()
    {
        File.WriteAllBytes(file, Replaced(File.ReadAllBytes(FixturePlugins.Sample), ".NETCoreApp,Version=v10.0", ".NETCoreApp,Version=v99.0"));
        var runtime = $"{Environment.Version.Major}.{Environment.Version.Minor}";
        Assert.Equal(
            $"it is built for .NET 99.0, and this process runs .NET {runtime}: build it for net{runtime} or an earlier one",
            Assert.Throws<PluginRefusedException>(() => PluginHeader.Read(file)).Message);
    }

    [Fact]
    public void Another_kind_of_framework_is_named()
    {
        File.WriteAllBytes(file, Replaced(File.ReadAllBytes(FixturePlugins.Sample), ".NETCoreApp,Version=v10.0", ".NETFramework,Version=v4."));
        Assert.StartsWith("it is built for .NETFramework,Version=v4., and this process runs", Assert.Throws<PluginRefusedException>(() => PluginHeader.Read(file)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(2, 0)]
    [InlineData(1, 9)]
    [InlineData(0, 1)]
    public void Another_contract_is_named_with_both_versions(ushort major, ushort minor)
    {
        File.WriteAllBytes(file, ContractVersion.Patched(FixturePlugins.Sample, major, minor));
        Assert.Equal(
            $"it is built against contract {major}.{minor} of AsyncLoad.Workloads, and this program has 1.0: build it again against the AsyncLoad.Workloads of this program",
            Assert.Throws<PluginRefusedException>(() => PluginHeader.Read(file)).Message);
    }

    [Theory]
    [InlineData(DebuggableAttribute.DebuggingModes.IgnoreSymbolStoreSequencePoints, true)]
    [InlineData(DebuggableAttribute.DebuggingModes.Default | DebuggableAttribute.DebuggingModes.DisableOptimizations, false)]
    public void A_build_without_optimisation_is_told(DebuggableAttribute.DebuggingModes modes, bool optimized)
    {
        Save(new CustomAttributeBuilder(typeof(DebuggableAttribute).GetConstructor([typeof(DebuggableAttribute.DebuggingModes)])!, [modes]));
        Assert.Equal(optimized, PluginHeader.Read(file).Optimized);
    }

    [Theory]
    [InlineData(false, true)]
    [InlineData(true, false)]
    public void The_older_way_to_say_so_is_read_too(bool disabled, bool optimized)
    {
        Save(new CustomAttributeBuilder(typeof(DebuggableAttribute).GetConstructor([typeof(bool), typeof(bool)])!, [true, disabled]));
        Assert.Equal(optimized, PluginHeader.Read(file).Optimized);
    }

    private void Save(CustomAttributeBuilder attribute)
    {
        var assembly = new PersistedAssemblyBuilder(new AssemblyName("Made"), typeof(object).Assembly, [attribute]);
        assembly.DefineDynamicModule("Made");
        assembly.Save(file);
    }

    private static byte[] Replaced(byte[] content, string from, string to)
    {
        var at = content.AsSpan().IndexOf(Encoding.UTF8.GetBytes(from));
        Assert.True(at >= 0 && from.Length == to.Length);
        Encoding.UTF8.GetBytes(to).CopyTo(content, at);
        return content;
    }
}
