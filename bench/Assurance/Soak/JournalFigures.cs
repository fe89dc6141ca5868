using System.Text;
using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Assurance.Soak;

/// <summary>What the journal of a run that has ended tells.</summary>
/// <param name="Bytes">Its length.</param>
/// <param name="Pairs">Pairs of which both sides were measured.</param>
/// <param name="Damaged">Lines that are not whole.</param>
/// <param name="MillisecondsBetween">From the end of each pair to the beginning of the next.</param>
internal sealed record JournalFigures(long Bytes, int Pairs, int Damaged, IReadOnlyList<double> MillisecondsBetween)
{
    /// <summary>Reads a journal; one that is not there has nothing in it.</summary>
    public static JournalFigures Read(string path)
    {
        if (!File.Exists(path)) return new JournalFigures(0, 0, 0, []);
        var entries = File.ReadLines(path).Select(Entry).ToList();
        var pairs = entries.OfType<JournalEntry.Pair>().ToList();
        return new JournalFigures(
            new FileInfo(path).Length,
            pairs.Count(pair => pair is { Baseline: CellOutcome.Completed, Candidate: CellOutcome.Completed }),
            entries.Count(entry => entry is null),
            [.. pairs.Zip(pairs.Skip(1), (pair, next) => (next.Started - pair.Started).TotalMilliseconds - pair.Took.Milliseconds)]);
    }

    private static JournalEntry? Entry(string line)
    {
        try
        {
            return ModelJson.Read(Encoding.UTF8.GetBytes(line), ModelJson.Line.JournalEntry);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
