using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis.Merging;

/// <summary>Checks the size of the journal of joined runs before any of them is read and before anything is written.</summary>
public static class JoinedJournal
{
    /// <summary>Why the joined folder could not be read; null when it could.</summary>
    public static string? Problem(IReadOnlyList<string> folders)
    {
        ArgumentNullException.ThrowIfNull(folders);
        var bytes = folders.Select(Length).Sum();
        return bytes <= RunManifest.MostJournalBytes ? null : $"the journals of these folders are {new MeasuredSize(bytes)} together, and at most {new MeasuredSize(RunManifest.MostJournalBytes)} can be read: " +
            "join fewer of them, or measure parts of the profile (--only) and join each part separately";
    }

    private static long Length(string folder) => RunPath.Inside(folder, EvidenceParts.JournalFile) is { } path && new FileInfo(path) is { Exists: true, Length: var length } ? length : 0;
}
