using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning;

/// <summary>Which loads go with which operations: what makes no sense is left out of a plan with the reason, what needs a second look is marked.</summary>
internal static class LoadRefusal
{
    /// <summary>Why two variants cannot be compared under a load; null when they can.</summary>
    public static string? SkippedComparison(LoadSettings load, params IReadOnlyList<VariantDescription> variants)
    {
        if (load is not LoadSettings.Wave) return null;
        return variants.FirstOrDefault(variant => !IsAwaitable(variant)) is { } plain
            ? $"a wave needs operations that can be in flight together, and \"{plain.Id}\" returns {plain.ReturnType}, complete when it returns; use sequential, closedLoop or openLoop"
            : null;
    }

    /// <summary>What to bear in mind when reading its figures; none for most.</summary>
    public static IReadOnlyList<string> Marks(LoadSettings load, params IReadOnlyList<VariantDescription> variants)
    {
        var marks = new List<string>();
        // A synchronous method that suspends inside blocks whoever calls it, under any load.
        if (variants.Any(variant => variant.Suspends is not null && !IsAwaitable(variant))) marks.Add("blocks inside the operation");
        else if (load.Blocks && variants.Any(variant => variant.Suspends is not null)) marks.Add("blocks on pending operations");
        if (load is LoadSettings.Simulations { Engine: LoadEngine.NBomber }) marks.Add("whole runs in turn");
        return marks;
    }

    private static bool IsAwaitable(VariantDescription variant) => variant.ReturnType.Split('<')[0] is "Task" or "ValueTask";
}
