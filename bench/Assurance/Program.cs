using AsyncLoad.Assurance;
using AsyncLoad.Assurance.LargeTrace;
using AsyncLoad.Assurance.Planted;
using AsyncLoad.Assurance.Recording;
using AsyncLoad.Assurance.Soak;

return args switch
{
    ["faults", var document, .. var results and not []] => Faults(document, results),
    ["forecast", var folder] => ForecastCheck.Run(folder),
    ["record", var file, var columns, var rows, var command] => await RecordCommand.RunAsync(file, columns, rows, command),
    ["soak", .. var options] => await SoakCommand.RunAsync(options),
    ["large-trace", var trace, .. var options] => await LargeTraceCommand.RunAsync(trace, options),
    ["planted", .. var options] => await PlantedCommand.RunAsync(planted: true, options),
    ["same", .. var options] => await PlantedCommand.RunAsync(planted: false, options),
    _ => Usage(),
};

// The table is rewritten where it stands; a row without a test fails.
static int Faults(string document, string[] results)
{
    var tests = results.SelectMany(TestedFault.ReadAll).ToList();
    var (text, without) = FaultTable.Fill(File.ReadAllText(document), tests, DateTime.UtcNow);
    File.WriteAllText(document, text);
    foreach (var row in without) Console.Error.WriteLine($"row {row} has no test");
    return without.Count == 0 ? 0 : 1;
}

static int Usage()
{
    Console.Error.WriteLine("faults DOCUMENT RESULTS.xml… | forecast RUN | soak [--for TIME] [--output DIR] | large-trace FILE [--size SIZE] [--in DIR] | planted [--rounds N] | same [--rounds N] | record OUT.svg COLUMNS ROWS COMMAND");
    return 4;
}
