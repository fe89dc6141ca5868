using AsyncLoad.Analysis.Nettrace;
using AsyncLoad.Analysis.Trace.Events;

namespace AsyncLoad.Analysis.Trace;

/// <summary>Randomised allocation samples (event 303, .NET 10) inside the window, kept as one running tally a type.</summary>
internal sealed class AllocationLog
{
    private const double Confidence = 0.95;

    private readonly PhaseWindow window;
    private readonly Dictionary<string, AllocationTally> types = new(StringComparer.Ordinal);

    public AllocationLog(NettraceReader reader, PhaseWindow window)
    {
        this.window = window;
        reader.On(Providers.Runtime, AllocationSampled.Id, OnSample);
    }

    /// <summary>All samples, whatever their type.</summary>
    public AllocationTally Tally { get; } = new();

    /// <summary>The bytes that all samples stand for.</summary>
    public AllocationEstimate Total => Tally.Estimate(Confidence);

    /// <summary>By type, largest estimate first; equal ones by name.</summary>
    public IReadOnlyList<TypeAllocation> LargestFirst() =>
    [
        .. types
            .OrderByDescending(entry => entry.Value.Bytes)
            .ThenBy(entry => entry.Key, StringComparer.Ordinal)
            .Select(entry => new TypeAllocation(entry.Key, entry.Value.Estimate(Confidence), entry.Value.MeanObjectBytes)),
    ];

    private void OnSample(in NettraceEvent traced)
    {
        if (!window.IsOpen) return;
        var sample = AllocationSampled.Read(traced);
        var type = sample.Type.IsEmpty ? "(no name)" : sample.Type.ToString();
        if (!types.TryGetValue(type, out var tally)) types.Add(type, tally = new AllocationTally());
        tally.Add(sample.ObjectBytes);
        Tally.Add(sample.ObjectBytes);
    }
}
