using AsyncLoad.Host.Pressure;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Tests.Workloads;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Host.Pressure;

/// <summary>Exact bytes and shares that are kept to. Alone: collections of other tests would let survivors go.</summary>
[Collection(nameof(WholeProcess))]
public sealed class BackgroundAllocationTests
{
    // Small enough that nothing is displaced, large enough that one object is a small part of it.
    private const long Enough = 16L << 20;

    [Fact]
    public void Bytes_are_exact_and_shares_stray_by_one_object_at_most()
    {
        var asked =
            from survive in Gen.Choose(0, 100)
            from pinned in Gen.Choose(0, survive)
            from finalizable in Gen.Choose(0, 100)
            from loh in Gen.Choose(0, 1_000)
            select Settings(survive, loh, pinned, finalizable);
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(60).WithReplay(17, 5), Prop.ForAll(asked.ToArbitrary(), KeepsItsWord));
    }

    [Fact]
    public void The_presets_keep_their_word() =>
        Assert.All(PressureSettings.Presets.Where(preset => preset.AllocatePerSecond.Bytes > 0), preset => Assert.True(KeepsItsWord(preset), preset.Name));

    [Fact]
    public void Small_objects_are_small_and_large_ones_are_on_the_large_object_heap()
    {
        Assert.Equal(0, GC.GetGeneration(PressureBlock.Allocate(BackgroundAllocation.MostSmall)));
        // Large objects count as of the oldest generation from the beginning.
        Assert.Equal(GC.MaxGeneration, GC.GetGeneration(PressureBlock.Allocate(BackgroundAllocation.LeastLarge)));
    }

    [Fact]
    public void Finalizers_run_and_are_waited_for_as_the_gate_closes()
    {
        var allocation = new BackgroundAllocation(Settings(0, 0, 0, 50));
        var before = FinalizableBlock.Finalized;
        Allocate(allocation, Enough);
        GC.Collect();
        var cpu = allocation.Conclude();
        // The last object is still held.
        Assert.InRange(FinalizableBlock.Finalized - before, allocation.Read().FinalizableObjects - 1, long.MaxValue);
        if (OperatingSystem.IsLinux()) Assert.NotEqual(0, cpu.Value);
    }

    private static bool KeepsItsWord(PressureSettings settings)
    {
        var allocation = new BackgroundAllocation(settings);
        AllocatedBytes.AssertExact(() =>
        {
            var before = allocation.Done;
            Allocate(allocation, Enough / AllocatedBytes.Blocks);
            return allocation.Done - before;
        });
        var all = allocation.Read();
        Assert.InRange(all.LargeBytes - (all.Bytes * settings.LohPerMille / 1e3), -PressureSettings.LargestObject, PressureSettings.LargestObject);
        Assert.InRange(all.PinnedObjects - (all.SmallObjects * settings.PinnedPercent / 1e2), -1, 1);
        Assert.InRange(all.FinalizableObjects - (all.SmallObjects * settings.FinalizablePercent / 1e2), -1, 1);
        // Pinned objects survive whatever the bytes say: where all survivors are pinned their mean size decides, which is that of all to 1 %.
        var slack = PressureSettings.LargestObject + (0.01 * all.SurvivedBytes);
        Assert.InRange(all.SurvivedBytes - (all.Bytes * settings.SurvivePercent / 1e2), -slack, slack);
        return true;
    }

    private static void Allocate(BackgroundAllocation allocation, long bytes)
    {
        var until = allocation.Done + bytes;
        while (allocation.Done < until) allocation.DoPiece();
    }

    private static PressureSettings Settings(int survive, int loh, int pinned, int finalizable) =>
        PressureSettings.Churn with { SurvivePercent = survive, LohPerMille = loh, PinnedPercent = pinned, FinalizablePercent = finalizable };
}
