using System.Globalization;
using System.Xml.Linq;

namespace AsyncLoad.Tests;

/// <summary>Draws pictures for pages, as whole SVG files with a title, a style and a background.</summary>
internal static class SvgPicture
{
    public static XNamespace Svg { get; } = "http://www.w3.org/2000/svg";

    /// <summary>The whole picture as a file.</summary>
    public static string Of(string title, string style, (int Width, int Height) size, params object[] shapes) => new XElement(
        Svg + "svg",
        new XAttribute("viewBox", string.Create(CultureInfo.InvariantCulture, $"0 0 {size.Width} {size.Height}")),
        new XAttribute("width", size.Width),
        new XAttribute("role", "img"),
        new XElement(Svg + "title", title),
        new XElement(Svg + "style", style),
        new XElement(Svg + "rect", new XAttribute("class", "paper"), new XAttribute("width", size.Width), new XAttribute("height", size.Height)),
        shapes) + "\n";

    public static XElement Text(string kind, (double X, double Y) at, string anchor, string text) =>
        new(Svg + "text", new XAttribute("x", Number(at.X)), new XAttribute("y", Number(at.Y)), new XAttribute("class", kind), new XAttribute("text-anchor", anchor), text);

    public static XElement Path(string kind, string data) => new(Svg + "path", new XAttribute("class", kind), new XAttribute("d", data));

    /// <summary>A length: tenths of a pixel are enough.</summary>
    public static string Number(double length) => Math.Round(length, 1).ToString(CultureInfo.InvariantCulture);
}
