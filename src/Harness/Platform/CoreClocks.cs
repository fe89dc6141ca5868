using System.Globalization;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Harness.Platform;

/// <summary>The current clock frequencies of cores, from the frequency driver or else from /proc/cpuinfo.</summary>
internal static class CoreClocks
{
    // Some kernels ask each core in turn, at 20 µs or more per file. 32 cores are enough to know the fastest.
    private const int MostCores = 32;

    /// <summary>The frequencies now; null where the system does not tell.</summary>
    /// <param name="watched">Numbers of the cores whose frequencies matter.</param>
    public static ClockFrequencies? Read(SystemFiles files, IReadOnlyList<int> watched) =>
        OfKilohertz(watched.Select(core => files.Text(string.Create(
            CultureInfo.InvariantCulture, $"sys/devices/system/cpu/cpu{core}/cpufreq/scaling_cur_freq"))))
        ?? OfCpuInfo(files.Lines(MachineProbe.CpuInfo), watched);

    /// <summary>The cores whose frequencies matter: those that workers take first.</summary>
    /// <param name="topology">What the machine has; null where the system does not tell.</param>
    public static IReadOnlyList<int> Watched(Topology? topology) => topology is null ? [.. Enumerable.Range(0, MostCores)] : [.. topology.InWorkerOrder.Take(MostCores)];

    /// <summary>From one text per core, in kHz; what is not a frequency is left out.</summary>
    internal static ClockFrequencies? OfKilohertz(IEnumerable<string?> texts) => Of(texts.Select(text => Positive(text) / 1_000));

    /// <summary>From lines such as <c>cpu MHz : 2596.122</c>, after the <c>processor : 3</c> that they belong to.</summary>
    internal static ClockFrequencies? OfCpuInfo(IEnumerable<string> lines, IReadOnlyList<int> watched)
    {
        var frequencies = new List<double?>();
        var isWatched = true;
        foreach (var line in lines)
        {
            if (line.StartsWith("processor", StringComparison.Ordinal)) isWatched = !int.TryParse(ValueOf(line), NumberStyles.AllowLeadingWhite, CultureInfo.InvariantCulture, out var core) || watched.Contains(core);
            else if (isWatched && line.StartsWith("cpu MHz", StringComparison.Ordinal)) frequencies.Add(Positive(ValueOf(line)));
        }

        return Of(frequencies);
    }

    private static string ValueOf(string line) => line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..];

    private static ClockFrequencies? Of(IEnumerable<double?> megahertz)
    {
        double[] known = [.. megahertz.OfType<double>()];
        return known.Length == 0 ? null : new ClockFrequencies(known.Min(), known.Average(), known.Max());
    }

    private static double? Positive(string? text) =>
        double.TryParse(text, CultureInfo.InvariantCulture, out var value) && double.IsFinite(value) && value > 0 ? value : null;
}
