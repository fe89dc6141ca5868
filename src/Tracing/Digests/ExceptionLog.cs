using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;
using AsyncLoad.Tracing.Stacks;

namespace AsyncLoad.Tracing.Digests;

/// <summary>Thrown exceptions by type.</summary>
internal sealed class ExceptionLog
{
    private const int MostTypes = 10_000;

    private readonly NameTable types = new(MostTypes, "(other types)");
    private readonly List<long> counts = [];

    public ExceptionLog(NettraceReader reader)
    {
        reader.On(Providers.Runtime, ExceptionThrown.Id, OnThrown);
    }

    /// <summary>Most first, equal ones by name; null when none was seen.</summary>
    public IReadOnlyList<ExceptionCount>? MostFirst() => counts.Count == 0
        ? null
        :
        [
            .. counts
                .Select((count, type) => new ExceptionCount(types[type], count))
                .OrderByDescending(entry => entry.Count)
                .ThenBy(entry => entry.Type, StringComparer.Ordinal),
        ];

    private void OnThrown(in NettraceEvent traced)
    {
        var type = types.Intern(ExceptionThrown.Read(traced).Type);
        if (type == counts.Count) counts.Add(0);
        counts[type]++;
    }
}
