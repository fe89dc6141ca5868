using System.Text;
using AsyncLoad.Tracing.Collections;

namespace AsyncLoad.Reporting.Document.Tracing;

/// <summary>What collections are called.</summary>
internal static class CollectionNames
{
    private const string Background = "background";

    /// <summary>How charts tell it apart.</summary>
    public static CollectionSort Sort(TracedGc collection) => collection.Generation switch
    {
        0 => CollectionSort.Gen0,
        1 => CollectionSort.Gen1,
        _ => collection.Kind == Background ? CollectionSort.Background : CollectionSort.Gen2,
    };

    /// <summary><c>gen1</c>, <c>gen2, background</c>.</summary>
    public static string Name(TracedGc collection) => $"gen{Figures.Count(collection.Generation)}{(collection.Kind == Background ? ", background" : "")}";

    /// <summary>The runtime's name for the reason, split into words: <c>OutOfSpaceSOH</c> is <c>out of space soh</c>.</summary>
    public static string Reason(string reason)
    {
        var words = new StringBuilder();
        var after = 'A';
        foreach (var character in VisibleText.Name(reason))
        {
            if (char.IsAsciiLetterUpper(character) && !char.IsAsciiLetterUpper(after)) words.Append(' ');
            words.Append(char.ToLowerInvariant(character));
            after = character;
        }

        return words.ToString();
    }
}
