namespace AsyncLoad.Harness.Execution;

/// <summary>Keeps the last lines of what a child prints, whatever it prints. Thread-safe.</summary>
internal sealed class TailBuffer
{
    private const int Lines = 40;
    private const int LongestLine = 400;

    private readonly Lock guard = new();
    private readonly Queue<string> lines = new();

    public void Add(string? line)
    {
        if (line is null) return;
        lock (guard)
        {
            lines.Enqueue(line.Length > LongestLine ? line[..LongestLine] + "…" : line);
            if (lines.Count > Lines) lines.Dequeue();
        }
    }

    public override string ToString()
    {
        lock (guard) return string.Join('\n', lines);
    }
}
