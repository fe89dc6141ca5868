using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using Microsoft.Diagnostics.NETCore.Client;

namespace AsyncLoad.Calibration;

/// <summary>
/// Records a large trace to read: of a program that writes events of its own, awaits through eight methods and throws now and then, with stacks, and with events of
/// tasks, collections, exceptions and sampled allocations. Most of its events are of no use to a report, as in traces that people bring.
/// </summary>
internal static class RecordedProgram
{
    private const string Busy = "--busy";
    private const int UsualSeconds = 300;
    private const int Depth = 8;
    private const int CallsAThrow = 1_000;
    private const int BufferMegabytes = 1_024;

    private const long TransfersAndTasks = 0x3;

    // Collections, exceptions and, since .NET 10, allocations sampled by bytes.
    private const long RuntimeKeywords = 0x1 | 0x8000 | 0x80000000000;

    /// <summary>Records the trace; or is the program that is recorded.</summary>
    /// <param name="args">The file, which is replaced, and how many seconds to record, 300 unless said; or what this class started itself with.</param>
    /// <returns>The exit code.</returns>
    /// <exception cref="FormatException">The seconds are no number.</exception>
    public static async Task<int> RunAsync(string[] args)
    {
        if (args is [Busy]) return await BeBusyAsync();
        var time = TimeSpan.FromSeconds(args is [_, var seconds] ? int.Parse(seconds, CultureInfo.InvariantCulture) : UsualSeconds);
        using var process = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, ["record", Busy]) { RedirectStandardInput = true, RedirectStandardOutput = true })
            ?? throw new InvalidOperationException("the program did not start");
        try
        {
            // It says so as soon as it runs, and so answers sessions.
            await process.StandardOutput.ReadLineAsync();
            await RecordAsync(process.Id, args[0], time);
        }
        finally
        {
            process.StandardInput.Close();
            await process.WaitForExitAsync();
        }

        Output.Print($"{new FileInfo(args[0]).Length / 1e6:0} MB in {time.TotalSeconds:0} s");
        return process.ExitCode;
    }

    private static async Task RecordAsync(int process, string path, TimeSpan time)
    {
        EventPipeProvider[] providers =
        [
            new("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, RuntimeKeywords),
            new("System.Threading.Tasks.TplEventSource", EventLevel.Informational, TransfersAndTasks),
            new(Steps.SourceName, EventLevel.Informational),
        ];
        await using var file = File.Create(path);
        using var session = await new DiagnosticsClient(process)
            .StartEventPipeSessionAsync(new EventPipeSessionConfiguration(providers, BufferMegabytes, requestRundown: true, requestStackwalk: true), CancellationToken.None);
        var copied = session.EventStream.CopyToAsync(file);
        await Task.Delay(time);
        await session.StopAsync(CancellationToken.None);
        await copied;
    }

    private static async Task<int> BeBusyAsync()
    {
        // Whoever started this closes its end when enough is recorded, or has ended. The console's reader blocks, its asynchronous methods too.
        var end = Task.Run(Console.In.ReadToEnd);
        Console.WriteLine("ready");
        await Task.WhenAll(Task.Run(() => Write(end)), Task.Run(() => CallAsync(end)));
        return 0;
    }

    // From the top of a stack, which is walked for each event: from the bottom of the calls below there would be a tenth as many.
    private static void Write(Task end)
    {
        for (var number = 0; !end.IsCompleted; number++) Steps.Log.Went(number, Depth);
    }

    private static async Task CallAsync(Task end)
    {
        for (var call = 0; !end.IsCompleted; call++)
        {
            try
            {
                await StepAsync(Depth, call);
            }
            catch (InvalidOperationException thrown) when (call % CallsAThrow == 0)
            {
                Steps.Log.Thrown(thrown.Message.Length);
            }
        }
    }

    private static async Task<decimal> StepAsync(int depth, int call)
    {
        if (depth > 0) return await StepAsync(depth - 1, call) + 1;
        if (call % CallsAThrow == 0) throw new InvalidOperationException("a step was refused");
        await Task.Yield();
        return call;
    }

    /// <summary>The program's own events.</summary>
    [EventSource(Name = SourceName)]
    private sealed class Steps : EventSource
    {
        public const string SourceName = "AsyncLoad-Steps";

        public static readonly Steps Log = new();

        [Event(1)]
        public void Went(int number, int depth) => WriteEvent(1, number, depth);

        [Event(2)]
        public void Thrown(int length) => WriteEvent(2, length);
    }
}
