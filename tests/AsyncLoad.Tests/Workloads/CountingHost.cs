using System.Diagnostics;
using System.Net.Sockets;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Workloads;

namespace AsyncLoad.Tests.Workloads;

/// <summary>
/// A measured process of its own, spoken to over its socket: bytes are counted there as in a run, out of reach of the other tests. One process
/// counts the cells of one workload, one after another, under the sequential load.
/// </summary>
internal sealed class CountingHost : IDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(10);

    private static readonly Duration WarmUpSlice = Duration.FromMilliseconds(4);

    // Optimised code leaves out objects that do not outlive their method. It is there when the JIT has stood still for a while, and methods are compiled for good
    // after their thirtieth call.
    private const int StillSlices = 8;
    private const int FewestWarmUpOperations = 90;
    private const int MostWarmUpSlices = 100;

    // Odd, so that the median is one of the counts: a mean of many operations would hold what happens to a few of them. A result that arrives
    // while the driver begins to wait for it costs 40 B; and there are collections, tier-ups, new threads.
    private const int Counts = 25;

    private readonly PrivateDirectory sockets = PrivateDirectory.Create();
    private readonly Process process;
    private readonly NetworkStream stream;
    private readonly MessageBuffer replies = MessageBuffer.OfReplies();

    /// <summary>Its number in the system.</summary>
    public int ProcessId => process.Id;

    /// <summary>Plug-ins that it loads; null for none.</summary>
    public PluginSet? Plugins { get; init; }

    /// <param name="serverGc">Whether it collects with a thread on each core.</param>
    public CountingHost(bool serverGc = false)
    {
        var path = sockets.NextSocketPath();
        using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(path));
        listener.Listen(1);
        process = Start(path, serverGc);
        if (!listener.Poll(Deadline, SelectMode.SelectRead)) throw new TimeoutException("the host did not connect");
        stream = new NetworkStream(listener.Accept(), ownsSocket: true) { ReadTimeout = (int)Deadline.TotalMilliseconds };
        Read<HostReply.Hello>();
    }

    /// <summary>Bytes an operation beyond the driver's own: the median of 25 counts of a warm cell.</summary>
    /// <param name="workload">Its id.</param>
    /// <param name="variant">Its variant's id.</param>
    /// <param name="arguments">A value for every parameter.</param>
    /// <param name="operations">Operations a count.</param>
    public double BytesPerOperation(string workload, string variant, Arguments arguments, long operations)
    {
        Prepare(workload, variant, arguments, new LoadSettings.Sequential());
        WarmUp();
        return MedianCount(operations);
    }

    /// <summary>Sets a cell up.</summary>
    /// <returns>What the process says of it.</returns>
    public HostReply.Prepared Prepare(string workload, string variant, Arguments arguments, LoadSettings load) =>
        Ask<HostReply.Prepared>(new HostRequest.Prepare(new Cell(
            "c", workload, variant, new Dictionary<string, string>(arguments), load, PressureSettings.Calm, GcSettings.Default), Plugins));

    /// <summary>Bytes an operation beyond the driver's own, by one count.</summary>
    public double Count(long operations) => Ask<HostReply.BytesCounted>(new HostRequest.CountBytes(operations)).Count.BytesPerOperation;

    /// <summary>Asks for something and waits for the answer.</summary>
    public TReply Ask<TReply>(HostRequest request)
        where TReply : HostReply
    {
        stream.Write(request.ToMessage());
        return Read<TReply>();
    }

    public void Dispose()
    {
        if (!process.HasExited) process.Kill();
        stream.Dispose();
        process.Dispose();
        sockets.Dispose();
    }

    private static Process Start(string socketPath, bool serverGc)
    {
        var start = new ProcessStartInfo("dotnet")
        {
            ArgumentList = { Path.Combine(AppContext.BaseDirectory, "AsyncLoad.Host.dll"), "--connect", socketPath },
            Environment = { ["DOTNET_TC_CallCountingDelayMs"] = "0", ["DOTNET_gcServer"] = serverGc ? "1" : "0" },
        };
#pragma warning disable RS0030 // Exact bytes need a process in which nothing else runs.
        return Process.Start(start) ?? throw new InvalidOperationException("the host did not start");
#pragma warning restore RS0030
    }

    // What more than half of the counts are going to be is their median, whatever the others turn out to be.
    private double MedianCount(long operations)
    {
        var counts = new List<double>();
        while (counts.Count < Counts)
        {
            var count = Count(operations);
            counts.Add(count);
            if (counts.Count(other => other.Equals(count)) > Counts / 2) return count;
        }

        return counts.Order().ElementAt(Counts / 2);
    }

    private void WarmUp()
    {
        var (methods, operations, still) = (0L, 0L, 0);
        for (var slice = 0; slice < MostWarmUpSlices && (still < StillSlices || operations < FewestWarmUpOperations); slice++)
        {
            var done = Ask<HostReply.SliceDone>(new HostRequest.RunSlice(slice, WarmUpSlice, Batch: 1, Marked: false, WarmUp: true));
            still = done.CompiledMethods == methods ? still + 1 : 0;
            methods = done.CompiledMethods;
            operations += done.Slice.Operations;
        }
    }

    private TReply Read<TReply>()
        where TReply : HostReply => HostReply.Parse(NextMessage().Span) switch
        {
            TReply reply => reply,
            HostReply.Failed failed => throw new InvalidOperationException($"{failed.Message}\n{failed.Detail}"),
            var other => throw new InvalidOperationException($"the host answered {other.GetType().Name}"),
        };

    private ReadOnlyMemory<byte> NextMessage()
    {
        ReadOnlyMemory<byte> message;
        while (!replies.TryTake(out message))
        {
            var count = stream.Read(replies.Room().Span);
            if (count == 0) throw new IOException("the host is gone");
            replies.Add(count);
        }

        return message;
    }
}
