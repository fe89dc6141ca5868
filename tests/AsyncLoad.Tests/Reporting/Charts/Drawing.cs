using System.Globalization;
using System.Xml.Linq;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Markup;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Charts;

/// <summary>What can be read off a chart.</summary>
internal static class Drawing
{
    public static string Text(HtmlNode node)
    {
        using var writer = new StringWriter();
        node.WriteTo(writer);
        return writer.ToString();
    }

    /// <summary>The texts of a drawing, in their order.</summary>
    public static IEnumerable<XElement> Texts(XElement drawing) => drawing.Descendants().Where(element => element.Name.LocalName == "text");

    /// <summary>Fails where texts cross each other or the edge of the drawing.</summary>
    public static void AssertTextsStandApart(XElement drawing, double width)
    {
        var texts = Texts(drawing).Select(Box.Of).ToList();
        Assert.NotEmpty(texts);
        Assert.All(texts, text => Assert.True(text.Left >= -0.5 && text.Right <= width + 0.5, $"{text.Text} lies from {text.Left} to {text.Right} of {width}"));
        Assert.All(
            texts.SelectMany((one, index) => texts.Skip(index + 1).Select(other => (One: one, Other: other))),
            pair => Assert.False(pair.One.Overlaps(pair.Other), $"{pair.One.Text} overlaps {pair.Other.Text}"));
    }

    /// <summary>Where a text lies, by a guess on the wide side.</summary>
    private sealed record Box(string Text, double Left, double Right, double Baseline)
    {
        private const double Size = 12;

        public static Box Of(XElement text)
        {
            var (x, width) = (Number(text, "x"), ChartText.Width(text.Value, Size));
            var left = text.Attribute("text-anchor")!.Value switch { "start" => x, "middle" => x - (width / 2), _ => x - width };
            return new Box(text.Value, left, left + width, Number(text, "y"));
        }

        public bool Overlaps(Box other) => Left < other.Right && other.Left < Right && Math.Abs(Baseline - other.Baseline) < Size - 1;

        private static double Number(XElement element, string name) => double.Parse(element.Attribute(name)!.Value, CultureInfo.InvariantCulture);
    }
}
