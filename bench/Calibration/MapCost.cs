using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using Microsoft.Diagnostics.NETCore.Client;

namespace AsyncLoad.Calibration;

/// <summary>
/// What it costs a process that <c>analyze --process-id</c> asks which IL stands behind compiled code: sessions that record nothing but their rundown, in turn with and without.
/// A process that does nothing meanwhile gives the processor time of the rundown alone.
/// </summary>
internal static class MapCost
{
    private const int Rounds = 7;
    private const int BufferMegabytes = 256;

    // Those of TraceContent: names of frames, and the maps (JittedMethodILToNativeMap).
    private const long Names = 0x139;
    private const long Maps = 0x20000;

    // Collections: a session needs a provider.
    private static readonly EventPipeProvider[] Providers = [new("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, 1)];

    /// <summary>Records a process that runs, and prints a table.</summary>
    /// <exception cref="FormatException">The process is no number.</exception>
    public static async Task<int> RunAsync(string process)
    {
        using var target = Process.GetProcessById(int.Parse(process, CultureInfo.InvariantCulture));
        var (without, with) = (new List<Figures>(), new List<Figures>());
        for (var round = 0; round < Rounds; round++)
        {
            without.Add(await RecordAsync(target, Names));
            with.Add(await RecordAsync(target, Names | Maps));
        }

        Output.Print($"median of {Rounds} rundowns each");
        Output.Print($"| rundown | kB | ms until its end | processor ms |");
        Output.Print($"| --- | --: | --: | --: |");
        foreach (var (name, figures) in new[] { ("names of methods", without), ("and IL maps", with) })
            Output.Print($"| {name} | {Median(figures, one => one.Bytes / 1e3):0} | {Median(figures, one => one.Time.TotalMilliseconds):0} | {Median(figures, one => one.Processor.TotalMilliseconds):0} |");
        return 0;
    }

    private static async Task<Figures> RecordAsync(Process target, long rundown)
    {
        using var session = await new DiagnosticsClient(target.Id)
            .StartEventPipeSessionAsync(new EventPipeSessionConfiguration(Providers, BufferMegabytes, rundown, requestStackwalk: false), CancellationToken.None);
        using var written = new MemoryStream();
        var copied = session.EventStream.CopyToAsync(written);
        var (before, clock) = (ProcessorTime(target), Stopwatch.GetTimestamp());
        await session.StopAsync(CancellationToken.None);
        await copied;
        return new Figures(written.Length, Stopwatch.GetElapsedTime(clock), ProcessorTime(target) - before);
    }

    private static TimeSpan ProcessorTime(Process target)
    {
        target.Refresh();
        return target.TotalProcessorTime;
    }

    private static double Median(List<Figures> figures, Func<Figures, double> value) => figures.Select(value).Order().ElementAt(Rounds / 2);

    private sealed record Figures(long Bytes, TimeSpan Time, TimeSpan Processor);
}
