using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Calibration;

/// <summary>
/// The steps of an interleaved pair as <see cref="InterleavedGroup"/> takes them where operations are short and not timed, for measurements that have to come
/// between two steps or that start one side differently.
/// </summary>
/// <param name="sides">Both sides, the first one first.</param>
/// <param name="measure">How long and how often.</param>
internal sealed class PairSteps(SideSession[] sides, MeasureSettings measure)
{
    /// <summary>How many slices of the warm-up count as measured ones.</summary>
    public int Level { get; private set; }

    /// <summary>The first slices, which tell how long a call takes, and two rows of slices without a length.</summary>
    public async Task HeatAsync()
    {
        foreach (var side in sides) side.WarmUp.Begin(WarmUpEvidence.ShortWindow);
        for (var round = 0; round < WarmUpEvidence.CallsThatAgree; round++) await WarmUpAsync(round, InterleavedGroup.ShortWarmUp);
        await EachAsync(0, side => side.HeatAsync(timed: false));
        for (var round = InterleavedGroup.FirstHeat; round < InterleavedGroup.SecondHeat; round++) await WarmUpAsync(round, InterleavedGroup.WarmUpSlice);
        await EachAsync(0, side => side.HeatAsync(timed: false));
    }

    /// <summary>Slices until both sides are steady.</summary>
    public async Task SettleAsync()
    {
        for (var round = InterleavedGroup.SecondHeat; !sides.All(side => side.WarmUp.IsSteady) && sides[0].WarmUp.Own.Value < measure.WarmUpCap.Nanoseconds; round++)
            await WarmUpAsync(round, InterleavedGroup.WarmUpSlice);
    }

    /// <summary>The measured slices; those of the warm-up that turned out level are the first of them.</summary>
    public async Task MeasureAsync()
    {
        var pace = new OperationPace(sides.Min(side => side.Batch), Timed: false);
        Level = Math.Min(measure.Slices / 2, sides.Min(side => side.WarmUp.LevelSlices));
        foreach (var side in sides) side.Keep(Level);
        for (var round = Level; round < measure.Slices; round++) await EachAsync(round, side => side.MeasureOnceAsync(measure.Slice, pace));
    }

    /// <summary>The count slices.</summary>
    public Task CountAsync() => EachAsync(0, side => side.CountAsync(SideSession.LongestCount, expected: null));

    private Task WarmUpAsync(int round, Duration length) => EachAsync(round, side => side.WarmUpOnceAsync(length));

    private async Task EachAsync(int round, Func<SideSession, Task> ask)
    {
        foreach (var place in SliceOrder.Row(sides.Length, round)) await ask(sides[place]);
    }
}
