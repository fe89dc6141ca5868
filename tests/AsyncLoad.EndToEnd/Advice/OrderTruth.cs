namespace AsyncLoad.EndToEnd.Advice;

/// <summary>What the order service says that it allocated.</summary>
/// <param name="Remedied">Whether it is the one after the advice was taken.</param>
/// <param name="Rounds">Rounds that have ended.</param>
/// <param name="AllocatedBytes">All bytes of the process, exactly.</param>
/// <param name="Rows">Everything that it counts, planted and bait.</param>
internal sealed record OrderTruth(bool Remedied, long Rounds, long AllocatedBytes, IReadOnlyList<OrderRow> Rows)
{
    /// <summary>What came after an earlier answer.</summary>
    public OrderTruth Since(OrderTruth before) => this with
    {
        Rounds = Rounds - before.Rounds,
        AllocatedBytes = AllocatedBytes - before.AllocatedBytes,
        Rows = [.. Rows.Zip(before.Rows, (now, then) => now with { Calls = now.Calls - then.Calls })],
    };
}

/// <summary>One method and one finding.</summary>
/// <param name="Key">Its name in addresses.</param>
/// <param name="Method">The method as the advisor should name it.</param>
/// <param name="Finding">What the advisor should find; null for nothing.</param>
/// <param name="Weight">What the advice should be worth; null for nothing.</param>
/// <param name="Calls">Calls that allocated.</param>
/// <param name="BytesPerCall">What each allocated on this account.</param>
internal sealed record OrderRow(string Key, string Method, string? Finding, string? Weight, long Calls, long BytesPerCall)
{
    /// <summary>What they allocated.</summary>
    public long Bytes => Calls * BytesPerCall;

    public bool IsBait => Finding is null;
}

/// <summary>One method called alone.</summary>
/// <param name="Calls">Calls that allocated.</param>
/// <param name="BytesPerCall">What each should allocate.</param>
/// <param name="AllocatedBytes">What the process did allocate, exactly.</param>
internal sealed record LoneRun(int Calls, long BytesPerCall, long AllocatedBytes);
