using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Calibration;

/// <summary>
/// The two arms of a comparison as most tools measure them: one process from beginning to end, then the other. Everything else is as in an
/// interleaved pair: the same processes, warm-up on evidence, as many slices of the same length, the same pinning.
/// </summary>
internal sealed class InTurnPair(Comparison comparison, Plan plan, ChildScope scope)
{
    /// <summary>Measures both arms, one whole run after the other.</summary>
    /// <param name="scheduled">Which pair, and which arm is measured first.</param>
    /// <param name="pace">How operations are timed.</param>
    /// <param name="slices">Measured slices of each arm.</param>
    /// <exception cref="ChildFailedException">An arm failed.</exception>
    public async Task<CompletedPair> RunAsync(ScheduledPair scheduled, OperationPace pace, int slices)
    {
        var second = scheduled.First == Arm.Baseline ? Arm.Candidate : Arm.Baseline;
        var (early, late) = (await MeasureAsync(scheduled.First, pace, slices), await MeasureAsync(second, pace, slices));
        return scheduled.First == Arm.Baseline ? new CompletedPair(scheduled.Index, early, late) : new CompletedPair(scheduled.Index, late, early);
    }

    private async Task<ArmMeasurement> MeasureAsync(Arm arm, OperationPace pace, int slices)
    {
        await using var session = await ArmSession.StartAsync(comparison.CellOf(arm), plan, scope);
        for (var round = 0; !session.WarmUp.IsSteady && session.WarmUp.Own.Value < plan.Measure.WarmUpCap.Nanoseconds; round++)
            await session.WarmUpOnceAsync(round < InterleavedPair.ShortWarmUps ? InterleavedPair.ShortWarmUp : InterleavedPair.LongWarmUp, pace.Timed);
        for (var slice = 0; slice < slices; slice++) await session.MeasureOnceAsync(plan.Measure.Slice, pace);
        await session.CountAsync(ArmSession.LongestCount);
        return await session.FinishAsync();
    }
}
