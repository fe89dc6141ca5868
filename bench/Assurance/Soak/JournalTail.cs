namespace AsyncLoad.Assurance.Soak;

/// <summary>How far a journal has come that is being written: what was read once is not read again.</summary>
/// <param name="path">Its path; it need not be there yet.</param>
internal sealed class JournalTail(string path)
{
    private readonly byte[] buffer = new byte[1 << 16];
    private long bytes;
    private int lines;

    /// <summary>Its length and its lines.</summary>
    public (long Bytes, int Lines) Read()
    {
        if (!File.Exists(path)) return (0, 0);
        using var journal = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        journal.Position = bytes;
        for (int count; (count = journal.Read(buffer)) > 0; bytes += count) lines += buffer.AsSpan(0, count).Count((byte)'\n');
        return (bytes, lines);
    }
}
