using System.Globalization;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Harness.Platform;

/// <summary>Reads what tells this machine from others.</summary>
internal static class MachineProbe
{
    public const string CpuInfo = "proc/cpuinfo";

    public static MachineFingerprint Read()
    {
        var files = SystemFiles.OfMachine;
        var system = RuntimeInformation.OSDescription;
        var architecture = RuntimeInformation.ProcessArchitecture.ToString();
        var (processor, limit) = (ProcessorOf(files.Lines(CpuInfo)), new ControlGroup(files).CpuLimit());
        var memory = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;
        var identity = string.Create(
            CultureInfo.InvariantCulture,
            $"{system}|{architecture}|{processor}|{Environment.ProcessorCount}|{memory >> 30}|{limit}");
        var id = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(identity)))[..12];
        return new MachineFingerprint(id, system, architecture, processor, Environment.ProcessorCount, memory, limit);
    }

    /// <summary>Model name in /proc/cpuinfo; null when it is not there.</summary>
    internal static string? ProcessorOf(IEnumerable<string> lines)
    {
        var line = lines.FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal));
        return line?[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim();
    }
}
