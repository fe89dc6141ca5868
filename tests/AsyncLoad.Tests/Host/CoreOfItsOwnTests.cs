using System.Globalization;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Workloads;
using AsyncLoad.Workloads;
using AsyncLoad.Workloads.IoSimulator;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>Which cores the kernel lets the threads of a measured process run on: read from outside, in slices in which threads have been added.</summary>
public class CoreOfItsOwnTests
{
    // The kernel keeps 15 letters.
    private const string Driver = "AsyncLoad drive";

    private static readonly Duration Slice = Duration.FromMilliseconds(20);

    /// <summary>Loads of every kind that a device is used under; the pool grows under some of them.</summary>
    public static TheoryData<LoadSettings> Loads =>
    [
        new LoadSettings.Sequential(),
        new LoadSettings.ParallelFor(),
        new LoadSettings.ClosedLoop(),
        new LoadSettings.ClosedLoop(64),
        new LoadSettings.Wave(),
    ];

    [Theory]
    [MemberData(nameof(Loads))]
    public void A_simulated_device_has_a_core_that_no_other_thread_may_use(LoadSettings load)
    {
        Assert.SkipUnless(HasCoresToChoose, "there is one core, or none that a thread can be bound to");
        using var host = new CountingHost();
        host.Prepare("cache", "task", Arguments.Of(("hit-ratio", "0"), ("result", "int")), load);
        RunSlices(host);

        var threads = CoresOfThreads(host.ProcessId);

        AssertAlone(threads, SimulatedDevice.ThreadName);
    }

    [Fact]
    public void Under_arrivals_a_device_shares_all_cores()
    {
        Assert.SkipUnless(HasCoresToChoose, "there is one core, or none that a thread can be bound to");
        using var host = new CountingHost();
        host.Prepare("cache", "task", Arguments.Of(("hit-ratio", "0"), ("result", "int")), new LoadSettings.OpenLoop(1_000, null, ArrivalSpacing.Constant));
        RunSlices(host);

        var threads = CoresOfThreads(host.ProcessId);

        Assert.Contains(threads, thread => thread.Name == SimulatedDevice.ThreadName);
        Assert.Single(threads.Select(thread => thread.Cores).Distinct());
    }

    [Fact]
    public void The_thread_of_a_sequential_load_has_a_core_that_no_other_thread_may_use()
    {
        Assert.SkipUnless(HasCoresToChoose, "there is one core, or none that a thread can be bound to");
        using var host = new CountingHost();
        host.Prepare("socket", "await-task", Arguments.Of(("receiver", "waiting")), new LoadSettings.Sequential());
        RunSlices(host);

        var threads = CoresOfThreads(host.ProcessId);

        AssertAlone(threads, Driver);
        Assert.Contains(threads, thread => thread.Name == ".NET Sockets");
        Assert.Contains(threads, thread => thread.Name == ".NET TP Worker");
    }

    [Fact]
    public void Threads_that_collect_for_a_core_each_stay_where_they_are()
    {
        Assert.SkipUnless(HasCoresToChoose, "there is one core, or none that a thread can be bound to");
        using var host = new CountingHost(serverGc: true);
        var before = CollectorCores();
        host.Prepare("cache", "task", Arguments.Of(("hit-ratio", "0"), ("result", "int")), new LoadSettings.Sequential());
        RunSlices(host);

        Assert.NotEmpty(before);
        Assert.Equal(before, CollectorCores());

        List<string> CollectorCores() => [.. CoresOfThreads(host.ProcessId).Where(thread => thread.Name == ".NET Server GC").Select(thread => thread.Cores)];
    }

    private static bool HasCoresToChoose => OperatingSystem.IsLinux() && Environment.ProcessorCount > 1;

    private static void RunSlices(CountingHost host)
    {
        for (var index = 0; index < 5; index++) host.Ask<HostReply.SliceDone>(new HostRequest.RunSlice(index, Slice, Batch: 1, Marked: false));
    }

    private static void AssertAlone(IReadOnlyList<(string Name, string Cores)> threads, string name)
    {
        var core = Assert.Single(threads, thread => thread.Name == name).Cores;
        Assert.True(int.TryParse(core, NumberStyles.None, CultureInfo.InvariantCulture, out var own), $"'{name}' may use {core}, not one core");
        Assert.All(threads.Where(thread => thread.Name != name), thread => Assert.DoesNotContain(own, CoresIn(thread.Cores)));
    }

    private static List<(string Name, string Cores)> CoresOfThreads(int process)
    {
        var threads = new List<(string, string)>();
        foreach (var task in Directory.EnumerateDirectories($"/proc/{process.ToString(CultureInfo.InvariantCulture)}/task"))
        {
            var status = ReadLines(Path.Combine(task, "status")).Select(line => line.Split(':', 2)).ToLookup(field => field[0], field => field[^1].Trim());
            if (status["Cpus_allowed_list"].FirstOrDefault() is { } cores) threads.Add((status["Name"].First(), cores));
        }

        return threads;
    }

    // A pool thread may end meanwhile.
    private static string[] ReadLines(string path) => File.Exists(path) ? File.ReadAllLines(path) : [];

    // As the kernel writes them: 0-3,5.
    private static IEnumerable<int> CoresIn(string list) => list.Split(',').SelectMany(range =>
    {
        int[] ends = [.. range.Split('-').Select(end => int.Parse(end, CultureInfo.InvariantCulture))];
        return Enumerable.Range(ends[0], ends[^1] - ends[0] + 1);
    });
}
