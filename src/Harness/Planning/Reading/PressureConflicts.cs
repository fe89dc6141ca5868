using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>Members of a pressure that are in range each and mean nothing together.</summary>
internal static class PressureConflicts
{
    /// <summary>One sentence for each, with what to do.</summary>
    public static IEnumerable<string> In(PressureSettings settings)
    {
        if (settings is { OldToYoungWritesPerMs: > 0, LiveSet.Bytes: 0 })
            yield return "\"oldToYoungWritesPerMs\" needs a \"liveSet\" to write into";
        if (settings.AllocatePerSecond.Bytes == 0)
        {
            foreach (var share in Shares(settings)) yield return $"\"{share}\" is a share of what \"allocatePerSecond\" allocates: give that, or set the share to 0";
        }

        if (settings.PinnedPercent > settings.SurvivePercent)
            yield return $"\"pinnedPercent\" {settings.PinnedPercent} is above \"survivePercent\" {settings.SurvivePercent}: pinned objects are some of those that survive";
        if (settings is { LohPerMille: 1_000, PinnedPercent: > 0 } or { LohPerMille: 1_000, FinalizablePercent: > 0 })
            yield return "\"lohPerMille\" 1000 leaves no small objects to pin or finalize: take 999 or less";
    }

    private static IEnumerable<string> Shares(PressureSettings settings)
    {
        if (settings.SurvivePercent > 0) yield return "survivePercent";
        if (settings.LohPerMille > 0) yield return "lohPerMille";
        if (settings.PinnedPercent > 0) yield return "pinnedPercent";
        if (settings.FinalizablePercent > 0) yield return "finalizablePercent";
    }
}
