using System.Buffers;

namespace AsyncLoad.Reporting.Markup;

/// <summary>
/// A piece of a page that can only be written encoded: there is no way to put raw markup into it. The output is well-formed XML as well as HTML.
/// </summary>
internal abstract record HtmlNode
{
    private HtmlNode()
    {
    }

    /// <summary>Writes it.</summary>
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

    /// <summary>A style sheet or a script, a constant of the program: written as it is, so that its hash is that of the text.</summary>
    /// <param name="Name"><c>style</c> or <c>script</c>.</param>
    /// <param name="Code">Its text.</param>
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
