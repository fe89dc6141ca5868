using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace AsyncLoad.Analysis.Trace;

/// <summary>Randomised allocation samples (event 303, .NET 10) inside the window, kept as one running tally a type.</summary>
internal sealed class AllocationLog
{
    private const double Confidence = 0.95;

    private readonly PhaseWindow window;
    private readonly Dictionary<string, AllocationTally> types = new(StringComparer.Ordinal);

    public AllocationLog(TraceEventDispatcher source, PhaseWindow window)
    {
        this.window = window;
        source.Clr.AllocationSampling += OnSample;
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

    private void OnSample(AllocationSampledTraceData data)
    {
        if (!window.IsOpen) return;
        var type = string.IsNullOrEmpty(data.TypeName) ? "(no name)" : data.TypeName;
        if (!types.TryGetValue(type, out var tally)) types.Add(type, tally = new AllocationTally());
        tally.Add(data.ObjectSize);
        Tally.Add(data.ObjectSize);
    }
}
