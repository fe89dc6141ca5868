using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Measured processes start where the program does, and see what it sees of the machine and of a plug-in's folder.</summary>
public sealed class SurroundingsTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Where_there_is_no_ICU_a_process_that_does_without_is_measured_too()
    {
        Assert.SkipWhen(Confined.OwnMounts is null, "the system makes no mount namespace: neither unshare --mount nor unshare --user --mount");
        using var program = Confined.WithoutIcu(sandbox, [("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1")], "list", "workloads", "Surroundings", "--plugin", BuiltPlugins.ClassShapes);

        var ended = await program.EndAsync();

        Assert.Contains("benchmark class Fixtures.ClassShapes.Surroundings", ended.Expect(0).Output, StringComparison.Ordinal);
    }

    // More than there are, since fewer may be what there is.
    [Fact]
    public async Task Cores_that_the_runtime_is_told_of_are_those_of_measured_processes()
    {
        var told = await Asyncload.RunInAsync(sandbox, [("DOTNET_PROCESSOR_COUNT", "61")], "list", "workloads", "Surroundings", "--plugin", BuiltPlugins.ClassShapes);

        Assert.Matches("Cores +61 +61 ", told.Expect(0).Output);
    }

    [Fact]
    public async Task Files_beside_a_plug_in_are_found_from_anywhere()
    {
        var plugin = BuiltPlugins.ClassShapes.CopyTo(sandbox);
        await File.WriteAllTextAsync(Path.Combine(Path.GetDirectoryName(plugin)!, "data", "words.txt"), "written here", TestContext.Current.CancellationToken);

        var listed = await Asyncload.RunAsync(sandbox, "list", "workloads", "WordsAsParameters", "--plugin", plugin);

        Assert.Matches("Word +written here ", listed.Expect(0).Output);
    }
}
