using AsyncLoad.Harness.Capture;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Runs;
using AsyncLoad.Workloads;

namespace AsyncLoad.Calibration;

/// <summary>
/// Holds the catalogue's words against traces: every row that allocates runs once under EventPipe, sequentially, and its objects are printed
/// beside what the row says. Types and sizes come from samples and are exact; how many an operation makes is an estimate.
/// </summary>
internal static class TracedObjects
{
    private const int WarmUpSlices = 25;
    private const int BufferMegabytes = 64;

    // One byte in 102,400 is sampled: some 60 samples.
    private const double EnoughBytes = 6e6;

    private static readonly Duration WarmUpSlice = Duration.FromMilliseconds(10);
    private static readonly Duration ShortestWindow = Duration.FromMilliseconds(200);
    private static readonly Duration LongestWindow = Duration.FromSeconds(20);

    /// <summary>Prints a table of all rows of some workloads, or of all.</summary>
    /// <returns>The exit code: 1 when a trace could not be read.</returns>
    public static async Task<int> PrintAsync(IReadOnlyCollection<string> workloads)
    {
        var folder = Directory.CreateTempSubdirectory("asyncload-objects-");
        using var sockets = PrivateDirectory.Create();
        var scope = new ChildScope(sockets, CancellationToken.None);
        var unreadable = 0;
        Print($"| row | B/op stated | objects stated | objects traced |");
        Print($"| --- | --: | --- | --- |");
        foreach (var workload in WorkloadCatalogue.CreateAll().Where(workload => workloads.Count == 0 || workloads.Contains(workload.Id)))
        {
            foreach (var row in workload.Expected.Where(row => row.Bytes > 0))
            {
                var trace = await TraceAsync(workload.Id, row, folder.FullName, scope);
                if (trace.Problem is not null) unreadable++;
                Print($"| {workload.Id} {row.Variant} {string.Join(' ', row.Arguments.Select(pair => $"{pair.Key}={pair.Value}"))} | {row.Bytes} | {row.Objects} | {trace.Problem ?? Describe(trace)} |");
            }
        }

        folder.Delete(recursive: true);
        return unreadable == 0 ? 0 : 1;
    }

    private static async Task<TraceAnalysis> TraceAsync(string workload, Expected row, string folder, ChildScope scope)
    {
        var cell = new Cell(
            "objects", workload, row.Variant, new Dictionary<string, string>(row.Arguments), new LoadSettings.Sequential(), PressureSettings.Calm, GcSettings.Default);
        var file = Path.Combine(folder, Path.GetRandomFileName());
        await using (var capture = TraceCapture.Listen(scope, file, TraceContent.Window(BufferMegabytes)))
        {
            await RunAsync(cell, row.Bytes, capture, scope);
            if (await capture.DrainAsync() is { } missing) throw new InvalidOperationException(missing);
        }

        var trace = TraceReader.Read(folder, Path.GetFileName(file), cell.Name);
        File.Delete(file);
        return trace;
    }

    private static async Task RunAsync(Cell cell, int bytes, TraceCapture capture, ChildScope scope)
    {
        var comparison = new Comparison("objects", 1, "objects", cell, cell, []);
        var plan = new Plan("objects", "", 1, MeasureSettings.Default, [comparison], [], [], [], [], new Forecast(default, default, default, default));
        await using var side = await SideSession.StartAsync(
            cell, plan, scope, capture.BeginAsync, environment => environment["DOTNET_DiagnosticPorts"] = capture.SocketPath);
        for (var slice = 0; slice < WarmUpSlices; slice++) await side.WarmUpOnceAsync(WarmUpSlice);
        var wanted = (long)(EnoughBytes / bytes * (side.WarmUp.NsPerOperation ?? 0));
        var window = new Duration(Math.Clamp(wanted, ShortestWindow.Nanoseconds, LongestWindow.Nanoseconds));
        await side.MarkOnceAsync(window);
        await side.FinishAsync();
    }

    private static string Describe(TraceAnalysis trace) => string.Join(", ", trace.Allocations.Select(type => FormattableString.Invariant(
        $"{type.Estimate.Bytes / type.MeanObjectBytes / trace.Window!.Operations:0.0#} × {Short(type.Type)} of {type.MeanObjectBytes:0.#} B ({type.Estimate.Samples})")));

    private static string Short(string type) => type
        .Replace("System.Threading.Tasks.Sources.", "", StringComparison.Ordinal)
        .Replace("System.Threading.Tasks.", "", StringComparison.Ordinal)
        .Replace("System.Runtime.CompilerServices.", "", StringComparison.Ordinal)
        .Replace("System.Threading.", "", StringComparison.Ordinal)
        .Replace("AsyncLoad.Workloads.", "", StringComparison.Ordinal)
        .Replace("System.", "", StringComparison.Ordinal)
        .Replace("|", "\\|", StringComparison.Ordinal);

    private static void Print(FormattableString line) => Console.WriteLine(FormattableString.Invariant(line));
}
