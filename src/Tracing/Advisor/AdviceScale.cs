using AsyncLoad.Tracing.Advisor.Rules;
using AsyncLoad.Tracing.Allocations;

namespace AsyncLoad.Tracing.Advisor;

/// <summary>What sampled bytes are related to: the time and the sum of all bytes.</summary>
internal sealed record AdviceScale(double Seconds, double Total, AllocationSource Source)
{
    /// <summary>Their share, 0 to 1.</summary>
    public double Share(AllocationEstimate allocated) => allocated.Bytes / Total;

    /// <summary>Bytes per second that a remedy removes, never below 0.</summary>
    /// <param name="added">What the remedy allocates instead; null for nothing.</param>
    public RateInterval Removable(AllocationEstimate allocated, AllocationEstimate? added) => new(
        Rate(allocated.Bytes - (added?.Bytes ?? 0)),
        Rate(allocated.Low - (added?.High ?? 0)),
        Rate(allocated.High - (added?.Low ?? 0)));

    /// <summary>Limits a counsel to what the samples support.</summary>
    public Counsel Judge(Counsel counsel, AllocationEstimate allocated)
    {
        if (allocated.Samples < AdviceBuilder.EnoughSamples)
        {
            return new Counsel(
                AdviceWeight.NotEnoughEvidence,
                counsel.Because,
                null,
                [FormattableString.Invariant($"There are {allocated.Samples} of the {AdviceBuilder.EnoughSamples} samples that advice needs: record for longer, or under more load.")]);
        }

        return Source == AllocationSource.Tick && counsel.Weight == AdviceWeight.Recommended
            ? counsel with { Weight = AdviceWeight.Conditional, Check = [.. counsel.Check, "The bytes come from AllocationTick events, which are biased. Record sampled allocations on .NET 10 to confirm them."] }
            : counsel;
    }

    private double Rate(double bytes) => Math.Max(0, bytes) / Seconds;
}
