namespace AsyncLoad.Reporting.Markup;

/// <summary>Short names for making elements.</summary>
internal static class Tag
{
    public static HtmlNode Text(string text) => new HtmlNode.Text(text);

    public static HtmlNode Of(string name, params IReadOnlyList<HtmlNode> children) => new HtmlNode.Element(name, [], children);

    public static HtmlNode Of(string name, string text) => new HtmlNode.Element(name, [], [Text(text)]);

    public static HtmlNode With(string name, IReadOnlyList<(string Name, string Value)> attributes, params IReadOnlyList<HtmlNode> children) =>
        new HtmlNode.Element(name, attributes, children);

    /// <summary>An element of a class.</summary>
    public static HtmlNode Class(string name, string cssClass, params IReadOnlyList<HtmlNode> children) =>
        new HtmlNode.Element(name, [("class", cssClass)], children);

    /// <summary>An element of a class that holds text.</summary>
    public static HtmlNode Class(string name, string cssClass, string text) => Class(name, cssClass, [Text(text)]);
}
