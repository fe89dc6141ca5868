using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Analysis.Merging;

/// <summary>Run folders joined into one, or why they are not one run. A closed set.</summary>
public abstract record MergeOutcome
{
    private MergeOutcome()
    {
    }

    /// <summary>They are one run.</summary>
    /// <param name="Manifest">The manifest of the whole; complete when every shard is there, came to its end, and has measured something of each of its comparisons.</param>
    /// <param name="Journal">Every entry with its names in the whole, and the folder that it comes from.</param>
    /// <param name="Missing">Ids of comparisons that no folder has measured, in the order of the profile: those of missing shares, then those that a share had not begun.</param>
    /// <param name="Failed">Ids of comparisons that were dropped, with the reason.</param>
    public sealed record Merged(
        RunManifest Manifest,
        Catalogue Catalogue,
        IReadOnlyList<MergedEntry> Journal,
        IReadOnlyList<string> Missing,
        IReadOnlyList<string> Failed) : MergeOutcome;

    /// <summary>They are not.</summary>
    public sealed record Refused(IReadOnlyList<string> Reasons) : MergeOutcome;
}

/// <summary>A line of the joined journal.</summary>
/// <param name="Trace">The trace that it names: its path inside that folder, and in the joined one; null without one.</param>
public sealed record MergedEntry(int Folder, JournalEntry Entry, (string From, string To)? Trace = null);
