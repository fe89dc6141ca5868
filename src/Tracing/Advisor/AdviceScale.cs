using AsyncLoad.Tracing.Advisor.Rules;
using AsyncLoad.Tracing.Allocations;

namespace AsyncLoad.Tracing.Advisor;

/// <summary>What bytes are held against, and what they are worth.</summary>
internal sealed record AdviceScale(double Seconds, double Total, AllocationSource Source)
{
    /// <summary>Their share, 0 to 1.</summary>
    public double Share(AllocationEstimate allocated) => allocated.Bytes / Total;

    /// <summary>Bytes a second that go away.</summary>
    /// <param name="added">What the remedy allocates instead; null for nothing.</param>
    public RateInterval Removable(AllocationEstimate allocated, AllocationEstimate? added) => new(
        Rate(allocated.Bytes - (added?.Bytes ?? 0)),
        Rate(allocated.Low - (added?.High ?? 0)),
        Rate(allocated.High - (added?.Low ?? 0)));

    /// <summary>Takes back what the samples do not bear.</summary>
    public Counsel Judge(Counsel counsel, AllocationEstimate allocated)
    {
        if (allocated.Samples < AdviceBuilder.EnoughSamples)
        {
            return new Counsel(
                AdviceWeight.NotEnoughEvidence,
                counsel.Because,
                null,
                [FormattableString.Invariant($"There are {allocated.Samples} of the {AdviceBuilder.EnoughSamples} samples that are needed: trace for longer, or under more load.")]);
        }

        return Source == AllocationSource.Tick && counsel.Weight == AdviceWeight.Recommended
            ? counsel with { Weight = AdviceWeight.Conditional, Check = [.. counsel.Check, "The bytes rest on AllocationTick events, which are biased: record sampled allocations (.NET 10) to be sure."] }
            : counsel;
    }

    private double Rate(double bytes) => Math.Max(0, bytes) / Seconds;
}
