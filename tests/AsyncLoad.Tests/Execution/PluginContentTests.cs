using AsyncLoad.Harness.Execution;
using Xunit;

namespace AsyncLoad.Tests.Execution;

public sealed class PluginContentTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-plugins-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void A_library_beside_a_plug_in_is_part_of_it_and_its_symbols_are_not()
    {
        var (one, other) = (Plugin("one"), Plugin("other"));
        Assert.Equal(one.Read(), other.Read());
        Write("other/My.pdb", "symbols");
        Assert.Equal(one.Read().All, other.Read().All);
        Write("other/Shop.dll", "another library");
        Assert.NotEqual(one.Code, other.Code);
        Assert.NotEqual(one.Read().All, other.Read().All);
    }

    [Theory]
    [InlineData("Flat.dll")]
    [InlineData("runtimes/linux-x64/native/flat.so")]
    [InlineData("de/Shop.resources.dll")]
    public void What_its_list_of_dependencies_names_is_part_of_it(string file)
    {
        const string List = """
            { "targets": { "net10.0": {
              "Flat/1.0.0": { "runtime": { "lib/net8.0/Flat.dll": {} }, "runtimeTargets": { "runtimes/linux-x64/native/flat.so": {} }, "resources": { "lib/net8.0/de/Shop.resources.dll": {} } }
            } } }
            """;
        var (one, other) = (Plugin("one"), Plugin("other"));
        foreach (var name in new[] { "one", "other" })
        {
            Write($"{name}/My.deps.json", List);
            Write($"{name}/{file}", "same");
        }

        Assert.Equal(one.Code, other.Code);
        Write($"other/{file}", "changed");
        Assert.NotEqual(one.Code, other.Code);
    }

    [Fact]
    public void A_file_that_is_no_code_makes_another_side_of_the_same_code()
    {
        var (one, other) = (Plugin("one"), Plugin("other"));
        Write("other/settings.json", "{}");
        Assert.Equal(one.Code, other.Code);
        Assert.NotEqual(one.Read().All, other.Read().All);
    }

    [Fact]
    public void Two_plug_ins_in_one_folder_are_two()
    {
        Write("both/Old.dll", "old");
        Write("both/New.dll", "new");
        var (one, other) = (new PluginContent(Path.Combine(folder, "both/Old.dll")), new PluginContent(Path.Combine(folder, "both/New.dll")));
        // Without lists, all libraries of the folder belong to each.
        Assert.NotEqual(one.Read().All, other.Read().All);
        foreach (var name in new[] { "Old", "New" }) Write($"both/{name}.deps.json", """{ "targets": { "net10.0": {} } }""");
        Assert.NotEqual(one.Code, other.Code);
        Assert.NotEqual(one.Read().All, other.Read().All);
    }

    [Fact]
    public void A_plug_in_may_lie_in_a_folder_of_very_many_files()
    {
        var (one, other) = (Plugin("one"), Plugin("other"));
        for (var file = 0; file < 2_100; file++) Write($"other/notes/{file}.txt", "x");
        Assert.Equal(one.Code, other.Code);
        Assert.EndsWith(Path.Combine(folder, "other"), other.Read().All, StringComparison.Ordinal);
    }

    [Fact]
    public void A_damaged_list_of_dependencies_is_told()
    {
        var plugin = Plugin("one");
        Write("one/My.deps.json", "{");
        Assert.Contains("My.deps.json cannot be read: ", Assert.Throws<IOException>(() => plugin.Code).Message, StringComparison.Ordinal);
    }

    private PluginContent Plugin(string name)
    {
        Write($"{name}/My.dll", "assembly");
        Write($"{name}/Shop.dll", "library");
        return new PluginContent(Path.Combine(folder, name, "My.dll"));
    }

    private void Write(string file, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(folder, file))!);
        File.WriteAllText(Path.Combine(folder, file), text);
    }
}
