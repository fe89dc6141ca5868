using System.Buffers;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting.Markup;

/// <summary>A piece of a page that can only be written encoded: there is no way to put raw markup into it. The output is well-formed XML as well as HTML.</summary>
internal abstract record HtmlNode
{
    private HtmlNode()
    {
    }

    public abstract void WriteTo(TextWriter writer);

    /// <summary>Text, encoded when written.</summary>
    public sealed record Text(string Value) : HtmlNode
    {
        public override void WriteTo(TextWriter writer) => HtmlText.Write(Value, writer);
    }

    /// <summary>An element; its name and its attributes' names come from the program, never from data.</summary>
    public sealed record Element(string Name, IReadOnlyList<(string Name, string Value)> Attributes, IReadOnlyList<HtmlNode> Children) : HtmlNode
    {
        public override void WriteTo(TextWriter writer)
        {
            writer.Write('<');
            writer.Write(HtmlText.NameOf(Name));
            foreach (var (name, value) in Attributes)
            {
                writer.Write(' ');
                writer.Write(HtmlText.NameOf(name));
                writer.Write("=\"");
                HtmlText.Write(value, writer);
                writer.Write('"');
            }

            if (Name is "meta" or "link" or "br" or "hr" or "img")
            {
                writer.Write(" />");
                return;
            }

            writer.Write('>');
            foreach (var child in Children) child.WriteTo(writer);
            writer.Write("</");
            writer.Write(Name);
            writer.Write('>');
            if (IsBlock(Name)) writer.Write('\n');
        }

        // A line break after a block keeps the file readable and diffable; between inline elements it would be a space.
        private static bool IsBlock(string name) => name is
            "head" or "title" or "style" or "header" or "main" or "section" or "footer" or "h1" or "h2" or "h3" or "p" or "div" or "ul" or "ol" or "li"
            or "dl" or "dd" or "table" or "caption" or "thead" or "tbody" or "tr" or "figure" or "figcaption" or "svg" or "g" or "article" or "nav"
            or "details" or "summary";
    }

    /// <summary>A style sheet or a script, a constant of the program: written as it is, so that its hash is the hash of the text.</summary>
    /// <param name="Name"><c>style</c> or <c>script</c>.</param>
    public sealed record Constant(string Name, string Code) : HtmlNode
    {
        private static readonly SearchValues<char> Markup = SearchValues.Create("<&");

        public override void WriteTo(TextWriter writer)
        {
            if (Code.AsSpan().ContainsAny(Markup)) throw new InvalidOperationException($"a {Name} may not hold < or &");
            writer.Write($"<{HtmlText.NameOf(Name)}>");
            writer.Write(Code);
            writer.Write($"</{Name}>\n");
        }
    }
}

/// <summary>Encodes text for element content and quoted attributes alike.</summary>
internal static class HtmlText
{
    /// <summary>Writes text with markup characters as references and invisible characters as visible escapes.</summary>
    public static void Write(string text, TextWriter writer)
    {
        var visible = VisibleText.Escape(text);
        foreach (var (index, character) in visible.Index())
        {
            if (ReadingOrder.TurnsAt(visible, index)) writer.Write(ReadingOrder.InHtml);
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

    /// <summary>A relative link to a file of the run folder. Null when the path is not plainly inside it: rooted, with a scheme, or climbing out.</summary>
    public static string? LinkTo(string path)
    {
        var steps = path.Split('/');
        var inside = path.Length is > 0 and <= 1024 && !path.Contains('\\', StringComparison.Ordinal) && !steps.Any(step => step is "" or "." or "..");
        return inside && steps.All(step => VisibleText.Escape(step) == step) ? string.Join('/', steps.Select(Uri.EscapeDataString)) : null;
    }
}

/// <summary>Short names for making elements.</summary>
internal static class Tag
{
    public static HtmlNode Text(string text) => new HtmlNode.Text(text);

    public static HtmlNode Of(string name, params IReadOnlyList<HtmlNode> children) => new HtmlNode.Element(name, [], children);

    public static HtmlNode Of(string name, string text) => new HtmlNode.Element(name, [], [Text(text)]);

    public static HtmlNode With(string name, IReadOnlyList<(string Name, string Value)> attributes, params IReadOnlyList<HtmlNode> children) =>
        new HtmlNode.Element(name, attributes, children);

    public static HtmlNode Class(string name, string cssClass, params IReadOnlyList<HtmlNode> children) =>
        new HtmlNode.Element(name, [("class", cssClass)], children);

    /// <summary>An element of a class that holds text.</summary>
    public static HtmlNode Class(string name, string cssClass, string text) => Class(name, cssClass, [Text(text)]);
}
