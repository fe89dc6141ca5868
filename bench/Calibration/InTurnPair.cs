using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Calibration;

/// <summary>
/// The two sides of a comparison as most tools measure them: one process from beginning to end, then the other. Everything else is as in an
/// interleaved pair: the same processes, warm-up on evidence, as many slices of the same length, the same pinning.
/// </summary>
internal sealed class InTurnPair(Comparison comparison, Plan plan, ChildScope scope)
{
    /// <summary>Measures both sides, one whole run after the other.</summary>
    /// <param name="scheduled">Which pair, and which side is measured first.</param>
    /// <param name="pace">How operations are timed.</param>
    /// <param name="slices">Measured slices of each side.</param>
    /// <exception cref="ChildFailedException">A side failed.</exception>
    public async Task<CompletedPair> RunAsync(ScheduledPair scheduled, OperationPace pace, int slices)
    {
        var second = scheduled.First == Side.Baseline ? Side.Candidate : Side.Baseline;
        var (early, late) = (await MeasureAsync(scheduled.First, pace, slices), await MeasureAsync(second, pace, slices));
        return scheduled.First == Side.Baseline ? new CompletedPair(scheduled.Index, early, late) : new CompletedPair(scheduled.Index, late, early);
    }

    private async Task<SideMeasurement> MeasureAsync(Side side, OperationPace pace, int slices)
    {
        await using var session = await SideSession.StartAsync(comparison.CellOf(side), plan, scope);
        for (var round = 0; !session.WarmUp.IsSteady && session.WarmUp.Own.Value < plan.Measure.WarmUpCap.Nanoseconds; round++)
            await session.WarmUpOnceAsync(round < InterleavedGroup.ShortWarmUps ? InterleavedGroup.ShortWarmUp : InterleavedGroup.LongWarmUp, pace.Timed);
        for (var slice = 0; slice < slices; slice++) await session.MeasureOnceAsync(plan.Measure.Slice, pace);
        await session.CountAsync(SideSession.LongestCount);
        return await session.FinishAsync();
    }
}
