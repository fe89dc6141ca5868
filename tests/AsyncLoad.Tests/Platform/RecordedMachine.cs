using System.Globalization;
using AsyncLoad.Harness.Platform;

namespace AsyncLoad.Tests.Platform;

/// <summary>
/// A machine whose processors were recorded (<c>Fixtures/topologies</c>), laid out as its <c>/sys</c> and <c>/proc</c>. Each line of a file is a word and processors:
/// those that are switched on, those that the program may use, those of a core or a last-level cache; a rating, or the distance of siblings, comes before them.
/// </summary>
internal static class RecordedMachine
{
    private const string Devices = "sys/devices/system/cpu";

    /// <summary>The names of all that were recorded.</summary>
    public static IEnumerable<string> All => Directory.EnumerateFiles(Folder).Select(file => Path.GetFileNameWithoutExtension(file)).Order(StringComparer.Ordinal);

    private static string Folder => Path.Combine(AppContext.BaseDirectory, "Fixtures", "topologies");

    /// <summary>What the program reads there.</summary>
    public static Topology Read(string name)
    {
        using var folder = new MachineFolder();
        foreach (var line in File.ReadLines(Path.Combine(Folder, $"{name}.txt")).Where(line => !line.StartsWith('#'))) Write(folder, line.Split(' '));
        return Topology.Read(folder.Files)!;
    }

    private static void Write(MachineFolder folder, string[] words)
    {
        switch (words)
        {
            case ["online", var processors]:
                folder.With($"{Devices}/online", $"{processors}\n");
                break;
            case ["allowed", var processors]:
                folder.With("proc/self/status", $"Name:\tasyncload\nCpus_allowed:\tff\nCpus_allowed_list:\t{processors}\nMems_allowed_list:\t0\n");
                break;
            case ["performance", var processors]:
                folder.With("sys/devices/cpu_core/cpus", $"{processors}\n");
                break;
            case ["quota", var time, var period]:
                folder.With("proc/self/cgroup", "0::/\n").With("sys/fs/cgroup/cpu.max", $"{time} {period}\n");
                break;
            case ["capacity", var rating, var processors]:
                EachOf(processors, cpu => folder.With($"{cpu}/cpu_capacity", $"{rating}\n"));
                break;
            case ["core", var processors]:
                EachOf(processors, cpu => folder.With($"{cpu}/topology/core_cpus_list", $"{processors}\n"));
                break;
            case ["siblings", var distance, var processors]:
                foreach (var first in ProcessorList.Parse(processors)!) Write(folder, ["core", string.Create(CultureInfo.InvariantCulture, $"{first},{first + int.Parse(distance, CultureInfo.InvariantCulture)}")]);
                break;
            case ["cache", var processors]:
                EachOf(processors, cpu => folder
                    .With($"{cpu}/cache/index2/level", "2\n").With($"{cpu}/cache/index2/shared_cpu_list", $"{cpu[(Devices.Length + 4)..]}\n")
                    .With($"{cpu}/cache/index3/level", "3\n").With($"{cpu}/cache/index3/shared_cpu_list", $"{processors}\n"));
                break;
            default:
                throw new InvalidDataException(string.Join(' ', words));
        }
    }

    private static void EachOf(string processors, Action<string> write)
    {
        foreach (var number in ProcessorList.Parse(processors)!) write(string.Create(CultureInfo.InvariantCulture, $"{Devices}/cpu{number}"));
    }
}
