using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>The few shapes that charts are made of, as nodes that can only be written encoded.</summary>
internal static class Svg
{
    /// <summary>A drawing with a title and a description, announced as one image.</summary>
    public static HtmlNode Drawing(string id, string cssClass, (double Width, double Height) size, (string Title, string Description) text, IReadOnlyList<HtmlNode> shapes) =>
        Tag.With(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("class", cssClass), ("viewBox", $"0 0 {Length(size.Width)} {Length(size.Height)}"), ("role", "img"),
                ("aria-labelledby", $"{id}-title {id}-desc"),
            ],
            [
                Tag.With("title", [("id", $"{id}-title")], Tag.Text(text.Title)),
                Tag.With("desc", [("id", $"{id}-desc")], Tag.Text(text.Description)),
                .. shapes,
            ]);

    public static HtmlNode Group(string cssClass, params IReadOnlyList<HtmlNode> shapes) => Tag.Class("g", cssClass, shapes);

    public static HtmlNode Line(string cssClass, (double X, double Y) from, (double X, double Y) to) => Tag.With(
        "line",
        [("class", cssClass), ("x1", Length(from.X)), ("y1", Length(from.Y)), ("x2", Length(to.X)), ("y2", Length(to.Y))]);

    public static HtmlNode Box(string cssClass, (double X, double Y) corner, (double Width, double Height) size) => Tag.With(
        "rect",
        [("class", cssClass), ("x", Length(corner.X)), ("y", Length(corner.Y)), ("width", Length(size.Width)), ("height", Length(size.Height))]);

    public static HtmlNode Circle(string cssClass, (double X, double Y) centre, double radius) =>
        Tag.With("circle", [("class", cssClass), ("cx", Length(centre.X)), ("cy", Length(centre.Y)), ("r", Length(radius))]);

    public static HtmlNode Polygon(string cssClass, params IReadOnlyList<(double X, double Y)> corners) =>
        Tag.With("polygon", [("class", cssClass), ("points", string.Join(' ', corners.Select(corner => $"{Length(corner.X)},{Length(corner.Y)}")))]);

    /// <summary>A path; its data comes from <see cref="SvgPath"/>.</summary>
    public static HtmlNode Path(string cssClass, string data) => Tag.With("path", [("class", cssClass), ("d", data)]);

    public static HtmlNode Text(string cssClass, (double X, double Y) at, string anchor, string text) =>
        Tag.With("text", [("class", cssClass), ("x", Length(at.X)), ("y", Length(at.Y)), ("text-anchor", anchor)], Tag.Text(text));

    /// <summary>A length: tenths of a pixel are enough, and keep the file the same on every machine.</summary>
    public static string Length(double value) => Figures.Exact(Math.Round(value, 1) + 0.0);
}
