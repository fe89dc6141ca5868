using System.Numerics;

namespace AsyncLoad.Workloads.IoSimulator;

/// <summary>
/// Accesses ordered by when they are due: a hierarchical timing wheel (Varghese and Lauck, 1987), 256 slots per level, ticks of 1,024 ns.
/// Adding and expiring take constant time, however many are pending, and allocate nothing. Used by one thread.
/// </summary>
internal sealed class TimingWheel
{
    private const int TickBits = 10;
    private const int SlotBits = 8;
    private const int Slots = 1 << SlotBits;
    private const int Levels = 64 / SlotBits;

    private readonly AccessChain[] slots = new AccessChain[Levels * Slots];
    private AccessChain expired;
    private long tick;
    private int inSlots;

    /// <summary>Accesses in it: in its slots, or expired and not taken out yet.</summary>
    public int Count { get; private set; }

    /// <summary>Adds an access that is due at <paramref name="nanoseconds"/>; it never expires early, and at most one tick late.</summary>
    public void Add(DeviceAccess access, long nanoseconds)
    {
        access.DueTick = (nanoseconds + (1 << TickBits) - 1) >> TickBits;
        Count++;
        inSlots++;
        Place(access);
    }

    /// <summary>Turns the wheel to <paramref name="nanoseconds"/>.</summary>
    /// <returns>What is due by then, in order of due ticks, then of arrival; empty when nothing is.</returns>
    public AccessChain Expire(long nanoseconds)
    {
        var now = nanoseconds >> TickBits;
        while (tick < now && inSlots > 0) Advance();
        tick = Math.Max(tick, now);
        return TakeExpired();
    }

    /// <summary>Takes out everything, due or not.</summary>
    public AccessChain Clear()
    {
        for (var slot = 0; slot < slots.Length; slot++)
        {
            foreach (var access in slots[slot].TakeAll()) Expire(access);
        }

        return TakeExpired();
    }

    private void Advance()
    {
        tick++;
        for (var level = 1; level < Levels && Digit(tick, level - 1) == 0; level++)
        {
            foreach (var access in slots[(level * Slots) + Digit(tick, level)].TakeAll()) Place(access);
        }

        foreach (var access in slots[Digit(tick, 0)].TakeAll()) Expire(access);
    }

    // The level is that of the highest digit in which the due tick differs from the current one: an access comes down a level when that digit is reached.
    private void Place(DeviceAccess access)
    {
        if (access.DueTick <= tick)
        {
            Expire(access);
            return;
        }

        var level = BitOperations.Log2((ulong)(access.DueTick ^ tick)) / SlotBits;
        slots[(level * Slots) + Digit(access.DueTick, level)].Append(access);
    }

    private void Expire(DeviceAccess access)
    {
        expired.Append(access);
        inSlots--;
    }

    private AccessChain TakeExpired()
    {
        Count = inSlots;
        return expired.TakeAll();
    }

    private static int Digit(long ticks, int level) => (int)(ticks >> (level * SlotBits)) & (Slots - 1);
}
