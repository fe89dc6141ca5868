using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>A cell that does nothing under some settings, and the processes that a run would start for it.</summary>
internal static class SettingsCell
{
    public static Cell Of(GcSettings gc, PressureSettings? pressure = null) => new(
        "settings", "no-op", "task", new Dictionary<string, string>(), new LoadSettings.Sequential(), pressure ?? PressureSettings.Calm, gc);

    /// <summary>How a process with these settings is prepared and ends, the settings that only a trace shows among the others.</summary>
    public static async Task<CellOutcome> RunAsync(Cell cell)
    {
        using var sockets = PrivateDirectory.Create();
        var scope = new ChildScope(sockets, TestContext.Current.CancellationToken);
        var plan = PlanOf(cell);
        var traced = await new SettingsProbe(plan, scope, SettingsReader.Read).ReadAsync(cell);
        return traced.Failure ?? traced.AddTo(await PrepareAsync(cell, plan, scope));
    }

    public static Plan PlanOf(Cell cell) => new(
        "settings", "", 1, MeasureSettings.Default, [new Comparison("settings", 1, "settings", cell, cell, [])], [], [], [], [], new Forecast(default, default, default, default));

    private static async Task<CellOutcome> PrepareAsync(Cell cell, Plan plan, ChildScope scope)
    {
        try
        {
            await using var side = await SideSession.StartAsync(cell, plan, scope);
            return new CellOutcome.Completed(await side.FinishAsync());
        }
        catch (ChildFailedException failure)
        {
            return failure.Outcome;
        }
    }
}
