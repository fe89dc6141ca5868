using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using AsyncLoad.Engines;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

// One row a process, since memory and the thread pool's state are of the process: "row <case> <engine>" is one of them, no argument is the table.
if (args is ["row", var name, var engine])
{
    var row = EngineCase.All.Single(one => one.Name == name);
    Console.WriteLine(JsonSerializer.Serialize(await EngineRun.MeasureAsync(row, Enum.Parse<LoadEngine>(engine))));
    return 0;
}

Print($"| load of no-ops | engine | ns an iteration | CPU ns | bytes | p99 as the engine says | p99 start to end | most memory | time beyond the load |");
Print($"| --- | --- | --: | --: | --: | --: | --: | --: | --: |");
foreach (var one in EngineCase.All)
{
    foreach (var engineOfRow in new[] { LoadEngine.Native, LoadEngine.NBomber }) PrintFigures(one, engineOfRow, Measure(one, engineOfRow));
}

return 0;

static EngineFigures Measure(EngineCase one, LoadEngine engine)
{
    var start = new ProcessStartInfo(Environment.ProcessPath!) { ArgumentList = { "row", one.Name, engine.ToString() }, RedirectStandardOutput = true };
    // As the harness starts what it measures.
    start.Environment["DOTNET_TC_CallCountingDelayMs"] = "0";
    start.Environment["DOTNET_ThreadPool_UnfairSemaphoreSpinLimit"] = "0";
    using var process = Process.Start(start) ?? throw new InvalidOperationException("the row did not start");
    var line = process.StandardOutput.ReadToEnd();
    process.WaitForExit();
    return process.ExitCode == 0
        ? JsonSerializer.Deserialize<EngineFigures>(line)!
        : throw new InvalidOperationException($"{one.Name} under {engine} ended with {process.ExitCode}");
}

static void Print(FormattableString line) => Console.WriteLine(FormattableString.Invariant(line));

static void PrintRow(string name, string engine, IEnumerable<string> cells) => Console.WriteLine($"| {name} | {engine} | {string.Join(" | ", cells)} |");

static void PrintFigures(EngineCase one, LoadEngine engine, EngineFigures figures) => PrintRow(
    one.Title,
    engine == LoadEngine.NBomber ? "NBomber 4.1.2" : "native",
    [
        Whole(figures.NsPerIteration), Whole(figures.CpuNsPerIteration), Whole(figures.BytesPerIteration),
        Milliseconds(figures.P99Told), Milliseconds(figures.P99Service),
        new MeasuredSize(figures.PeakBytes).ToString(), $"{figures.SecondsBeyond.ToString("0.0", CultureInfo.InvariantCulture)} s",
    ]);

static string Whole(double value) => value.ToString("N0", CultureInfo.InvariantCulture);

static string Milliseconds(double? value) => value is { } given ? given.ToString("0.000", CultureInfo.InvariantCulture) + " ms" : "–";
