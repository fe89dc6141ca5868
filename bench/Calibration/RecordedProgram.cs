using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using AsyncLoad.Harness.Capture;
using Microsoft.Diagnostics.NETCore.Client;

namespace AsyncLoad.Calibration;

/// <summary>
/// Records a large trace to read: of a program that writes events of its own, awaits through eight methods and throws now and then, with stacks, and with events of
/// tasks, collections, exceptions and sampled allocations. Most of its events are of no use to a report, as in traces that people bring. Or of one that allocates as fast
/// as it can, recorded as <c>analyze --process-id</c> does: then almost all events are of use.
/// </summary>
internal static class RecordedProgram
{
    private const string Busy = "--busy";
    private const string Allocating = "allocations";
    private const int BufferBytes = 32_000;
    private const int CallsASuspension = 16;
    private const int UsualSeconds = 300;
    private const int Depth = 8;
    private const int CallsAThrow = 1_000;
    private const int BufferMegabytes = 1_024;

    private const long TransfersAndTasks = 0x3;

    // Collections, exceptions and, since .NET 10, allocations sampled by bytes.
    private const long RuntimeKeywords = 0x1 | 0x8000 | 0x80000000000;

    /// <summary>Records the trace; or is the program that is recorded.</summary>
    /// <param name="args">The file, which is replaced; how many seconds to record, 300 unless said; and what. Or what this class started itself with.</param>
    /// <returns>The exit code.</returns>
    /// <exception cref="FormatException">The seconds are no number.</exception>
    public static async Task<int> RunAsync(string[] args)
    {
        if (args is [Busy, var what]) return await BeBusyAsync(what == Allocating);
        var allocates = args is [_, _, Allocating];
        var time = TimeSpan.FromSeconds(args is [_, var seconds, ..] ? int.Parse(seconds, CultureInfo.InvariantCulture) : UsualSeconds);
        using var process = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, ["record", Busy, allocates ? Allocating : "events"]) { RedirectStandardInput = true, RedirectStandardOutput = true })
            ?? throw new InvalidOperationException("the program did not start");
        try
        {
            // It says so as soon as it runs, and so answers sessions.
            await process.StandardOutput.ReadLineAsync();
            await RecordAsync(process.Id, args[0], time, allocates ? TraceContent.Live : Events);
        }
        finally
        {
            process.StandardInput.Close();
            await process.WaitForExitAsync();
        }

        Output.Print($"{new FileInfo(args[0]).Length / 1e6:0} MB in {time.TotalSeconds:0} s");
        return process.ExitCode;
    }

    private static TraceContent Events
    {
        get
        {
            EventPipeProvider[] providers =
            [
                new("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, RuntimeKeywords),
                new("System.Threading.Tasks.TplEventSource", EventLevel.Informational, TransfersAndTasks),
                new(Steps.SourceName, EventLevel.Informational),
            ];
            var whole = new EventPipeSessionConfiguration(providers, BufferMegabytes, requestRundown: true, requestStackwalk: true);
            return new TraceContent(whole, whole);
        }
    }

    private static async Task RecordAsync(int process, string path, TimeSpan time, TraceContent content)
    {
        await using var file = File.Create(path);
        using var session = await content.StartAsync(new DiagnosticsClient(process), CancellationToken.None);
        var copied = session.EventStream.CopyToAsync(file);
        await Task.Delay(time);
        await session.StopAsync(CancellationToken.None);
        await copied;
    }

    private static async Task<int> BeBusyAsync(bool allocates)
    {
        // Whoever started this closes its end when enough is recorded, or has ended. The console's reader blocks, its asynchronous methods too.
        var end = Task.Run(Console.In.ReadToEnd);
        Console.WriteLine("ready");
        await (allocates
            ? Task.WhenAll(Enumerable.Range(0, Environment.ProcessorCount).Select(_ => Task.Run(() => AllocateAsync(end))))
            : Task.WhenAll(Task.Run(() => Write(end)), Task.Run(() => CallAsync(end))));
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

    private static async Task AllocateAsync(Task end)
    {
        for (var call = 0; !end.IsCompleted; call++) await LoadAsync(call % Depth, call);
    }

    // A buffer at the bottom makes a sample of every third call, so that a gigabyte takes minutes.
    private static async Task<decimal> LoadAsync(int depth, int call)
    {
        if (depth > 0) return await LoadAsync(depth - 1, call) + 1;
        if (call % CallsASuspension == 0) await Task.Yield();
        return new byte[BufferBytes].Length;
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
