using System.Globalization;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>One figure of a pressure as asked and as delivered.</summary>
/// <param name="Member">The member of the profile that asks for it, in whose unit both figures are.</param>
/// <param name="Asked">As asked; above 0.</param>
/// <param name="Achieved">As delivered in the measured slices.</param>
/// <param name="Grain">What one object more or less in a pair makes of it: no delivery is finer.</param>
public sealed record PressureRate(string Member, double Asked, double Achieved, double Grain)
{
    /// <summary>Largest relative distance from what was asked, and between the sides.</summary>
    public const double DistanceAllowed = 0.05;

    private const double Megabyte = 1e6;

    /// <summary>What is counted, with its unit.</summary>
    public string Words => Member switch
    {
        "oldToYoungWritesPerMs" => "old-to-young writes per millisecond",
        "allocatePerSecond" => "MB per second in the background",
        "survivePercent" => "% of background bytes that survive a collection",
        "lohPerMille" => "‰ of background bytes in large objects",
        "pinnedPercent" => "% of small background objects pinned",
        "finalizablePercent" => "% of small background objects with a finalizer",
        _ => throw new InvalidOperationException($"{Member} has no words"),
    };

    /// <summary>Whether what was delivered is off by more than 5 % and by more than one object.</summary>
    public bool IsOff => IsApartFrom(Asked);

    /// <summary>Whether what was delivered is off another figure by more than 5 % and by more than one object.</summary>
    public bool IsApartFrom(double other) => Math.Abs(Achieved - other) > Math.Max(DistanceAllowed * other, Grain);

    /// <summary>A figure in the unit of <see cref="Words"/>.</summary>
    public string Text(double value) =>
        (Member == "allocatePerSecond" ? value / Megabyte : value).ToString("0.##", CultureInfo.InvariantCulture);

    /// <summary>Every figure that a pressure asks for, in the order of a profile's members.</summary>
    public static IReadOnlyList<PressureRate> Of(PressureSettings asked, PressureLedger ledger)
    {
        var writes = new PressureRate("oldToYoungWritesPerMs", ledger.AskedWritesPerMs, ledger.WritesPerMs, 0);
        IEnumerable<PressureRate> rates = ledger.Allocation is { } allocation ? [writes, .. Allocated(asked, allocation)] : [writes];
        return [.. rates.Where(rate => rate.Asked > 0)];
    }

    private static IEnumerable<PressureRate> Allocated(PressureSettings asked, AllocationLedger allocation)
    {
        var largest = asked.LohPerMille > 0 ? PressureSettings.LargestObject : PressureSettings.LargestSmallObject;
        var grain = largest / allocation.BytesPerPair;
        return
        [
            new("allocatePerSecond", allocation.AskedPerSecond, allocation.PerSecond, 0),
            new("survivePercent", asked.SurvivePercent, allocation.SurvivedShare * 100, grain * 100),
            new("lohPerMille", asked.LohPerMille, allocation.LargeShare * 1_000, grain * 1_000),
            new("pinnedPercent", asked.PinnedPercent, allocation.PinnedShare * 100, grain * 100),
            new("finalizablePercent", asked.FinalizablePercent, allocation.FinalizableShare * 100, grain * 100),
        ];
    }
}
