using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>Plug-ins that are built anew while a run measures them.</summary>
public sealed class PluginFilesTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-plugins-").FullName;

    private string Plugin => Path.Combine(folder, "Mine.dll");

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void What_is_as_it_was_planned_is_not_told()
    {
        Assert.Null(PluginFiles.Changed(null));
        Assert.Null(PluginFiles.Changed(Planned()));
    }

    [Fact]
    public void What_is_not_there_any_more_is_told_by_its_path()
    {
        var planned = Planned();
        File.Delete(Plugin);

        Assert.StartsWith($"the plug-in {Plugin} can no longer be read: ", PluginFiles.Changed(planned), StringComparison.Ordinal);
    }

    [Fact]
    public void A_library_that_was_built_anew_beside_a_plug_in_is_told()
    {
        var planned = Planned();
        File.WriteAllText(Path.Combine(folder, "Shop.dll"), "two");
        File.WriteAllText(Path.Combine(folder, "notes.txt"), "of nobody's concern");

        Assert.Equal($"a library beside the plug-in {Plugin} is not the one that the run was planned with: restore it, or start a new run", PluginFiles.Changed(planned));
        // As in a run of before libraries were looked at.
        Assert.Null(PluginFiles.Changed(new PluginSet([planned.Files[0] with { Code = null }])));
        File.WriteAllText(Path.Combine(folder, "Shop.dll"), "one");
        Assert.Null(PluginFiles.Changed(planned));
    }

    [Fact]
    public async Task No_cell_is_measured_with_another_build_than_the_one_that_was_planned()
    {
        using var sockets = PrivateDirectory.Create();
        var plan = Profiles.Plan(Profiles.Smallest) with { Plugins = Planned() };
        File.WriteAllText(Plugin, "two");

        var failure = await Assert.ThrowsAsync<ChildFailedException>(
            () => SideSession.StartAsync(plan.Comparisons[0].Baseline, plan, new ChildScope(sockets, TestContext.Current.CancellationToken)));

        var refused = Assert.IsType<CellOutcome.Refused>(failure.Outcome);
        Assert.StartsWith($"the plug-in {Plugin} is not the build that the run was planned with", refused.Reason, StringComparison.Ordinal);
    }

    private PluginSet Planned()
    {
        File.WriteAllText(Plugin, "one");
        File.WriteAllText(Path.Combine(folder, "Shop.dll"), "one");
        return new PluginSet([PluginFiles.Read(Plugin)]);
    }
}
