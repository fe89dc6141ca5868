using System.Globalization;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Harness.Platform;

/// <summary>Reads what tells this machine from others.</summary>
internal static class MachineProbe
{
    private const string CpuInfo = "/proc/cpuinfo";
    private const string CpuMax = "/sys/fs/cgroup/cpu.max";

    public static MachineFingerprint Read()
    {
        var system = RuntimeInformation.OSDescription;
        var architecture = RuntimeInformation.ProcessArchitecture.ToString();
        var (processor, limit) = (ReadProcessor(), ReadCpuLimit());
        var memory = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;
        var identity = string.Create(
            CultureInfo.InvariantCulture,
            $"{system}|{architecture}|{processor}|{Environment.ProcessorCount}|{memory >> 30}|{limit}");
        var id = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(identity)))[..12];
        return new MachineFingerprint(id, system, architecture, processor, Environment.ProcessorCount, memory, limit);
    }

    private static string? ReadProcessor()
    {
        if (!File.Exists(CpuInfo)) return null;
        var line = File.ReadLines(CpuInfo).FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal));
        return line?[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim();
    }

    // "max 100000" or "150000 100000": quota and period in µs.
    private static double? ReadCpuLimit()
    {
        if (!File.Exists(CpuMax)) return null;
        var parts = File.ReadAllText(CpuMax).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        return parts is [var quota, var period]
            && double.TryParse(quota, CultureInfo.InvariantCulture, out var used)
            && double.TryParse(period, CultureInfo.InvariantCulture, out var whole)
            && whole > 0 ? used / whole : null;
    }
}
