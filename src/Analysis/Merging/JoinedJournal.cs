using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis.Merging;

/// <summary>How large the journal of joined runs would be: told before any of them is read, and before anything is written.</summary>
public static class JoinedJournal
{
    private const string JournalFile = "pairs.jsonl";

    /// <summary>Why it could not be read what these folders would be joined into; null when it can be read.</summary>
    public static string? Problem(IReadOnlyList<string> folders)
    {
        ArgumentNullException.ThrowIfNull(folders);
        var bytes = folders.Select(Length).Sum();
        return bytes <= RunManifest.MostJournalBytes ? null : $"the journals of these folders are {new MeasuredSize(bytes)} together, and no run of more than {new MeasuredSize(RunManifest.MostJournalBytes)} is read: " +
            "join fewer of them, or measure the profile in parts (--only) that are joined each by itself";
    }

    private static long Length(string folder) => RunPath.Inside(folder, JournalFile) is { } path && new FileInfo(path) is { Exists: true, Length: var length } ? length : 0;
}
