using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Reflection;
using System.Runtime;
using System.Runtime.CompilerServices;
using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Plugins;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host;

/// <summary>Serves the requests of the harness, one at a time, on the control thread. Ends the process at once when the harness is gone.</summary>
internal sealed class HostSession(HostConnection connection, IReadOnlyList<Workload> workloads, EngineLoads? engine)
{
    /// <summary>Exit code when the connection ended without a request to finish.</summary>
    private const int Abandoned = 3;

    private readonly WorkloadRegistry registry = new(workloads, PluginFolder.Enter);
    private readonly object guard = new();
    private HostRequest? pending;
    private PreparedCell? cell;
    private string? plugin;
    private Func<Exception, string> likelyCause = static _ => "";
    private IdleWatch? idle;
    private volatile bool failed;

    /// <summary>Serves requests until told to finish.</summary>
    /// <returns>The process's exit code: 0, or 1 when a request failed.</returns>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public int Serve()
    {
        new Thread(ReadRequests) { IsBackground = true, Name = "AsyncLoad requests" }.Start();
        connection.Write(new HostReply.Hello(HostRequest.ProtocolVersion, IsOptimized, Debugger.IsAttached, Watcher.Find(), (long)Math.Ceiling(Ticks.ReadStep())));
        while (true)
        {
            var reply = Answer(TakeRequest());
            failed = reply is HostReply.Failed;
            connection.Write(reply);
            if (reply is HostReply.Finished) return 0;
            if (reply is HostReply.Failed) return 1;
        }
    }

    private static bool IsOptimized =>
        typeof(HostSession).Assembly.GetCustomAttribute<DebuggableAttribute>() is not { IsJITOptimizerDisabled: true };

    // Runs on a separate thread, blocked in a read while slices run: it sees the end of the connection even while a workload hangs.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void ReadRequests()
    {
        while (connection.Read() is { } request)
        {
            lock (guard)
            {
                pending = request;
                Monitor.Pulse(guard);
            }

            // The connection ends normally after this one.
            if (request is HostRequest.Finish) return;
        }

        // After a failure both sides close the pipe, and the process ends with the failure's code.
        if (failed) return;
        ThisSystem.Started.End();
        Environment.Exit(Abandoned);
    }

    // Requests and replies take turns, so one place is enough.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private HostRequest TakeRequest()
    {
        lock (guard)
        {
            while (pending is null) Monitor.Wait(guard);
            var request = pending;
            pending = null;
            return request;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private HostReply Answer(HostRequest request)
    {
        try
        {
            return request switch
            {
                HostRequest.Describe describe => new HostReply.Described(registry.Describe(describe.Plugins)),
                HostRequest.Prepare prepare => Prepare(prepare),
                HostRequest.RunSlice slice => RunSlice(slice),
                HostRequest.CountBytes count => new HostReply.BytesCounted(Cell.Slices.Count(count.Operations)),
                HostRequest.Watch => Watch(),
                HostRequest.Finish finish => Finish(finish),
                _ => throw new RequestRefusedException(FailureReason.Request, $"unknown request {request.GetType().Name}"),
            };
        }
        catch (WorkloadFailedException exception)
        {
            return new HostReply.Failed(FailureReason.Workload, Blamed(exception.Message) + likelyCause(exception.InnerException!), exception.InnerException?.ToString());
        }
        catch (RequestRefusedException exception)
        {
            return new HostReply.Failed(exception.Reason, exception.Reason == FailureReason.Workload ? Blamed(exception.Message) : exception.Message, null);
        }
        catch (Exception exception)
        {
            return new HostReply.Failed(FailureReason.Host, exception.Message, exception.ToString());
        }
    }

    private string Blamed(string message) => plugin is null ? message : $"plug-in {plugin}: {message}";

    private PreparedCell Cell => cell ?? throw new RequestRefusedException(FailureReason.Request, "no cell is prepared");

    private HostReply.Prepared Prepare(HostRequest.Prepare request)
    {
        try
        {
            var found = registry.Find(request.Cell.Workload, request.Plugins);
            plugin = found.Plugin;
            likelyCause = thrown => LikelyCause.Of(thrown, found.Workload, request.Cell.Load, request.Alive == 1);
            cell = PreparedCell.Create(request, found.Workload, engine);
            return cell.Description;
        }
        catch (Exception exception) when ((exception.InnerException ?? exception) is OutOfMemoryException && request.Cell.Gc.HeapHardLimit is { } limit)
        {
            throw new RequestRefusedException(
                FailureReason.Setting,
                $"heapHardLimit: {limit} is too small for the workload and a live set of {request.Cell.Pressure.LiveSet}: set a higher limit or a smaller live set");
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private HostReply.SliceDone RunSlice(HostRequest.RunSlice request)
    {
        var slice = Cell.Slices.Run(request);
        return new HostReply.SliceDone(slice, JitInfo.GetCompiledMethodCount(), Nanoseconds.From(JitInfo.GetCompilationTime()), Cell.Slices.HasEnded);
    }

    private HostReply.Watching Watch()
    {
        idle ??= IdleWatch.Begin();
        return new HostReply.Watching();
    }

    private HostReply.Finished Finish(HostRequest.Finish request)
    {
        var device = cell?.ConcludeDevice();
        var latency = cell?.Slices.ConcludeLatency();
        var heap = request.Heap ? cell?.ReadHeap() : null;
        cell?.Dispose();
        return new HostReply.Finished(device, latency, idle?.End(), heap);
    }
}

/// <summary>Finds tools that watch this process from within its runtime, and so change its times.</summary>
internal static class Watcher
{
    // The runtime loads a profiler by this variable, and offers no other way to know.
    private const string Profiling = "CORECLR_ENABLE_PROFILING";

    // With it every task writes events at its start, wait and end, whose cost would be what is compared.
    private const string TaskEvents = "System.Threading.Tasks.TplEventSource";

    /// <summary>The first that is found, in words; null when nothing watches.</summary>
    public static string? Find()
    {
        // The source is there from the first task on.
        new Task(static () => { }).RunSynchronously(TaskScheduler.Default);
        return Environment.GetEnvironmentVariable(Profiling) == "1" ? $"a profiler ({Profiling}=1)"
            : EventSource.GetSources().Any(source => source.Name == TaskEvents && source.IsEnabled()) ? $"a session for events of tasks ({TaskEvents})"
            : null;
    }
}
