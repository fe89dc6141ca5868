using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Protocol;

/// <summary>What the harness asks of a measured process; one message each, one reply each.</summary>
public abstract record HostRequest
{
    /// <summary>Version of this protocol; both ends must have the same.</summary>
    public const int ProtocolVersion = 9;

    /// <summary>An environment variable with a value for each process that the harness starts. Processes that such a process starts inherit it and are found by it.</summary>
    public const string ProcessMark = "ASYNCLOAD_PROCESS";

    /// <summary>
    /// An environment variable with the physical cores that workers are bound to, that of the first worker first, each as the numbers of its processors: <c>3+7,2+6,1+5,0+4</c>.
    /// Not set where every processor is a core of one kind: then the first worker gets the last.
    /// </summary>
    public const string CoreOrder = "ASYNCLOAD_CORES";

    /// <summary>An environment variable, for tests only, that makes the clocks of a measured process as coarse as those of another system.</summary>
    public const string Clocks = "ASYNCLOAD_CLOCKS";

    /// <summary>The clocks of Windows.</summary>
    public const string WindowsClocks = "windows";

    /// <summary>What the address of the harness begins with where it is a named pipe and not the path of a socket.</summary>
    public const string PipeAddress = "pipe:";

    private HostRequest()
    {
    }

    /// <summary>Whether an environment has a variable.</summary>
    /// <param name="environment">As Linux keeps it: each variable as <c>NAME=VALUE</c>, ended by NUL.</param>
    /// <param name="beginning">What the variable begins with, name first; a NUL at its end asks for the whole value.</param>
    public static bool HasVariable(ReadOnlySpan<byte> environment, ReadOnlySpan<byte> beginning)
    {
        for (var at = environment.IndexOf(beginning); at >= 0; at = environment.IndexOf(beginning))
        {
            if (at == 0 || environment[at - 1] == 0) return true;
            environment = environment[(at + 1)..];
        }

        return false;
    }

    /// <summary>Names of the two pipes of a measured process.</summary>
    /// <param name="name">The address of the harness without <see cref="PipeAddress"/>.</param>
    public static (string Requests, string Replies) Pipes(string name) => ($"{name}.in", $"{name}.out");

    /// <summary>The message as it is sent: a line of text with its end, or the frame of a slice.</summary>
    public byte[] ToMessage() => this is RunSlice slice ? SliceFrame.Of(slice) : Encoding.UTF8.GetBytes(ToLine() + "\n");

    /// <summary>The request that <see cref="ToMessage"/> wrote, from a message without the end of its line.</summary>
    /// <exception cref="FormatException">It is not a request of this protocol.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static HostRequest Parse(ReadOnlySpan<byte> message) =>
        message is [SliceFrame.Mark, ..] ? SliceFrame.ReadRequest(message) : ParseLine(Encoding.UTF8.GetString(message));

    private string ToLine() => this switch
    {
        Describe describe => new MessageLine("describe").WithRecord("plugins", describe.Plugins).ToString(),
        Prepare prepare => new MessageLine("prepare").WithRecord("cell", prepare.Cell).WithRecord("plugins", prepare.Plugins).With("alive", prepare.Alive).ToString(),
        CountBytes count => new MessageLine("count").With("operations", count.Operations).ToString(),
        Watch => "watch",
        Finish finish => new MessageLine("finish").With("heap", finish.Heap).ToString(),
        _ => throw new UnreachableException(),
    };

    private static HostRequest ParseLine(string line)
    {
        var fields = new MessageFields(line);
        return fields.Verb switch
        {
            "describe" => new Describe(fields.ReadRecord<PluginSet>("plugins")),
            "prepare" => new Prepare(fields.ReadRecord<Cell>("cell") ?? throw new FormatException("the message 'prepare' lacks 'cell'"), fields.ReadRecord<PluginSet>("plugins"), (int)fields.Number("alive")),
            "count" => new CountBytes(fields.Number("operations")),
            "watch" => new Watch(),
            "finish" => new Finish(fields.Flag("heap")),
            var other => throw new FormatException($"unknown request '{other}'"),
        };
    }

    /// <summary>Asks for the catalogue.</summary>
    /// <param name="Plugins">Plug-ins to describe in addition to the host's own workloads; null for none.</param>
    public sealed record Describe(PluginSet? Plugins = null) : HostRequest;

    /// <summary>Sets up a cell: settings read back, workload set up, value checked, pressure built, workers started and held at the slice barrier.</summary>
    /// <param name="Cell">What to measure.</param>
    /// <param name="Plugins">Plug-ins that may have the workload; null for none.</param>
    /// <param name="Alive">Measured processes that are alive at once, this one included: one where sides are measured one after the other.</param>
    public sealed record Prepare(Cell Cell, PluginSet? Plugins = null, int Alive = 2) : HostRequest
    {
        /// <summary>How long the harness waits for it.</summary>
        public static readonly Duration Deadline = Duration.FromSeconds(120);
    }

    /// <summary>Opens the slice barrier for one slice.</summary>
    /// <param name="Index">Number of the slice, from 0; warm-up is not counted.</param>
    /// <param name="Length">How long the slice barrier is open between the two edges.</param>
    /// <param name="Batch">Operations between two checks of the slice barrier.</param>
    /// <param name="Marked">Emits phase events at the edges and reads exact allocation there; for traced runs only.</param>
    /// <param name="WarmUp">Whether it is part of the warm-up: sums over measured slices begin with the first that is not.</param>
    /// <param name="Timed">Whether each operation is timed alone, for its latency.</param>
    /// <param name="Whole">Whether the edges are read while all workers wait, so that only whole calls lie between them: for calls longer than a slice.</param>
    public sealed record RunSlice(int Index, Duration Length, long Batch, bool Marked, bool WarmUp = false, bool Timed = false, bool Whole = false) : HostRequest;

    /// <summary>Runs a fixed number of operations with workers joined at both edges, then the same with a no-op of the same shape.</summary>
    /// <param name="Operations">Operations to run, all workers together.</param>
    public sealed record CountBytes(long Operations) : HostRequest;

    /// <summary>From now on only notes how late a thread wakes: an idle process beside those that are measured.</summary>
    public sealed record Watch : HostRequest;

    /// <summary>Tears down and exits.</summary>
    /// <param name="Heap">Whether to say first what the managed heap holds, which takes a full collection.</param>
    public sealed record Finish(bool Heap = false) : HostRequest;
}
