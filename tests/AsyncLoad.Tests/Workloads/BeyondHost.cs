using System.Diagnostics;
using System.Net.Sockets;
using System.Text;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Workloads;

namespace AsyncLoad.Tests.Workloads;

/// <summary>
/// A measured process of its own, spoken to over its socket: bytes are counted there as in a run, out of reach of the other tests. One process
/// counts the cells of one workload, one after another.
/// </summary>
internal sealed class BeyondHost : IDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(30);

    private readonly PrivateDirectory sockets = PrivateDirectory.Create();
    private readonly Process process;
    private readonly NetworkStream stream;
    private readonly StreamReader reader;

    public BeyondHost()
    {
        var path = sockets.NextSocketPath();
        using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(path));
        listener.Listen(1);
        process = Start(path);
        if (!listener.Poll(Deadline, SelectMode.SelectRead)) throw new TimeoutException("the host did not connect");
        stream = new NetworkStream(listener.Accept(), ownsSocket: true) { ReadTimeout = (int)Deadline.TotalMilliseconds };
        reader = new StreamReader(stream);
        Read<HostReply.Hello>();
    }

    /// <summary>Sets a cell up and makes it warm.</summary>
    /// <returns>The value that its first operation returned.</returns>
    public string? Prepare(string workload, string variant, Arguments arguments, long warmUp, LoadSettings? load = null)
    {
        var cell = new Cell(
            "c", workload, variant, new Dictionary<string, string>(arguments), load ?? new LoadSettings.Sequential(),
            PressureSettings.Calm, new GcSettings("default"));
        var value = Ask<HostReply.Prepared>(new HostRequest.Prepare(cell)).Value;
        Count(warmUp);
        return value;
    }

    /// <summary>Bytes an operation beyond the driver's own.</summary>
    public double Count(long operations)
    {
        var count = Ask<HostReply.BytesCounted>(new HostRequest.CountBytes(operations)).Count;
        return (count.Bytes - count.DriverBytes) / (double)count.Operations;
    }

    public TReply Ask<TReply>(HostRequest request)
        where TReply : HostReply
    {
        stream.Write(Encoding.UTF8.GetBytes(request.ToLine() + "\n"));
        return Read<TReply>();
    }

    public void Dispose()
    {
        if (!process.HasExited) process.Kill();
        reader.Dispose();
        stream.Dispose();
        process.Dispose();
        sockets.Dispose();
    }

    private static Process Start(string socketPath)
    {
        var start = new ProcessStartInfo("dotnet")
        {
            ArgumentList = { Path.Combine(AppContext.BaseDirectory, "AsyncLoad.Host.dll"), "--connect", socketPath },
            Environment = { ["DOTNET_TC_CallCountingDelayMs"] = "0" },
        };
#pragma warning disable RS0030 // Exact bytes need a process in which nothing else runs.
        return Process.Start(start) ?? throw new InvalidOperationException("the host did not start");
#pragma warning restore RS0030
    }

    private TReply Read<TReply>()
        where TReply : HostReply => HostReply.Parse(reader.ReadLine() ?? throw new IOException("the host is gone")) switch
        {
            TReply reply => reply,
            HostReply.Failed failed => throw new InvalidOperationException($"{failed.Message}\n{failed.Detail}"),
            var other => throw new InvalidOperationException($"the host answered {other.GetType().Name}"),
        };
}
