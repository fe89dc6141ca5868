using System.Globalization;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Harness.Platform;

/// <summary>How fast cores run just now, as the frequency driver tells it, or else /proc/cpuinfo.</summary>
internal static class CoreClocks
{
    // Some kernels ask each core in turn, at 20 µs or more a file: enough cores to know the fastest.
    private const int MostCores = 32;

    /// <summary>The frequencies now; null where they are not told.</summary>
    public static ClockFrequencies? Read(SystemFiles files, int cores) =>
        OfKilohertz(Enumerable.Range(0, Math.Min(cores, MostCores)).Select(core => files.Text(string.Create(
            CultureInfo.InvariantCulture, $"sys/devices/system/cpu/cpu{core}/cpufreq/scaling_cur_freq"))))
        ?? OfCpuInfo(files.Lines(MachineProbe.CpuInfo));

    /// <summary>From one text a core, in kHz; what is no frequency is left out.</summary>
    internal static ClockFrequencies? OfKilohertz(IEnumerable<string?> texts) => Of(texts.Select(text => Positive(text) / 1_000));

    /// <summary>From lines such as <c>cpu MHz : 2596.122</c>.</summary>
    internal static ClockFrequencies? OfCpuInfo(IEnumerable<string> lines) => Of(lines
        .Where(line => line.StartsWith("cpu MHz", StringComparison.Ordinal))
        .Select(line => Positive(line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..])));

    private static ClockFrequencies? Of(IEnumerable<double?> megahertz)
    {
        double[] known = [.. megahertz.OfType<double>()];
        return known.Length == 0 ? null : new ClockFrequencies(known.Min(), known.Average(), known.Max());
    }

    private static double? Positive(string? text) =>
        double.TryParse(text, CultureInfo.InvariantCulture, out var value) && double.IsFinite(value) && value > 0 ? value : null;
}
