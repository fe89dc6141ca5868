using System.Diagnostics;
using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Calibration;

/// <summary>
/// What the simulated device promises, a row each: a million accesses pending at 0 B each; 100 µs kept within 20 µs where a core is to
/// spare; and, no promise, what becomes of that where none is.
/// </summary>
internal static class SimulatorCheck
{
    private const int Million = 1_000_000;

    // Bytes of the runtime's own, over millions of accesses.
    private const double NoBytes = 0.01;

    /// <returns>0 when the first two promises are kept, otherwise 2.</returns>
    public static int Run()
    {
        Print($"| device | loops | pending, least to most | accesses/s | B/access | p50 µs asked, delivered | p99 µs asked, delivered | cores, process | cores, device | working set MB |");
        Print($"| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
        var crowd = Measure("fixed 1 s", new LatencyDistribution.Fixed(TimeSpan.FromSeconds(1)), loops: Million, seconds: 10);
        var spare = Measure("fixed 100 µs, a core to spare", Microseconds100, loops: 1, seconds: 5);
        using (new BusyCores()) Measure("fixed 100 µs, every core busy", Microseconds100, loops: 1, seconds: 5);
        return crowd.Bytes <= NoBytes && spare.Bytes <= NoBytes && spare.Accuracy.IsMedianKept ? 0 : 2;
    }

    private static LatencyDistribution Microseconds100 => new LatencyDistribution.Fixed(TimeSpan.FromMicroseconds(100));

    private static (double Bytes, DeviceAccuracy Accuracy) Measure(string name, LatencyDistribution latency, int loops, int seconds)
    {
        using var device = new SimulatedDevice(new DeviceSettings(latency));
        using var running = new Loops(device, loops);
        // Every loop has gone round a few times, and the optimised code is there.
        Thread.Sleep(TimeSpan.FromSeconds(seconds));

        device.ForgetAccuracy();
        var (began, cpu, deviceCpu) = (Stopwatch.GetTimestamp(), Environment.CpuUsage.TotalTime, device.ProcessorTime);
        var bytes = GC.GetTotalAllocatedBytes(true);
        var pending = WatchPending(device, TimeSpan.FromSeconds(seconds));
        bytes = GC.GetTotalAllocatedBytes(true) - bytes;
        var accuracy = device.Accuracy ?? throw new InvalidOperationException("no access was completed");
        var elapsed = Stopwatch.GetElapsedTime(began);
        var perAccess = bytes / (double)accuracy.Accesses;
        Print($"| {name} | {loops:N0} | {pending.Least:N0} to {pending.Most:N0} | {accuracy.Accesses / elapsed.TotalSeconds:N0} | {perAccess:0.000} | {Pair(accuracy.Asked.P50, accuracy.Delivered.P50)} | {Pair(accuracy.Asked.P99, accuracy.Delivered.P99)} | {(Environment.CpuUsage.TotalTime - cpu) / elapsed:0.00} | {(device.ProcessorTime - deviceCpu) / elapsed:0.00} | {Environment.WorkingSet / 1e6:0} |");
        return (perAccess, accuracy);
    }

    private static (int Least, int Most) WatchPending(SimulatedDevice device, TimeSpan length)
    {
        var (began, least, most) = (Stopwatch.GetTimestamp(), int.MaxValue, 0);
        while (Stopwatch.GetElapsedTime(began) < length)
        {
            Thread.Sleep(10);
            var pending = device.Pending;
            (least, most) = (Math.Min(least, pending), Math.Max(most, pending));
        }

        return (least, most);
    }

    private static FormattableString Pair(TimeSpan asked, TimeSpan delivered) => $"{asked.TotalMicroseconds:N1}, {delivered.TotalMicroseconds:N1}";

    private static void Print(FormattableString line) => Console.WriteLine(FormattableString.Invariant(line));

    /// <summary>Flows that access the device again and again until they are disposed of.</summary>
    private sealed class Loops : IDisposable
    {
        private readonly Task all;
        private volatile bool stopping;

        public Loops(SimulatedDevice device, int count)
        {
            var flows = new Task[count];
            for (var flow = 0; flow < count; flow++) flows[flow] = AccessAsync(device);
            all = Task.WhenAll(flows);
        }

        public void Dispose()
        {
            stopping = true;
            all.Wait();
        }

        private async Task AccessAsync(SimulatedDevice device)
        {
            while (!stopping) await device.AccessAsync();
        }
    }

    /// <summary>A thread for each core that does nothing but run.</summary>
    private sealed class BusyCores : IDisposable
    {
        private readonly Thread[] threads = new Thread[Environment.ProcessorCount];
        private volatile bool stopping;

        public BusyCores()
        {
            for (var core = 0; core < threads.Length; core++) (threads[core] = new Thread(Spin)).Start();
        }

        public void Dispose()
        {
            stopping = true;
            foreach (var thread in threads) thread.Join();
        }

        private void Spin()
        {
            while (!stopping) Thread.SpinWait(100);
        }
    }
}
