using AsyncLoad.Host.Plugins;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

public sealed class ProjectSettingsTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-settings-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void Switches_of_a_project_are_set_and_what_only_the_runtime_can_set_is_told()
    {
        const string Switch = "ProjectSettingsTests.Feature";
        var same = AppContext.GetData("RUNTIME_IDENTIFIER") as string;
        var told = Adopt($$"""
            { "runtimeOptions": { "tfm": "net10.0", "configProperties": { "{{Switch}}": true, "System.GC.HeapHardLimit": 209715200, "System.Told.Nowhere": false, "RUNTIME_IDENTIFIER": "{{same}}" } } }
            """);

        Assert.True(AppContext.TryGetSwitch(Switch, out var on) && on);
        Assert.Equal(new Dictionary<string, string> { ["System.GC.HeapHardLimit"] = "209715200", ["System.Told.Nowhere"] = "False" }, told);
    }

    [Theory]
    [InlineData("{ \"runtimeOptions\": { \"framework\": { \"name\": \"x\" } } }")]
    [InlineData("{ \"runtimeOptions\": { \"configProperties\": [] } }")]
    [InlineData("{ }")]
    [InlineData("[")]
    [InlineData("")]
    public void A_file_that_says_nothing_of_the_kind_is_none(string text) => Assert.Null(Adopt(text));

    [Fact]
    public void A_class_library_has_no_such_file() => Assert.Null(ProjectSettings.Adopt(Path.Combine(folder, "Absent.dll")));

    private SortedDictionary<string, string>? Adopt(string text)
    {
        File.WriteAllText(Path.Combine(folder, "Mine.runtimeconfig.json"), text);
        return ProjectSettings.Adopt(Path.Combine(folder, "Mine.dll"));
    }
}
