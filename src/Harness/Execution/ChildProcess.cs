using System.Diagnostics;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// A measured process and the connection to it. Requests and replies take turns, and every wait has a deadline.
/// Failures become a <see cref="CellOutcome"/>. Disposal kills a process that is still alive. Used by one caller at a time.
/// </summary>
internal sealed class ChildProcess : IAsyncDisposable
{
    private static readonly Duration ExitDeadline = Duration.FromSeconds(30);

    // A heap of some GB is collected in seconds, and on a busy machine in ten times that.
    private static readonly Duration HeapDeadline = Duration.FromSeconds(120);

    // A dead process may look alive for some milliseconds, and longer on a busy machine.
    private static readonly TimeSpan DeathShows = TimeSpan.FromSeconds(1);

    // This program may receive a signal to all processes after a measured one has ended by it.
    private static readonly TimeSpan SignalShows = TimeSpan.FromSeconds(1);

    private readonly Process process;
    private readonly ChildScope scope;
    private readonly TailBuffer standardError = new();
    private readonly long? memoryKills = MemoryKills();
    private readonly Task output;
    private ReplyReader? replies;
    private Line? line;

    private ChildProcess(Process process, ChildScope scope)
    {
        this.process = process;
        this.scope = scope;
        WorkingSet = new WorkingSetPeak(process, SystemFiles.OfMachine);
        // Standard output is read and dropped: results travel on the socket, and a full pipe would block the child.
        output = Task.WhenAll(
            standardError.ReadAsync(process.StandardError),
            process.StandardOutput.BaseStream.CopyToAsync(Stream.Null, CancellationToken.None));
    }

    /// <summary>Its largest working set.</summary>
    public WorkingSetPeak WorkingSet { get; }

    /// <summary>What the process said about itself in its greeting.</summary>
    public ProcessState State { get; private set; } = new(Optimized: true, Debugged: false);

    /// <summary>The smallest step of its clock, in ns; null where it does not say.</summary>
    public long? ClockStep { get; private set; }

    /// <summary>Starts a process and waits for its greeting.</summary>
    /// <param name="launch">Which executable, on which runtime.</param>
    /// <param name="environment">Its whole environment.</param>
    /// <param name="started">Awaited between the start and the greeting: resumes a suspended runtime.</param>
    /// <exception cref="ChildFailedException">It ended or stayed silent.</exception>
    /// <exception cref="OperationCanceledException">The scope ended.</exception>
    public static async Task<ChildProcess> StartAsync(
        HostLaunch launch, IReadOnlyDictionary<string, string> environment, ChildScope scope, Func<Task>? started = null)
    {
        scope.End.ThrowIfCancellationRequested();
        using var listener = scope.Transport.Listen(scope.Sockets);
        var child = new ChildProcess(Begin(launch, listener.Address, environment, scope), scope);
        try
        {
            if (started is not null) await child.UnlessItEndsAsync(started());
            await child.GreetAsync(listener);
            return child;
        }
        catch
        {
            await child.DisposeAsync();
            throw;
        }
    }

    /// <summary>Sends a request and waits for its reply.</summary>
    /// <exception cref="ChildFailedException">No reply of the expected kind came in time.</exception>
    /// <exception cref="OperationCanceledException">The scope ended.</exception>
    public async Task<TReply> AskAsync<TReply>(HostRequest request, Duration deadline)
        where TReply : HostReply
    {
        var during = Describe(request);
        try
        {
            using var expiry = ExpiryAfter(deadline);
            await line!.Requests.WriteAsync(request.ToMessage(), expiry.Token);
            return await ReadAsync<TReply>(during, expiry.Token);
        }
        catch (OperationCanceledException end) when (end.CancellationToken != scope.Stop)
        {
            Spawn.Kill(process);
            throw TimedOut(during, deadline);
        }
        catch (IOException)
        {
            throw new ChildFailedException(await CrashAsync(during, null));
        }
    }

    /// <summary>Asks the process to finish and waits until it is gone.</summary>
    /// <param name="heap">Whether it says what its managed heap holds.</param>
    /// <returns>What it said last.</returns>
    /// <exception cref="ChildFailedException">It did not end by itself.</exception>
    /// <exception cref="OperationCanceledException">The scope ended.</exception>
    public async Task<HostReply.Finished> FinishAsync(bool heap = false)
    {
        var finished = await AskAsync<HostReply.Finished>(new HostRequest.Finish(heap), heap ? HeapDeadline : Duration.FromSeconds(30));
        using var expiry = ExpiryAfter(ExitDeadline);
        try
        {
            await process.WaitForExitAsync(expiry.Token);
            return finished;
        }
        catch (OperationCanceledException)
        {
            throw TimedOut("exit", ExitDeadline);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        await output.WaitAsync(Spawn.OutputDeadline).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        replies?.Dispose();
        if (line is not null) await line.DisposeAsync();
        process.StandardError.Dispose();
        process.StandardOutput.Dispose();
        process.Dispose();
    }

    private async Task EndAsync()
    {
        var left = await Spawn.EndAsync(process);
        if (left.Count > 0) scope.Left?.Invoke(left);
    }

    private static Process Begin(HostLaunch launch, string address, IReadOnlyDictionary<string, string> environment, ChildScope scope)
    {
        var process = Spawn.Start(launch.Program, [.. launch.Arguments, "--connect", address], environment, scope.Sockets, scope.Processors);
        process.StandardInput.Close();
        return process;
    }

    // Otherwise a process that never started would use up the whole deadline, and the wrong step would be blamed.
    private async Task UnlessItEndsAsync(Task started)
    {
        var exited = process.WaitForExitAsync(scope.End);
        await Task.WhenAny(started, exited);
        // A broken connection shows the end of a process before the system does.
        if (started.IsFaulted) await Task.WhenAny(exited, Task.Delay(DeathShows, scope.End));
        if (started is { IsCompleted: true, IsFaulted: false } || !exited.IsCompleted)
        {
            await started;
            return;
        }

        scope.End.ThrowIfCancellationRequested();
        throw new ChildFailedException(await CrashAsync("start", null));
    }

    private async Task GreetAsync(IListener listener)
    {
        var deadline = Duration.FromSeconds(30);
        using var expiry = ExpiryAfter(deadline);
        using var exited = CancellationTokenSource.CreateLinkedTokenSource(expiry.Token);
        process.EnableRaisingEvents = true;
        process.Exited += (_, _) => Cancel(exited);
        if (process.HasExited) Cancel(exited);
        try
        {
            line = await listener.AcceptAsync(exited.Token);
            replies = new ReplyReader(line.Replies);
            var hello = await ReadAsync<HostReply.Hello>("start", expiry.Token);
            ClockStep = hello.ClockStep;
            State = new ProcessState(hello.Optimized, hello.Debugged, hello.Watched);
            if (hello.ProtocolVersion != HostRequest.ProtocolVersion)
                throw new ChildFailedException(new CellOutcome.Refused($"the host speaks protocol {hello.ProtocolVersion}, this program {HostRequest.ProtocolVersion}: rebuild both"));
        }
        catch (OperationCanceledException) when (process.HasExited)
        {
            throw new ChildFailedException(await CrashAsync("start", null));
        }
        catch (OperationCanceledException)
        {
            throw TimedOut("start", deadline);
        }
    }

    // The process may end after the source is disposed, when nothing waits any more.
    private static void Cancel(CancellationTokenSource source)
    {
        try
        {
            source.Cancel();
        }
        catch (ObjectDisposedException exception)
        {
            Debug.WriteLine(exception);
        }
    }

    private async Task<TReply> ReadAsync<TReply>(string during, CancellationToken token)
        where TReply : HostReply
    {
        ReadOnlyMemory<byte>? message;
        try
        {
            message = await replies!.ReadAsync(token);
        }
        catch (InvalidDataException tooLong)
        {
            Spawn.Kill(process);
            throw new ChildFailedException(new CellOutcome.Refused($"the host's answer to {during} {tooLong.Message}"));
        }

        if (message is not { } answer) throw new ChildFailedException(await CrashAsync(during, null));
        var reply = HostReply.Parse(answer.Span);
        return reply switch
        {
            TReply expected => expected,
            HostReply.Failed { Reason: FailureReason.Workload or FailureReason.Host } failed => throw new ChildFailedException(await CrashAsync(during, Text(failed))),
            HostReply.Failed failed => throw new ChildFailedException(new CellOutcome.Refused(failed.Message)),
            _ => throw new ChildFailedException(new CellOutcome.Refused($"the host answered {reply.GetType().Name} to {during}")),
        };
    }

    private static string Text(HostReply.Failed failed) => failed.Detail is null ? failed.Message : $"{failed.Message}\n{failed.Detail}";

    private async Task<CellOutcome> CrashAsync(string during, string? message)
    {
        using var expiry = ExpiryAfter(ExitDeadline);
        try
        {
            await process.WaitForExitAsync(expiry.Token);
            // Processes that it left may hold its streams open.
            await EndAsync();
            await output.WaitAsync(Spawn.OutputDeadline, expiry.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        catch (OperationCanceledException)
        {
            Spawn.Kill(process);
            scope.End.ThrowIfCancellationRequested();
            return new CellOutcome.Crashed(during, null, null, message ?? "it closed its connection and did not end", standardError.ToString());
        }

        var signal = ThisSystem.Signals.EndName(process.ExitCode);
        if (Signals.AskToEnd(signal)) await Task.Delay(SignalShows, scope.Stop);
        return new CellOutcome.Crashed(during, process.ExitCode, signal, message ?? KilledForMemory(signal), standardError.ToString());
    }

    // The kernel kills without a message, but counts it. Both sides of a pair are in one control group.
    private string? KilledForMemory(string? signal) => signal == "SIGKILL" && MemoryKills() > memoryKills
        ? "the kernel killed it because memory ran out (oom_kill of its control group has grown): raise the memory limit, or ask for a smaller live set"
        : null;

    private static long? MemoryKills() => new ControlGroup(SystemFiles.OfMachine).MemoryKills();

    private CancellationTokenSource ExpiryAfter(Duration deadline)
    {
        var expiry = CancellationTokenSource.CreateLinkedTokenSource(scope.End);
        expiry.CancelAfter(deadline.Span);
        return expiry;
    }

    // A wait was cut short: by the end of the scope, or else by its deadline.
    private ChildFailedException TimedOut(string during, Duration deadline)
    {
        scope.End.ThrowIfCancellationRequested();
        return new ChildFailedException(new CellOutcome.TimedOut(during, deadline, standardError.ToString()));
    }

    private static string Describe(HostRequest request) => request switch
    {
        HostRequest.Describe => "describe",
        HostRequest.Prepare => "prepare",
        HostRequest.RunSlice slice => $"slice {slice.Index}",
        HostRequest.CountBytes => "count bytes",
        HostRequest.Finish => "finish",
        _ => request.GetType().Name,
    };
}
