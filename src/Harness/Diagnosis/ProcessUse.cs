using System.Globalization;
using AsyncLoad.Harness.Platform;

namespace AsyncLoad.Harness.Diagnosis;

/// <summary>What one process used of the processors.</summary>
/// <param name="Id">Its number.</param>
/// <param name="Name">Its name, at most 15 characters; foreign text.</param>
/// <param name="Cores">Cores that it used on average, above 0.</param>
internal sealed record ProcessUse(int Id, string Name, double Cores)
{
    /// <summary>Processor time of every process that can be seen but this one, by its number.</summary>
    public static IReadOnlyDictionary<int, ProcessTimes> ReadAll(SystemFiles files)
    {
        var found = new Dictionary<int, ProcessTimes>();
        foreach (var folder in files.Folders("proc"))
        {
            if (!int.TryParse(folder, NumberStyles.None, CultureInfo.InvariantCulture, out var id) || id == Environment.ProcessId) continue;
            if (ProcessTimes.Of(files.Text($"proc/{folder}/stat")) is { } times) found[id] = times;
        }

        return found;
    }

    /// <summary>The processes that used most between two readings, most first; at most <paramref name="count"/>, and none that used nothing.</summary>
    /// <param name="before">The earlier reading.</param>
    /// <param name="after">The later one; a number in both with less time than before is another process.</param>
    /// <param name="coresPerTick">Cores that a tick in this stretch of time is.</param>
    /// <param name="count">How many.</param>
    public static IReadOnlyList<ProcessUse> Busiest(
        IReadOnlyDictionary<int, ProcessTimes> before, IReadOnlyDictionary<int, ProcessTimes> after, double coresPerTick, int count) =>
    [
        .. after
            .Select(process => (process.Key, process.Value.Name, Ticks: process.Value.Own - (before.GetValueOrDefault(process.Key)?.Own ?? 0)))
            .Where(process => process.Ticks > 0)
            .OrderByDescending(process => process.Ticks)
            .ThenBy(process => process.Key)
            .Take(count)
            .Select(process => new ProcessUse(process.Key, process.Name, process.Ticks * coresPerTick)),
    ];
}
