using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AsyncLoad.Host.Pressure;
using AsyncLoad.Tests.Workloads;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Host.Pressure;

[Collection(nameof(WholeProcess))]
public sealed class SurvivorsTests
{
    [Fact]
    public void Neither_bound_is_ever_passed_and_every_byte_is_held_or_displaced()
    {
        var sizes = Gen.ArrayOf(Gen.Choose(24, 4_000_000)).Resize(200).ToArbitrary();
        Check.One(Config.QuickThrowOnFailure.WithReplay(23, 9), Prop.ForAll(sizes, kept =>
        {
            // The size that is told counts; the objects are small, for the test's sake.
            var survivors = new Survivors();
            var held = new object();
            var displaced = kept.Sum(size => survivors.Keep(held, size, pinned: null));
            return survivors.Bytes <= Survivors.MostBytes && survivors.Bytes + displaced == kept.Sum(size => (long)size);
        }));
    }

    [Fact]
    public void The_oldest_goes_when_there_is_no_place_left()
    {
        var survivors = new Survivors();
        var held = new object();
        for (var index = 0; index < Survivors.MostObjects; index++) Assert.Equal(0, survivors.Keep(held, 1_000, pinned: null));
        Assert.Equal(1_000, survivors.Keep(held, 24, pinned: null));
        Assert.Equal(Survivors.MostObjects, survivors.Count);
    }

    [Fact]
    public void What_is_kept_lives_through_one_collection_and_dies_after_it()
    {
        var survivors = new Survivors();
        var kept = KeepOne(survivors);
        survivors.ReleaseCollected();
        GC.Collect(0, GCCollectionMode.Forced, blocking: true);
        Assert.True(kept.IsAlive);
        survivors.ReleaseCollected();
        Assert.Equal((0, 0L), (survivors.Count, survivors.Bytes));
        GC.Collect();
        Assert.False(kept.IsAlive);
    }

    [Fact]
    public void What_is_pinned_is_not_moved_and_is_let_go_in_the_end()
    {
        var survivors = new Survivors();
        // Garbage on both sides, so that a compacting collection would move it.
        var (kept, address) = PinOne(survivors);
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: true);
        Assert.Equal(address, AddressOf(kept));
        survivors.ReleaseCollected();
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: true);
        Assert.False(kept.IsAlive);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference KeepOne(Survivors survivors)
    {
        var payload = PressureBlock.Allocate(1_000);
        survivors.Keep(payload, 1_000, pinned: null);
        return new WeakReference(payload);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (WeakReference Kept, nint Address) PinOne(Survivors survivors)
    {
        for (var index = 0; index < 100; index++) GC.KeepAlive(PressureBlock.Allocate(1_000));
        var payload = PressureBlock.Allocate(1_000);
        survivors.Keep(payload, 1_000, payload);
        for (var index = 0; index < 100; index++) GC.KeepAlive(PressureBlock.Allocate(1_000));
        return (new WeakReference(payload), Marshal.UnsafeAddrOfPinnedArrayElement(payload, 0));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nint AddressOf(WeakReference kept) => Marshal.UnsafeAddrOfPinnedArrayElement((PressureBlock[])kept.Target!, 0);
}
