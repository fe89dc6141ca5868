using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting.Markup;

/// <summary>Encodes text for element content and quoted attributes alike.</summary>
internal static class HtmlText
{
    /// <summary>Writes text with markup characters as references and invisible characters as visible escapes.</summary>
    public static void Write(string text, TextWriter writer)
    {
        foreach (var character in VisibleText.Escape(text))
        {
            switch (character)
            {
                case '&': writer.Write("&amp;"); break;
                case '<': writer.Write("&lt;"); break;
                case '>': writer.Write("&gt;"); break;
                case '"': writer.Write("&quot;"); break;
                case '\'': writer.Write("&#39;"); break;
                default: writer.Write(character); break;
            }
        }
    }

    /// <summary>A name of an element or an attribute, which must be plain letters, digits and hyphens.</summary>
    public static string NameOf(string name) =>
        name.Length > 0 && char.IsAsciiLetter(name[0]) && name.All(character => char.IsAsciiLetterOrDigit(character) || character == '-')
            ? name
            : throw new ArgumentException("not a name of an element or attribute", nameof(name));

    /// <summary>
    /// A relative link to a file of the run folder, or null when the path is not plainly inside it: rooted, with a scheme, or climbing out.
    /// </summary>
    public static string? LinkTo(string path)
    {
        var steps = path.Split('/');
        var inside = path.Length is > 0 and <= 1024 && !path.Contains('\\', StringComparison.Ordinal) && !steps.Any(step => step is "" or "." or "..");
        return inside && steps.All(step => VisibleText.Escape(step) == step) ? string.Join('/', steps.Select(Uri.EscapeDataString)) : null;
    }
}
