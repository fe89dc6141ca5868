using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Gates;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Harness.Cli.Plans;

/// <summary><c>plan &lt;profile&gt;</c>: what a run would measure and need, before anything runs.</summary>
internal sealed class PlanCommand(CliServices services)
{
    public Command Create(StyleOptions style)
    {
        var profile = new Argument<string>("profile") { Description = "path of a profile, or the name of one that \"list profiles\" prints" };
        var planning = new PlanningOptions();
        var command = new ExampleCommand(
            "plan",
            "Show what a run would measure, how long it would take and what it would need.",
            "plan profiles/smoke.json",
            "plan profiles/smoke.json --only \"*old-heap*\" --set pressure.liveSet=200MB") { profile };
        planning.AddTo(command);
        command.SetAction(async (parsed, cancellation) =>
        {
            var request = planning.Request(parsed, new RunSubject.ProfileFile(ProfileFolders.With(services.ProfileFolder).Resolve(parsed.GetRequiredValue(profile))), null, style.Of(parsed));
            await ExecuteAsync(request, cancellation);
        });
        return command;
    }

    private async Task ExecuteAsync(RunRequest request, CancellationToken cancellation)
    {
        var prepared = await new Preparation(services).PrepareAsync(request, cancellation);
        if (request.Style.Format == OutputFormat.Json)
            await services.Terminal.Output.WriteLineAsync(JsonSerializer.Serialize(prepared.Plan, ModelJson.Indented.Plan));
        else
            Write(prepared, request.Style);
    }

    private void Write(Prepared prepared, OutputStyle style)
    {
        var plan = prepared.Plan;
        if (PlacingWarning.Of(prepared.Catalogue.Unbound) is { } warning) services.Terminal.Error.WriteLine($"warning: {warning}");
        new TextTable(["#", "comparison", "gates", "notes"], [.. plan.Comparisons.Select(comparison => Row(comparison, SetUpNotes.Of(comparison, prepared.Catalogue, plan.PluginsOf(comparison.Candidate))))]).Write(services.Terminal, style);
        foreach (var sweep in plan.Sweeps ?? [])
            services.Terminal.Output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"sweep: {Printable.Text(sweep.Id)}: {sweep.Steps.Count} steps, up to {sweep.MostSteps} where the ratio crosses 1"));
        foreach (var skipped in RuntimeReport.AllSkipped(plan)) services.Terminal.Output.WriteLine(skipped);
        services.Terminal.Output.WriteLine(Summary(plan));
        if (services.Topology() is { } topology) services.Terminal.Output.WriteLine(WorkerCores.Text(topology));
        if (plan.SideBySide is { } beside) services.Terminal.Output.WriteLine(Beside(beside, plan));
        services.Terminal.Output.WriteLine(Needs(plan.Forecast));
        services.Terminal.Output.WriteLine("the time is an estimate for two idle cores; from its first pair on, a run shows the time on this machine");
    }

    private static string[] Row(Comparison comparison, IEnumerable<string> setUps) =>
    [
        comparison.Ordinal.ToString(CultureInfo.InvariantCulture),
        comparison.Id,
        string.Join(", ", comparison.Gates.Select(gate => $"{gate.Metric} {GateText.Limits(gate)}")),
        string.Join(", ", [.. comparison.Marks ?? [], .. setUps]),
    ];

    private static string Summary(Plan plan) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Printable.Text(plan.ProfileName)}: {Figures.Plural(plan.Comparisons.Count, "comparison")}, looks at {string.Join(", ", plan.Measure.Looks)} pairs, {Figures.Plural(plan.Traced.Count, "traced run")}, seed {plan.Seed}{(plan.Measure.InTurn ? ", sides one after the other" : "")}");

    private static string Beside(SideBySide beside, Plan plan)
    {
        var alone = plan.Measured.Count() - beside.Comparisons.Count;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{beside.Places.Count} pairs side by side, on cores {string.Join(" | ", beside.Places.Select(ProcessorList.Text))}: {Figures.Plural(beside.Comparisons.Count, "comparison")}, load overhead included; {alone:N0} alone{(alone == 0 ? "" : $" ({SideBySidePlan.WhyAlone})")}");
    }

    private static string Needs(Forecast forecast) => string.Create(
        CultureInfo.InvariantCulture,
        $"about {ForecastWords.Minutes(forecast)}, {new MeasuredSize(forecast.Disk.Bytes)} of disk, {new MeasuredSize(forecast.Memory.Bytes)} of memory");
}
